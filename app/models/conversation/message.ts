// Messages of an open conversation, as the API and the chat screen hold them.

import { MINUTE_MS } from "~/durations";
import { msg } from "~/language/text";
import type { Face } from "~/models/public-member";
import type { ConversationRow } from "./conversation";
import type { PlanSummary } from "./plan/plan";
import type { QuoteDto } from "./quote/quote";
import type { ReactionDto } from "./reaction";
import type { MessageContent } from "./share";

export const MESSAGE_MAX = 2000;

/** The longest query that messages are searched for, in characters. */
export const SEARCH_MAX = 200;

/** The message about a conversation that has ended. */
export const CONVERSATION_GONE = msg("This conversation is no longer available.");
export const MESSAGE_GONE = msg("This message is no longer available.");

/** How many messages make a page. */
export const MESSAGE_PAGE = 50;

/** What a shared link leads to. `pictureUrl` is a picture on this server. */
export type LinkDetails = { title: string; artist: string | null; pictureUrl: string | null };

/** A message in the API. */
export type MessageDto = MessageContent & {
  id: string;
  conversationId: string;
  /** Counts from 1 within the conversation, in the server's order. */
  sequence: number;
  senderId: string;
  content: string;
  createdAt: string;
  /** Absent if it still says what was sent. A deleted message has no text. */
  editedAt?: string;
  deletedAt?: string;
  /** The URL that plays a shared song, unless it is known to have no preview. */
  previewUrl?: string;
  /** What a shared link leads to, once its site has said so. */
  link?: LinkDetails;
  /** The photo that is quoted; absent once its member has removed it. */
  quotedPhoto?: Face;
  /** Absent without any. */
  reactions?: ReactionDto[];
  /** The message of this conversation that it replies to, and that message's current text. */
  quotedId?: string;
  quote?: QuoteDto;
  /** For the sender of a first message that a moderator has to see or has refused. */
  review?: Review;
};

/** The state, for its sender, of a first message that a moderator has to see. */
export type Review = { state: "waiting" | "refused"; statement: string };

/** What an edited message said before, until `replacedAt`. */
export type MessageVersionDto = { content: string; replacedAt: string };

/** How long members can edit what they have written. */
export const EDIT_MINUTES = 15;

/** How many times they can edit each message. */
export const EDITS_MAX = 10;

/** How many times they can edit the first message of a request until somebody answers it. */
export const FIRST_EDITS_MAX = 2;

/** Whether its sender can still edit a message; videos and voice notes have no text of their own. */
export function isEditable({ createdAt, deletedAt, messageType }: MessageDto, now = Date.now()): boolean {
  const isRecent = Date.parse(createdAt) > now - EDIT_MINUTES * MINUTE_MS;
  const hasText = messageType !== "youtube_video" && messageType !== "voice";
  return isRecent && deletedAt === undefined && hasText;
}

/** The page of a message: its earlier texts, and for its sender the form that edits or deletes it. */
export function messagePath({ conversationId, id }: Pick<MessageDto, "conversationId" | "id">): string {
  return `/messages/${conversationId}/message/${id}`;
}

/** When it was deleted or last edited; empty if it never was. */
export function changedAt({ deletedAt, editedAt }: MessageDto): string {
  return deletedAt ?? editedAt ?? "";
}

/** What stands in place of a deleted message. */
export const MESSAGE_DELETED = msg("Message deleted");

/** A message still being sent, or not delivered, under the id it will be saved with. */
export type PendingMessage = {
  id: string;
  content: string;
  quote?: QuoteDto;
  /** Set for a message that waits for a connection, or that was refused when it was sent; `drop` deletes it. */
  waits?: { refusal?: string; drop: () => void };
} & MessageContent;

/** An open chat. The newest message comes last. */
export type Chat = Omit<
  ConversationRow,
  "lastMessage" | "song" | "lastMessageAt" | "isYourTurn" | "hasWarning" | "unreadCount"
> & {
  messages: MessageDto[];
  /** Whether the viewer sees photos without a click; set only where the chat is shown. */
  opensPhotos?: boolean;
  /** The plan of the two; set only where the chat is shown. */
  plan?: PlanSummary | null;
  /** Whether there may be older messages. */
  hasEarlier: boolean;
  /** Whether the viewer hasn't seen a message, or a reaction to one of theirs. */
  isNew: boolean;
  /** The sequence of the viewer's last message that the partner has seen; 0 if there is none or they don't share it. */
  seen: number;
};

/** The URL of the chat at a message that has been found. */
export function foundPath({ conversationId, id }: Pick<MessageDto, "conversationId" | "id">): string {
  return `/messages/${conversationId}?around=${id}#${messageAnchor(id)}`;
}

/** The id of a message's element. */
export function messageAnchor(id: string): string {
  return `message-${id}`;
}

/** Combines two lists of messages in the server's order, each message once. */
export function mergeMessages(current: MessageDto[], incoming: MessageDto[]): MessageDto[] {
  const ids = new Set(current.map((message) => message.id));
  const added = incoming.filter((message) => !ids.has(message.id));
  return added.length ? [...current, ...added].sort((a, b) => a.sequence - b.sequence) : current;
}
