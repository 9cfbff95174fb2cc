// The numbers that every page of a member shows, read together.
import { findPlaces } from "~/live/outbox.server";
import { countConversations } from "./conversation.server";
import type { Counts } from "./counts";
import { countMutualMatches } from "./match.server";
import { countUnread } from "./reading.server";

/** A member's numbers. The place in the outbox is read first: what comes while the rest is read is told again. */
export async function getCounts(memberId: number): Promise<Counts> {
  const { newest, last } = await findPlaces(memberId);
  const [mutualMatches, conversations, unread] = await Promise.all([
    countMutualMatches(memberId),
    countConversations(memberId),
    countUnread(memberId),
  ]);
  return { mutualMatches, conversations, unread, newest, place: String(last) };
}
