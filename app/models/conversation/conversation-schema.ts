// Schemas of starting, listing and reading conversations.
import { z } from "zod";
import { targetUserId } from "~/models/match/match-schema";
import { exactString } from "~/models/shared/fields";
import type { ConversationCursor } from "./conversation";

const SEQUENCE = "sequence must be a positive whole number";
const CURSOR = "The cursor is invalid";

/** POST /api/conversations, and the Start Conversation and Send Message buttons. */
export const conversationInput = z.object({ targetUserId });

/** The sequence of the last message shown. */
export const readMarkerInput = z.object({
  sequence: z.number({ message: SEQUENCE }).int(SEQUENCE).positive(SEQUENCE).safe(SEQUENCE),
});

/** The query of a conversation list: where the page begins. */
export const conversationPage = z.object({
  cursor: exactString(CURSOR)
    .regex(/^\d{1,15}_[\w-]{1,64}$/, CURSOR)
    .transform((cursor): ConversationCursor => {
      const [at = "", id = ""] = cursor.split(/_(.*)/s);
      return { at: Number(at), id };
    })
    .optional(),
});
