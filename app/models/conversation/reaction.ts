// Reactions to messages, as the API and the chat screen hold them.
import type { ReactionKind } from "db/column-types";
import { type Message, msg } from "~/language/text";

/** What the six reactions are called. */
export const reactionNames: Record<ReactionKind, Message> = {
  heart: msg("Heart"),
  laugh: msg("Laugh"),
  wow: msg("Wow"),
  tear: msg("Tear"),
  record: msg("Record", { as: "noun" }),
  dancer: msg("Dancer"),
};

/** A member's reaction to a message. */
export type ReactionDto = { memberId: string; reaction: ReactionKind };

/** The reactions to the newest messages of a conversation, from number `from` on, by the message's id. */
export type RecentReactions = { from: number; reactions: Record<string, ReactionDto[]> };
