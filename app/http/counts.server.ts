// The counts in the navigation, read together.
import { client } from "db/client.server";
import { readHistory } from "db/history.server";
import { encodeCursor, hashEventId } from "~/live/cursor.server";
import { findNewestEvent } from "~/live/outbox.server";
import { countTotals } from "~/models/conversation/list/conversation-count.server";
import { countMutualMatches } from "~/models/match/match.server";
import type { Counts } from "~/models/notification/counts";
import { countUnreadNotifications } from "~/models/notification/notification.server";
import { countToModerate } from "~/models/safety/case/case-list.server";

/**
 * A member's counts. The last event id is read first, so that a stream resumed from it repeats events rather than missing some.
 */
export async function getCounts(memberId: number): Promise<Counts> {
  const { last } = await readHistory(client);
  const newest = await findNewestEvent(memberId);
  const [mutualMatches, { conversations, unread }, newMatches, notifications, toModerate] = await Promise.all(
    [
      countMutualMatches(memberId),
      countTotals(memberId),
      countUnreadNotifications(memberId, { kind: "match" }),
      countUnreadNotifications(memberId),
      countToModerate(memberId),
    ],
  );
  return {
    memberId: String(memberId),
    mutualMatches,
    conversations,
    newMatches,
    unread,
    notifications,
    toModerate,
    newest: hashEventId(memberId, newest),
    lastEventId: encodeCursor(memberId, last),
  };
}
