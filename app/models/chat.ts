// An open conversation as the screen holds it. Without schemas, so that the screen stays light.
import type { ConversationRow } from "./conversation";
import type { Said } from "./share";

export const MESSAGE_MAX = 2000;

/** How many messages a page of them has. */
export const MESSAGE_PAGE = 50;

/** A message as lists and the API show it. */
export type ShownMessage = Said & {
  id: string;
  conversationId: string;
  /** The server's order within everything that was written. */
  sequence: number;
  senderId: string;
  content: string;
  createdAt: string;
};

/** A message that is on its way, or did not get through: shown under the id that it will be saved with. */
export type MessageDraft = { id: string; content: string } & Said;

/** A conversation that is open on the screen: its messages stand with the newest last. */
export type Chat = Omit<ConversationRow, "lastMessageAt"> & {
  messages: ShownMessage[];
  /** Whether there may be messages before these. */
  hasEarlier: boolean;
};

/** Every message once, in the server's order. */
export function mergeMessages(kept: ShownMessage[], arrived: ShownMessage[]): ShownMessage[] {
  const known = new Set(kept.map((message) => message.id));
  const added = arrived.filter((message) => !known.has(message.id));
  return added.length ? [...kept, ...added].sort((one, other) => one.sequence - other.sequence) : kept;
}
