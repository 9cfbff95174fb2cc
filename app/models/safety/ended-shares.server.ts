// What sanctions have ended: which of them keeps it for an appeal, and what none of them brings back any longer.
import type { EndedPart, EndedShares } from "db/column-types";
import { hasRow } from "db/has-row.server";
import { conversation, member, playlist, sanction, triviaGame } from "db/schema";
import type { Tx } from "db/transaction.server";
import { and, asc, type Column, eq, gt, gte, inArray, isNull, type SQL } from "drizzle-orm";
import { restoreConnections } from "~/models/match/connection-restore.server";
import { isOfPair, pairOf } from "~/models/pair.server";
import { CONNECTION_ENDING_SANCTIONS } from "./sanction.server";

/**
 * Brings back what an overturned sanction of a member ended. What would have been ended by a later one of theirs, or of the
 * member that it is shared with, is left to that one, which brings it back if it is overturned as well.
 */
export async function restoreEnded(
  tx: Tx,
  memberId: number,
  { startsAt, ended }: typeof sanction.$inferSelect,
): Promise<void> {
  const { left = [], ...own } = ended;
  // The newest first: of several conversations of a pair it is the one that comes back.
  const parts = [{ ...own, since: startsAt.getTime() }, ...left].sort(
    (one, other) => other.since - one.since,
  );
  const later = await findEnding(tx, memberId, gt(sanction.startsAt, startsAt));
  if (later) return leaveTo(tx, later, parts);
  for (const part of parts) {
    const isLater = gte(sanction.startsAt, new Date(part.since));
    const isSanctioned = hasRow(sanction, isEnding(member.id, isLater));
    for (const [otherId, shared] of await restoreConnections(tx, memberId, part, isSanctioned)) {
      const theirs = await findEnding(tx, otherId, isLater);
      if (theirs) await leaveTo(tx, theirs, [shared]);
    }
  }
}

/** True for a member's sanctions of `which` that end what they share and stand, whether they are over or not. */
function isEnding(memberId: Column | number, which: SQL): SQL | undefined {
  return and(
    eq(sanction.memberId, memberId),
    inArray(sanction.kind, CONNECTION_ENDING_SANCTIONS),
    isNull(sanction.overturnedAt),
    which,
  );
}

/** The first of a member's sanctions for which `isEnding` is true. */
async function findEnding(tx: Tx, memberId: number, which: SQL) {
  const [found] = await tx
    .select({ id: sanction.id, ended: sanction.ended })
    .from(sanction)
    .where(isEnding(memberId, which))
    .orderBy(asc(sanction.startsAt))
    .limit(1);
  return found;
}

/** Leaves what has ended to another sanction. */
async function leaveTo(
  tx: Tx,
  { id, ended }: { id: string; ended: EndedShares },
  parts: EndedPart[],
): Promise<void> {
  const left = [...(ended.left ?? []), ...parts];
  await tx
    .update(sanction)
    .set({ ended: { ...ended, left } })
    .where(eq(sanction.id, id));
}

/** Keeps overturned decisions from restoring what two members shared before one of them blocked, unmatched or passed. */
export async function forgetEnded(tx: Tx, oneId: number, otherId: number): Promise<void> {
  const both = [oneId, otherId];
  const sanctions = await tx
    .select({ id: sanction.id, ended: sanction.ended })
    .from(sanction)
    .where(and(inArray(sanction.memberId, both), isNull(sanction.overturnedAt)));
  if (!sanctions.length) return;
  const conversations = await tx
    .select({ id: conversation.id })
    .from(conversation)
    .where(isOfPair(conversation, pairOf(oneId, otherId)));
  const games = await tx
    .select({ id: triviaGame.id })
    .from(triviaGame)
    .where(and(inArray(triviaGame.player1Id, both), inArray(triviaGame.player2Id, both)));
  const playlists = await tx
    .select({ id: playlist.id })
    .from(playlist)
    .where(inArray(playlist.ownerId, both));
  const ids = new Set([...conversations, ...games, ...playlists].map(({ id }) => id));
  const isOfOthers = (one: number, other: number) => !both.includes(one) || !both.includes(other);
  const withoutPair = <Ended extends EndedShares>(ended: Ended): Ended => ({
    ...ended,
    matches: ended.matches.filter((each) => isOfOthers(each.lowId, each.highId)),
    likes: ended.likes.filter((each) => isOfOthers(each.memberId, each.targetId)),
    conversationIds: ended.conversationIds.filter((each) => !ids.has(each)),
    requestIds: ended.requestIds?.filter((each) => !ids.has(each)),
    games: ended.games?.filter((each) => !ids.has(each.id)),
    playlists: ended.playlists?.filter((each) => !ids.has(each.id) || !both.includes(each.collaboratorId)),
  });
  for (const { id, ended } of sanctions) {
    const kept = { ...withoutPair(ended), left: ended.left?.map(withoutPair) };
    await tx.update(sanction).set({ ended: kept }).where(eq(sanction.id, id));
  }
}
