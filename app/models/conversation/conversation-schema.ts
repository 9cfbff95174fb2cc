// Schemas of starting and reading conversations.
import { z } from "zod";
import { targetUserId } from "~/models/fields";

const SEQUENCE = "sequence must be a positive whole number";

/** POST /api/conversations, and the Start Conversation and Send Message buttons. */
export const conversationInput = z.object({ targetUserId });

/** The sequence of the last message shown. */
export const readMarkerInput = z.object({
  sequence: z.number({ message: SEQUENCE }).int(SEQUENCE).positive(SEQUENCE).safe(SEQUENCE),
});
