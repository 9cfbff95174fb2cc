// Schemas of a sanction and of an appeal's outcome, and the fields that reviews share with them.
import { REPORT_REASONS, SANCTION_KINDS } from "db/column-types";
import { z } from "zod";
import { msg } from "~/language/text";
import {
  checkbox,
  choice,
  exactString,
  listOf,
  optionalText,
  requiredText,
  saying,
  withRules,
} from "~/models/fields";
import { STATEMENT_MAX } from "~/models/safety/case/case";
import { SUSPENSION_DAYS } from "./sanction";

/** How many items one sanction can remove. */
const REMOVED_MAX = 64;

const SECTION_MAX = 120;

export const CHOOSE = msg("Choose a decision");
export const EXPLAIN = msg("Explain why in a sentence or two");

/** The section of the operator's rules that is cited; blank or absent cites none. */
export const section = optionalText(SECTION_MAX).optional();
const statement = requiredText(EXPLAIN, STATEMENT_MAX);

/** POST /moderation/cases/:id: the sanction, the rule, and the explanation for the member. */
export const sanctionInput = withRules(
  z.object({
    kind: z.enum(SANCTION_KINDS, { errorMap: saying(CHOOSE) }),
    days: choice(
      SUSPENSION_DAYS,
      "3",
      msg("Choose {days} or {most} days", {
        days: SUSPENSION_DAYS.slice(0, -1).join(", "),
        most: SUSPENSION_DAYS.at(-1) ?? "",
      }),
    ),
    rule: z.enum(REPORT_REASONS, { errorMap: saying(msg("Choose a rule")) }),
    section,
    statement,
    /** The reply to the senders of notices. */
    reply: optionalText(STATEMENT_MAX),
    /** Also removes copies of the same pictures from other members. */
    copies: checkbox,
    /** The keys of the content to remove, as the checkboxes send them. */
    removed: z.preprocess(
      (chosen) => (Array.isArray(chosen) ? chosen : [chosen ?? []].flat()),
      listOf(
        exactString(msg("Must be a key")),
        0,
        REMOVED_MAX,
        msg("Choose at most {max} things to remove", { max: REMOVED_MAX }),
      ),
    ),
  }),
  ({ kind, removed }, refuse) => {
    if (kind === "removal" && removed?.length === 0) refuse("kind", msg("Choose what to remove"));
  },
);

export type SanctionInput = z.output<typeof sanctionInput>;

/** POST /moderation/appeals/:id: the outcome of an appeal and the explanation for the member. */
export const appealOutcomeInput = z.object({
  outcome: z.enum(["upheld", "overturned"], { errorMap: saying(CHOOSE) }),
  statement,
});

export type AppealOutcomeInput = z.output<typeof appealOutcomeInput>;
