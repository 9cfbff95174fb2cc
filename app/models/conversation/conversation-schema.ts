// Schemas of starting and reading conversations.
import { z } from "zod";
import { msg } from "~/language/text";
import { cursorField, cursorNumber, cursorText } from "~/models/cursor";
import { optionalClientId, requiredText, saying, targetUserId } from "~/models/fields";
import { MESSAGE_MAX } from "./message";
import { firstText } from "./message-schema";

const SEQUENCE = saying(msg("sequence must be a positive whole number"));

/** POST /api/conversations. */
export const conversationInput = z.object({ targetUserId });

/** The Start Conversation and Send Message buttons. */
export const talkInput = conversationInput.extend({ text: firstText });

/** POST /api/conversations/{id}/goodbye and the goodbye form: the last message, with an id made by the client. */
export const goodbyeInput = z.object({
  id: optionalClientId,
  content: requiredText(msg("Write a goodbye"), MESSAGE_MAX, msg("Use at most 2,000 characters")),
});
export type GoodbyeInput = z.output<typeof goodbyeInput>;

/** The sequence of the last message shown. */
export const readMarkerInput = z.object({
  sequence: z.number({ errorMap: SEQUENCE }).int().positive().safe(),
});

/** The query of the list of conversations; `isLater` is true once those in which the other wrote last have been listed. */
export const conversationPage = z.object({
  cursor: cursorField({ isLater: z.boolean(), at: cursorNumber, id: cursorText }),
});

/** GET /api/conversations: the open ones unless `list` is "closed". */
export const conversationQuery = conversationPage.extend({
  list: z.enum(["open", "closed"], { errorMap: saying(msg("list must be open or closed")) }).optional(),
});
export type ConversationCursor = NonNullable<z.output<typeof conversationPage>["cursor"]>;
