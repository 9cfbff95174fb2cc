// Schemas of the forms about invitations.
import { z } from "zod";
import { isVisible, removeDirections } from "~/clean-text";
import { msg } from "~/language/text";
import { optionalMemberId, optionalText, wholeNumber } from "~/models/fields";
import { CODES_MAX, WORD_MAX } from "./invitation";

const AMOUNT = msg("Enter a number from 1 to {max}", { max: CODES_MAX });

/** POST /settings/invitations: a note for the person invited, in one line; blank for none. */
export const invitationInput = z.object({
  word: optionalText(WORD_MAX).transform((text) => {
    const line = removeDirections(text).replace(/\s+/g, " ");
    return isVisible(line) ? line : "";
  }),
});

/** POST /admin/invitations: how many to make. */
export const amountInput = z.object({
  amount: wholeNumber({ min: [1, AMOUNT], max: [CODES_MAX, AMOUNT], message: AMOUNT }),
});

/** POST /admin/invitations/end: whose to end; null for the operators'. */
export const inviterInput = z.object({ inviter: optionalMemberId });
