// A photo check for a moderator to decide, with the member's photos beside it.
import { withinSentence } from "~/language/intl";
import { t } from "~/language/text";
import { REASON_MAX, type WaitingPhotoCheck } from "~/models/picture/photo-check";
import { MODERATION_PATH } from "~/models/safety/case/case";
import { Field } from "~/ui/field";
import { EvidencePicture } from "./evidence-snapshot";
import { ReviewCard } from "./review-card";

/** Two side by side, as large as there is room. */
const COMPARED = "h-[45vw] max-h-[20rem] w-full";

/** Posts to a page of its own, with the profile photo that it shows. */
export function PhotoCheckReview({ check }: { check: WaitingPhotoCheck }) {
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
