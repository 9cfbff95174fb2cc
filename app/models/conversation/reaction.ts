// Reactions to messages, as the API and the chat screen hold them.
import type { ReactionKind } from "db/column-types";

/** What the six reactions are called. */
export const reactionNames: Record<ReactionKind, string> = {
  heart: "Heart",
  laugh: "Laugh",
  wow: "Wow",
  tear: "Tear",
  record: "Record",
  dancer: "Dancer",
};

/** A member's reaction to a message. */
export type ReactionDto = { memberId: string; reaction: ReactionKind };

/** The reactions to the newest messages of a conversation, from number `from` on, by the message's id. */
export type RecentReactions = { from: number; reactions: Record<string, ReactionDto[]> };
