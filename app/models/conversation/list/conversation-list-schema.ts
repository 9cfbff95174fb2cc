// The schema of the list's query. The list's screen would load the other schemas of conversations with it.
import { z } from "zod";
import { cursorField, cursorNumber, cursorText } from "~/models/cursor";

/** The query of the list of conversations; `isLater` is true after those in which the other wrote last. */
export const conversationPage = z.object({
  cursor: cursorField({ isLater: z.boolean(), at: cursorNumber, id: cursorText }),
});

/** GET /api/conversations: the open ones unless `list` is "closed". */
export const conversationQuery = conversationPage.extend({
  list: z.enum(["open", "closed"], { message: "list must be open or closed" }).optional(),
});
export type ConversationCursor = NonNullable<z.output<typeof conversationPage>["cursor"]>;
