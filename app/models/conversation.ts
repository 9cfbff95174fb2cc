// A talk of two members: what starts one, and what lists show of it.
import { z } from "zod";
import { memberIdField } from "./fields";

/** POST /api/conversations, and the Start Conversation and Send Message buttons. */
export const conversationInput = z.object({ targetUserId: memberIdField });

/** What is said when a conversation was started. */
export const conversationWords = {
  title: "Conversation started",
  description: "You can now chat with your match!",
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
