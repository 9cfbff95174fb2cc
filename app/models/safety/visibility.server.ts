// Updates others' pages when a member is hidden, suspended, paused or restored.

import { conversation, match, member, notification, playlist, triviaGame } from "db/schema";
import { hasRow, type Tx } from "db/transaction.server";
import { and, type Column, eq, isNotNull, isNull, ne, not, notInArray, or, sql } from "drizzle-orm";
import { alias, union } from "drizzle-orm/sqlite-core";
import { publishEvent } from "~/live/publish.server";
import { updateCandidate } from "~/matching/candidate.server";
import { canMeet, canSee, hasNotPassedOn, isConnected, isKnownTo } from "~/models/access.server";
import { endJointPlays } from "~/models/conversation/joint-play/joint-play-end.server";
import { isKept } from "~/models/notification/notification-reading.server";
import { isOneOfTwo, otherMemberId, pairInStatement } from "~/models/pair.server";

/** Whose open pages a change reloads: the member's own, and those of everyone who shares something with the member. */
export type Reloads = { self?: boolean; contacts?: boolean };

/** Updates Discover after a change in who can see a member, and reloads open pages; by default all of them. */
export async function propagateVisibility(
  tx: Tx,
  memberId: number,
  { self = true, contacts = true }: Reloads = {},
): Promise<void> {
  await updateCandidate(tx, memberId);
  await endJointPlays(tx, isOneOfTwo(conversation, memberId));
  const others = contacts ? await listContacts(tx, memberId) : [];
  await publishEvent(tx, "reset", self ? [memberId, ...others] : others);
}

/**
 * Makes a change, and reloads the open pages of members who have sent the member a request or a challenge, or were notified of
 * a game with them, and whose view of them the change affects.
 */
export async function reloadAskers<Result>(
  tx: Tx,
  memberId: number,
  change: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const before = await listAskers(tx, memberId);
  const result = await change(tx);
  const after = await listAskers(tx, memberId);
  const changed = [...before, ...after].filter((id) => before.includes(id) !== after.includes(id));
  await publishEvent(tx, "reset", changed);
  return result;
}

/**
 * The members who have a request or a challenge to a member or news of a game with them, aren't connected with them, and see
 * them.
 */
async function listAskers(tx: Tx, memberId: number): Promise<number[]> {
  const asked = alias(conversation, "asked");
  const { player1Id, player2Id, status, ending } = triviaGame;
  const hasNews = (id: Column) =>
    and(notInArray(ending, ["ended", "withdrawn"]), hasRow(notification, isKept(id, "game", triviaGame.id)));
  const seesMember = (id: Column) =>
    hasRow(
      member,
      and(eq(member.id, memberId), canSee(id), not(isConnected(pairInStatement(id, member.id)))),
    );
  const rows = await union(
    tx
      .select({ id: asked.startedBy })
      .from(asked)
      .where(
        and(
          isOneOfTwo(asked, memberId),
          ne(asked.startedBy, memberId),
          isNull(asked.acceptedAt),
          isNull(asked.endedAt),
          seesMember(asked.startedBy),
        ),
      ),
    tx
      .select({ id: player1Id })
      .from(triviaGame)
      .where(
        and(eq(player2Id, memberId), or(eq(status, "waiting"), hasNews(player1Id)), seesMember(player1Id)),
      ),
    tx
      .select({ id: player2Id })
      .from(triviaGame)
      .where(and(eq(player1Id, memberId), hasNews(player2Id), seesMember(player2Id))),
  );
  return rows.map(({ id }) => id);
}

/** Everyone who shares something with a member, unless they are apart. */
async function listContacts(tx: Tx, memberId: number): Promise<number[]> {
  const { player1Id, player2Id, status, ending, dismissedAt } = triviaGame;
  const { ownerId, collaboratorId } = playlist;
  const isShared = and(or(eq(ownerId, memberId), eq(collaboratorId, memberId)), isNotNull(collaboratorId));
  // Nobody sees a challenge that was withdrawn or dismissed, or one from a member they have passed on.
  const isSeenGame = and(
    sql`${ending} is not 'withdrawn'`,
    or(ne(status, "waiting"), and(isNull(dismissedAt), hasNotPassedOn(player2Id, player1Id))),
  );
  const isUnlisted = hasRow(member, and(eq(member.id, memberId), isNotNull(member.unlistedAt)));
  // Nobody sees their own request to somebody who is paused or hidden.
  const isSeenRequest = or(
    isNotNull(conversation.acceptedAt),
    eq(conversation.startedBy, memberId),
    not(isUnlisted),
  );
  const rows = await union(
    tx
      .select({ id: otherMemberId(match, memberId).as("id") })
      .from(match)
      .where(isOneOfTwo(match, memberId)),
    tx
      .select({ id: otherMemberId(conversation, memberId).as("id") })
      .from(conversation)
      .where(
        and(
          isOneOfTwo(conversation, memberId),
          isNull(conversation.endedAt),
          isKnownTo(otherMemberId(conversation, memberId)),
          isSeenRequest,
        ),
      ),
    tx
      .select({ id: sql<number>`${player1Id} + ${player2Id} - ${memberId}`.as("id") })
      .from(triviaGame)
      .where(or(eq(player2Id, memberId), and(eq(player1Id, memberId), isSeenGame))),
    tx
      .select({ id: sql<number>`${ownerId} + ${collaboratorId} - ${memberId}`.as("id") })
      .from(playlist)
      .where(isShared),
  );
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const isContact = sql`${member.id} in (select value from json_each(${ids}))`;
  const contacts = await tx
    .select({ id: member.id })
    .from(member)
    .where(and(isContact, canMeet(memberId, member.id)));
  return contacts.map(({ id }) => id);
}
