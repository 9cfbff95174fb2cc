// Schemas of what moderators say of new pictures, first messages and photo checks.
import { PHOTO_CHECK_OUTCOMES, REPORT_REASONS } from "db/column-types";
import { z } from "zod";
import { exactString, optionalText, withRules } from "~/models/fields";
import { REASON_MAX } from "~/models/picture/photo-check";
import { STATEMENT_MAX } from "./case/case";
import { CHOOSE, EXPLAIN, section } from "./sanctions/sanction-schema";

const review = z.object({
  outcome: z.enum(["approve", "reject"], { errorMap: () => ({ message: CHOOSE }) }),
  section,
  statement: optionalText(STATEMENT_MAX),
});

type Review = Partial<z.output<typeof review>>;

function explainRejection({ outcome, statement }: Review, refuse: (field: "statement", why: string) => void) {
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
    outcome: z.enum(PHOTO_CHECK_OUTCOMES, { errorMap: () => ({ message: CHOOSE }) }),
    reason: optionalText(REASON_MAX),
    photoId: exactString("Must be an id").max(60, "Must be an id").optional(),
  })
  .refine(({ outcome, reason }) => outcome !== "differs" || reason !== "", {
    path: ["reason"],
    message: "Say what doesn't match",
  });

export type PhotoCheckInput = z.output<typeof photoCheckInput>;
