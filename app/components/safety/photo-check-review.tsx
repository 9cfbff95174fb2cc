// A photo check as a moderator decides it, with the member's photos beside it.
import { useFetcher } from "@remix-run/react";
import { useFocusAfterwards } from "~/browser/use-focus";
import { REASON_MAX, type WaitingPhotoCheck } from "~/models/picture/photo-check";
import { MODERATION_PATH } from "~/models/safety/case/case";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { Field } from "~/ui/field";
import { Form } from "~/ui/form";
import { EvidencePicture } from "./evidence-snapshot";

/** Posts to a page of its own, with the profile photo that it shows. */
export function PhotoCheckReview({ check }: { check: WaitingPhotoCheck }) {
  useFocusAfterwards();
  const sender = useFetcher();
  const { memberName, pictureId, pose, sentAt, photos } = check;
  const [first, ...others] = photos;
  const address = `${MODERATION_PATH}/photo-checks/${pictureId}`;
  const compared = first ? <input type="hidden" name="photoId" value={first} /> : null;
  return (
    <li>
      <Card title={memberName} note={<DateTime at={sentAt} as="date" />}>
        <p className="mb-2 font-semibold">Asked for: {pose.toLowerCase()}</p>
        <div className="compared">
          <figure>
            <EvidencePicture id={pictureId} alt={`Photo for the check of ${memberName}`} />
            <figcaption className="small-print">For the check</figcaption>
          </figure>
          {first ? (
            <figure>
              <EvidencePicture id={first} alt={`Profile photo of ${memberName}`} />
              <figcaption className="small-print">Profile photo</figcaption>
            </figure>
          ) : null}
        </div>
        {others.some(Boolean) ? (
          <>
            <p className="eyebrow mb-2 mt-3">Other photos</p>
            <div className="cluster">
              {others.map((id, index) =>
                id ? <EvidencePicture key={id} id={id} alt={`Photo ${index + 2} of ${memberName}`} /> : null,
              )}
            </div>
          </>
        ) : null}
        {first ? (
          <Form fetcher={sender} action={address} className="mt-3">
            {compared}
            <Button variant="primary" name="outcome" value="matches">
              Matches the Profile Photo
            </Button>
          </Form>
        ) : null}
        <Form fetcher={sender} action={address} className="mt-3">
          <Button name="outcome" value="no-face">
            No Face to Compare
          </Button>
        </Form>
        <details className="mt-3">
          <summary className="py-3 font-semibold">Doesn't match</summary>
          <Form fetcher={sender} action={address} className="stack mt-2">
            <Field
              id={`reason-${pictureId}`}
              name="reason"
              label="What the member reads"
              maxLength={REASON_MAX}
              required
            />
            <Button variant="danger" name="outcome" value="differs">
              Doesn't Match
            </Button>
          </Form>
        </details>
      </Card>
    </li>
  );
}
