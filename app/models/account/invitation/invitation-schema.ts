// Schemas of the operators' forms about invitations.
import { z } from "zod";
import { optionalMemberId, wholeNumber } from "~/models/fields";
import { CODES_MAX } from "./invitation";

const AMOUNT = `Enter a number from 1 to ${CODES_MAX}`;

/** POST /admin/invitations: how many to make. */
export const amountInput = z.object({
  amount: wholeNumber({ min: [1, AMOUNT], max: [CODES_MAX, AMOUNT], message: AMOUNT }),
});

/** POST /admin/invitations/end: whose to end; null for the operators'. */
export const inviterInput = z.object({ inviter: optionalMemberId });
