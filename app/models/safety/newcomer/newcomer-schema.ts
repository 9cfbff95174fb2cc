// Schemas of the newcomers' page.
import { z } from "zod";
import { msg } from "~/language/text";
import {
  checkbox,
  exactString,
  listOf,
  memberIdField,
  optionalText,
  requiredText,
  saying,
  withRules,
} from "~/models/fields";
import { STATEMENT_MAX } from "~/models/safety/case/case";
import { SHARED_TRAITS, TOGETHER_MAX } from "./newcomer";

const CHOOSE_MEMBERS = msg("Choose 1 to {max} accounts", { max: TOGETHER_MAX });

/** The query of the page: newcomers who wait or have recently joined, and what they must have in common. */
export const newcomerQuery = z.object({
  show: z.enum(["waiting", "new"]).catch("waiting"),
  by: z.enum(SHARED_TRAITS).optional().catch(undefined),
  value: exactString(msg("Must be text")).max(200).optional().catch(undefined),
  /** Whether all are checked at first. */
  all: checkbox.catch(false),
});

export type NewcomerQuery = z.output<typeof newcomerQuery>;

/** POST /moderation/newcomers: what is decided about whom. */
export const newcomerInput = withRules(
  z.object({
    members: z.preprocess(
      (chosen) => (Array.isArray(chosen) ? chosen : [chosen ?? []].flat()),
      listOf(memberIdField, 1, TOGETHER_MAX, CHOOSE_MEMBERS),
    ),
    outcome: z.enum(["let-in", "refuse", "hold"], { errorMap: saying(msg("Choose a decision")) }),
    statement: optionalText(STATEMENT_MAX),
  }),
  ({ outcome, statement }, refuse) => {
    if (outcome === "refuse" && statement === "")
      refuse("statement", msg("Explain why in a sentence or two"));
  },
);

export type NewcomerInput = z.output<typeof newcomerInput>;

/** POST /admin/networks: whether the newcomers of a network are held. */
export const networkInput = z.object({
  network: requiredText(msg("network is required"), 60),
  held: checkbox,
});
