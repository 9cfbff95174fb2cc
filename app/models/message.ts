// What members write to each other: what is taken, and where lists go on.
import { z } from "zod";
import { MESSAGE_MAX } from "./chat";
import { clientId, requiredText } from "./fields";

/** The composer's form and POST /api/conversations/{id}/messages. `id` is made by the client: a repeat is the same. */
export const messageInput = z.object({
  content: requiredText("Write a message first", MESSAGE_MAX, "Messages have at most 2,000 characters"),
  id: clientId.optional(),
});
export type MessageInput = z.output<typeof messageInput>;

/** Where a page of messages goes on: the id of a message, back from it or on from it. */
export const messagePage = z.object({ before: clientId.optional(), after: clientId.optional() });
export type MessagePage = z.output<typeof messagePage>;
