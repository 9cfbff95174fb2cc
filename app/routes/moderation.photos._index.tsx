import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { useFocusAfterwards } from "~/browser/use-focus";
import { EvidencePicture } from "~/components/safety/evidence-snapshot";
import { ModerationPage } from "~/components/safety/moderation-page";
import { RuleField, StatementField } from "~/components/safety/sanction-form";
import { Button } from "~/components/ui/button";
import { Card, EmptyState } from "~/components/ui/card";
import { DateTime } from "~/components/ui/date-time";
import { env } from "~/env.server";
import { requireModerator } from "~/http/page.server";
import { MODERATION_PATH } from "~/models/safety/case";
import { listPendingPhotos, type PendingPhoto } from "~/models/safety/photo-review.server";

export { action } from "~/forms/hidden-route";
export { shouldRevalidate } from "~/root";

export const meta: MetaFunction = () => [{ title: "Photos · Moderation · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const moderator = await requireModerator(request);
  return { photos: await listPendingPhotos(moderator.id), isReviewOn: env.photoReview };
}

export default function Photos() {
  const { photos, isReviewOn } = useLoaderData<typeof loader>();
  return (
    <ModerationPage title="Photos" current="photos" text="New profile photos no one else can see yet.">
      {photos.length ? (
        <ul className="card-grid">
          {photos.map((photo) => (
            <Review key={photo.pictureId} photo={photo} />
          ))}
        </ul>
      ) : (
        <EmptyState
          title="No photos to review"
          text={isReviewOn ? "New photos appear here." : "Photo review is off on this server (PHOTO_REVIEW)."}
        />
      )}
    </ModerationPage>
  );
}

function Review({ photo: { pictureId, memberName, sentAt } }: { photo: PendingPhoto }) {
  useFocusAfterwards();
  const sender = useFetcher();
  const address = `${MODERATION_PATH}/photos/${pictureId}`;
  return (
    <li>
      <Card title={memberName} note={<DateTime at={sentAt} as="date" />}>
        <EvidencePicture id={pictureId} alt={`New photo of ${memberName}`} />
        <sender.Form method="post" action={address} className="mt-3">
          <Button variant="primary" name="outcome" value="approve">
            Approve
          </Button>
        </sender.Form>
        <details className="mt-3">
          <summary className="py-2 font-semibold">Reject</summary>
          <sender.Form method="post" action={address} className="stack mt-2">
            <RuleField id={`rule-${pictureId}`} />
            <StatementField id={`statement-${pictureId}`} />
            <Button variant="danger" name="outcome" value="reject">
              Reject
            </Button>
          </sender.Form>
        </details>
      </Card>
    </li>
  );
}
