import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { RuleField, StatementField } from "~/components/safety/decision-form";
import { EvidencePicture } from "~/components/safety/evidence-snapshot";
import { ModerationPage } from "~/components/safety/moderation-page";
import { Button } from "~/components/ui/button";
import { Card, EmptyState } from "~/components/ui/card";
import { DateTime } from "~/components/ui/date-time";
import { env } from "~/env.server";
import { requireModerator } from "~/http/page.server";
import { MODERATION_PATH } from "~/models/safety/case";
import { listPendingPhotos } from "~/models/safety/photo-review.server";

export { shouldRevalidate } from "~/root";

export const meta: MetaFunction = () => [{ title: "Photos · Moderation · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const moderator = await requireModerator(request);
  return { photos: await listPendingPhotos(moderator.id), isReviewOn: env.photoReview };
}

/** Rejects posts the way an unknown URL does. */
export async function action() {
  throw new Response(null, { status: 404 });
}

export default function Photos() {
  const { photos, isReviewOn } = useLoaderData<typeof loader>();
  return (
    <ModerationPage title="Photos" current="photos" text="New profile photos no one else can see yet.">
      {photos.length ? (
        <ul className="card-grid">
          {photos.map(({ pictureId, memberName, sentAt }) => (
            <li key={pictureId}>
              <Card title={memberName} note={<DateTime at={sentAt} as="date" />}>
                <EvidencePicture id={pictureId} alt={`New photo of ${memberName}`} />
                <Form
                  method="post"
                  action={`${MODERATION_PATH}/photos/${pictureId}`}
                  className="mt-3"
                  preventScrollReset
                >
                  <Button variant="primary" name="outcome" value="approve">
                    Approve
                  </Button>
                </Form>
                <details className="mt-3">
                  <summary className="py-2 font-semibold">Reject</summary>
                  <Form
                    method="post"
                    action={`${MODERATION_PATH}/photos/${pictureId}`}
                    className="stack mt-2"
                    preventScrollReset
                  >
                    <RuleField id={`rule-${pictureId}`} />
                    <StatementField id={`statement-${pictureId}`} />
                    <Button variant="danger" name="outcome" value="reject">
                      Reject
                    </Button>
                  </Form>
                </details>
              </Card>
            </li>
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
