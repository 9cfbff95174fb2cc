// Schemas of moderators' decisions on new pictures, first messages and photo checks.
import { PHOTO_CHECK_OUTCOMES, REPORT_REASONS } from "db/column-types";
import { z } from "zod";
import { type Message, msg, t } from "~/language/text";
import { exactString, optionalText, saying, withRules } from "~/models/fields";
import { REASON_MAX } from "~/models/picture/photo-check";
import { STATEMENT_MAX } from "./case/case";
import { CHOOSE, EXPLAIN, section } from "./sanctions/sanction-schema";

const review = z.object({
  outcome: z.enum(["approve", "reject"], { errorMap: saying(CHOOSE) }),
  section,
  statement: optionalText(STATEMENT_MAX),
});

type Review = Partial<z.output<typeof review>>;

function explainRejection(
  { outcome, statement }: Review,
  refuse: (field: "statement", why: Message) => void,
) {
  if (outcome === "reject" && statement === "") refuse("statement", EXPLAIN);
}

/** POST /moderation/photos/:id. */
export const pictureReviewInput = withRules(
  review.extend({ rule: z.enum(REPORT_REASONS).catch("other") }),
  explainRejection,
);

export type PictureReviewInput = z.output<typeof pictureReviewInput>;

/** POST /moderation/messages/:id. */
export const messageReviewInput = withRules(review, explainRejection);

export type MessageReviewInput = z.output<typeof messageReviewInput>;

/** POST /moderation/photo-checks/:id, with the member's profile photo that was compared. */
export const photoCheckInput = z
  .object({
    outcome: z.enum(PHOTO_CHECK_OUTCOMES, { errorMap: saying(CHOOSE) }),
    reason: optionalText(REASON_MAX),
    photoId: exactString(msg("Must be an id")).max(60).optional(),
  })
  .refine(
    ({ outcome, reason }) => outcome !== "differs" || reason !== "",
    () => ({ path: ["reason"], message: t("Say what doesn't match") }),
  );

export type PhotoCheckInput = z.output<typeof photoCheckInput>;
