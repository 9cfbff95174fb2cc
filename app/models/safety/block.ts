// Blocks as the settings and the API show them, and the notices about ended connections.
import type { NoticeMessage } from "~/models/notice";
import type { PublicName } from "~/models/public-member";

/** A member whom the reader has blocked. */
export type BlockDto = PublicName & { userId: string; createdAt: string };

/** The notices for a member who was unmatched, blocked or unblocked. */
export const endingMessages = {
  unmatched: (firstName: string): NoticeMessage => ({
    title: "Unmatched",
    description: `Your match and conversation with ${firstName} have ended.`,
  }),
  endedBefore: { title: "Unmatched", description: "Your match and conversation had already ended." },
  blocked: (firstName: string): NoticeMessage => ({
    title: "Blocked",
    description: `You and ${firstName} won't see each other anymore.`,
  }),
  unblocked: { title: "Unblocked", description: "If you had a match or a conversation, it won't come back." },
};

/** The path to return to after a connection ends: the list it was ended from, if any. */
export function pathAfterEnding(from: string): string {
  if (/^\/(discover|matches)(\?|$)/.test(from)) return from;
  return from.startsWith("/messages") ? "/messages" : "/discover";
}
