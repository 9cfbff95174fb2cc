// What members write to each other.
import { z } from "zod";
import { clientId, requiredText } from "./fields";

export const MESSAGE_MAX = 2000;

/** The composer's form and POST /api/conversations/{id}/messages. `id` is made by the client: a repeat is the same. */
export const messageInput = z.object({
  content: requiredText("Write a message first", MESSAGE_MAX, "Messages have at most 2,000 characters"),
  id: clientId.optional(),
});
export type MessageInput = z.output<typeof messageInput>;

/** A message as lists and the API show it. */
export type ShownMessage = {
  id: string;
  conversationId: string;
  /** The server's order within everything that was written. */
  sequence: number;
  senderId: string;
  content: string;
  messageType: string | null;
  metadata: Record<string, unknown> | null;
  createdAt: string;
};
