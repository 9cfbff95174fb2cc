import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { EvidencePicture } from "~/components/safety/evidence-snapshot";
import { ModerationPage } from "~/components/safety/moderation-page";
import { ReviewCard } from "~/components/safety/review-card";
import { RuleField, SectionField, StatementField } from "~/components/safety/sanction-form";
import { env } from "~/env.server";
import { requireModerator } from "~/http/page.server";
import { withinSentence } from "~/language/intl";
import { t } from "~/language/text";
import { REASON_MAX, type WaitingPhotoCheck } from "~/models/picture/photo-check";
import { LOOKS_REMOVED, pendingNames } from "~/models/picture/upload";
import { MODERATION_PATH } from "~/models/safety/case/case";
import { listPhotoChecks } from "~/models/safety/photos/photo-check-review.server";
import { listPendingPictures, type PendingPicture } from "~/models/safety/photos/photo-review.server";
import { listRuleSections } from "~/models/safety/sanctions/sanction.server";
import { EmptyState } from "~/ui/card";
import { Field } from "~/ui/field";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { action } from "~/forms/hidden-route";

export const meta: MetaFunction = () => [{ title: titled(t("Photos · Moderation")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const moderator = await requireModerator(request);
  return {
    checks: await listPhotoChecks(moderator.id),
    pictures: await listPendingPictures(moderator.id),
    sections: listRuleSections(),
    isReviewOn: env.photoReview || env.checkingService !== undefined,
  };
}

export default function Photos() {
  const { checks, pictures, sections, isReviewOn } = useLoaderData<typeof loader>();
  return (
    <ModerationPage
      title={t("Photos")}
      current="photos"
      text={t("New photos and covers no one else can see yet.")}
    >
      {checks.length ? (
        <section>
          <h2 className="mb-3">{t("Photo Checks")}</h2>
          <ul className="card-grid">
            {checks.map((check) => (
              <PhotoCheckReview key={check.pictureId} check={check} />
            ))}
          </ul>
        </section>
      ) : null}
      {pictures.length ? (
        <ul className="card-grid">
          {pictures.map((picture) => (
            <Review key={picture.pictureId} picture={picture} sections={sections} />
          ))}
        </ul>
      ) : checks.length ? null : (
        <EmptyState
          title={t("No photos to review")}
          text={
            isReviewOn
              ? t("New photos and covers appear here.")
              : t("Photo review is off on this server (PHOTO_REVIEW).")
          }
        />
      )}
    </ModerationPage>
  );
}

function Review({
  picture: { pictureId, use, memberName, sentAt, reason },
  sections,
}: {
  picture: PendingPicture;
  sections: string[];
}) {
  return (
    <ReviewCard
      memberName={memberName}
      at={sentAt}
      to={`${MODERATION_PATH}/photos/${pictureId}`}
      choices={[{ value: "approve", label: t("Approve"), isMain: true }]}
      rejection={{
        ...{ value: "reject", label: t("Reject"), summary: t("Reject") },
        fields: (
          <>
            <RuleField id={`rule-${pictureId}`} />
            <SectionField sections={sections} id={`section-${pictureId}`} />
            <StatementField id={`statement-${pictureId}`} />
          </>
        ),
      }}
    >
      <p className="mb-2 font-semibold">{t(pendingNames[use])}</p>
      {reason ? (
        <p className="mb-2">
          {reason === LOOKS_REMOVED.text
            ? t(LOOKS_REMOVED)
            : t("The checking service says: {reason}", { reason })}
        </p>
      ) : null}
      <EvidencePicture
        id={pictureId}
        alt={t(
          "{use, select, photo {New profile photo of {name}} more {New photo of {name}} cover {New cover photo of {name}} playlist {New playlist cover of {name}} other {New record cover of {name}}}",
          { use, name: memberName },
        )}
      />
    </ReviewCard>
  );
}

/** Two side by side, as large as there is room. */
const COMPARED = "h-[45vw] max-h-[20rem] w-full";

/** Posts to a page of its own, with the profile photo that it shows. */
function PhotoCheckReview({ check }: { check: WaitingPhotoCheck }) {
  const { memberName, pictureId, pose, sentAt, photos } = check;
  const [first, ...others] = photos;
  const matches = first && {
    ...{ value: "matches", label: t("Matches the Profile Photo"), isMain: true },
    fields: <input type="hidden" name="photoId" value={first} />,
  };
  return (
    <ReviewCard
      memberName={memberName}
      at={sentAt}
      to={`${MODERATION_PATH}/photo-checks/${pictureId}`}
      choices={[...(matches ? [matches] : []), { value: "no-face", label: t("No Face to Compare") }]}
      rejection={{
        ...{ value: "differs", label: t("Doesn't Match"), summary: t("Doesn't match") },
        fields: (
          <Field
            id={`reason-${pictureId}`}
            name="reason"
            label={t("What the member reads")}
            maxLength={REASON_MAX}
            required
          />
        ),
      }}
    >
      <p className="mb-2 font-semibold">{t("Asked for: {pose}", { pose: withinSentence(pose) })}</p>
      <div className="grid grid-cols-2 gap-2">
        <figure>
          <EvidencePicture
            id={pictureId}
            alt={t("Photo for the check of {memberName}", { memberName })}
            size={COMPARED}
          />
          <figcaption className="small-print">{t("For the check")}</figcaption>
        </figure>
        {first ? (
          <figure>
            <EvidencePicture
              id={first}
              alt={t("Profile photo of {memberName}", { memberName })}
              size={COMPARED}
            />
            <figcaption className="small-print">{t("Profile photo")}</figcaption>
          </figure>
        ) : null}
      </div>
      {others.some(Boolean) ? (
        <>
          <p className="eyebrow mb-2 mt-3">{t("Other photos")}</p>
          <div className="cluster">
            {others.map((id, index) =>
              id ? (
                <EvidencePicture
                  key={id}
                  id={id}
                  alt={t("Photo {number} of {memberName}", { number: index + 2, memberName })}
                />
              ) : null,
            )}
          </div>
        </>
      ) : null}
    </ReviewCard>
  );
}
