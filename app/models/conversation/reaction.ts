// Reactions to messages, as the API and the chat screen hold them.
import type { ReactionKind } from "db/column-types";

/** What the six reactions look like and are called. */
export const reactions: Record<ReactionKind, { sign: string; name: string }> = {
  heart: { sign: "❤️", name: "Heart" },
  laugh: { sign: "😂", name: "Laugh" },
  wow: { sign: "😮", name: "Wow" },
  tear: { sign: "😢", name: "Tear" },
  record: { sign: "💿", name: "Record" },
  dancer: { sign: "💃", name: "Dancer" },
};

/** A member's reaction to a message. */
export type ReactionDto = { memberId: string; reaction: ReactionKind };
