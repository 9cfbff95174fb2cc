// A talk of two members: what starts one, and what lists show of it.
import { z } from "zod";
import { exactText, memberIdField } from "./fields";
import type { NoticeWords } from "./notice";
import { avatarUrl } from "./person";

/** What the chat's head says where the pair has no score: one of them has saved no preferences. */
export const UNKNOWN_COMPATIBILITY = 87;

/** POST /api/conversations, and the Start Conversation and Send Message buttons. */
export const conversationInput = z.object({ targetUserId: memberIdField });

/** What is said when a conversation was started. */
export const conversationWords = {
  title: "Conversation started",
  description: "You can now chat with your match!",
};

/** What is said when a request was answered, or its sender blocked. A decline offers Undo. */
export const requestWords = {
  accepted: (firstName: string): NoticeWords => ({
    title: "Request accepted",
    description: `You and ${firstName} can now write to each other.`,
  }),
  declined: (id: string, firstName: string): NoticeWords => ({
    title: "Request declined",
    description: `${firstName} is not told.`,
    action: { label: "Undo", icon: "undo", to: `/messages/${id}/decline`, fields: { undo: "yes" } },
  }),
  undone: { title: "The request is back" },
};

/** One side of a conversation. */
export type Participant = { id: string; firstName: string; profileImageUrl: string | null };

/** A conversation as lists and the API show it. `accepted` is false while it is a request. */
export type ConversationSummary = {
  id: string;
  user1Id: string;
  user2Id: string;
  user1: Participant;
  user2: Participant;
  accepted: boolean;
  /** How many messages are new to whoever asks, 100 at most. */
  unreadCount: number;
  lastMessageAt: string;
  createdAt: string;
};

/** Whichever of the two is not the current member. */
export function otherOf(
  talk: Pick<ConversationSummary, "user1" | "user2">,
  memberId: string | number,
): Participant {
  return talk.user1.id === String(memberId) ? talk.user2 : talk.user1;
}

/** Open to both, or a request that the member has sent or received. The first of the two is who began it. */
export type Standing = "open" | "sent" | "received";

/** Where a conversation stands for one of its two. */
function standingOf(
  talk: Pick<ConversationSummary, "accepted" | "user1Id">,
  memberId: string | number,
): Standing {
  if (talk.accepted) return "open";
  return talk.user1Id === String(memberId) ? "sent" : "received";
}

/** The other of a conversation, as its screens show them. */
export type Partner = { id: string; firstName: string; avatarUrl: string };

/** A row of the list of conversations. */
export type ConversationRow = {
  id: string;
  partner: Partner;
  standing: Standing;
  unreadCount: number;
  lastMessageAt: string;
};

/** A conversation as one of its two sees it. */
export function conversationRow(talk: ConversationSummary, memberId: string | number): ConversationRow {
  const other = otherOf(talk, memberId);
  return {
    id: talk.id,
    partner: { id: other.id, firstName: other.firstName, avatarUrl: avatarUrl(other) },
    standing: standingOf(talk, memberId),
    unreadCount: talk.unreadCount,
    lastMessageAt: talk.lastMessageAt,
  };
}

/** Where the page before ended: the time and the id of its last row. */
export type ConversationCursor = { at: number; id: string };

const NOT_OURS = "The cursor is not one of ours";

/** The query of a list of conversations: where to go on. */
export const conversationPage = z.object({
  cursor: exactText(NOT_OURS)
    .regex(/^\d{1,15}_[\w-]{1,64}$/, NOT_OURS)
    .transform((typed): ConversationCursor => {
      const [at = "", id = ""] = typed.split(/_(.*)/s);
      return { at: Number(at), id };
    })
    .optional(),
});
