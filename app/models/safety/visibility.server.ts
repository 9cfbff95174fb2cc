// Who can see a member, and the update of others' pages when a member is hidden, suspended, paused or restored.
import { db } from "db/client.server";
import { conversation, match, member, playlist, triviaGame } from "db/schema";
import type { Tx } from "db/transaction.server";
import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { union } from "drizzle-orm/sqlite-core";
import { publishEvent } from "~/live/publish.server";
import { updateCandidate } from "~/matching/candidate.server";
import { canSee, hasBlocked } from "~/models/availability.server";
import { endJointPlays } from "~/models/conversation/joint-play/joint-play-end.server";
import { isOneOfTwo, otherMemberId } from "~/models/pair.server";
import { hasGameWith } from "~/models/trivia/game-access.server";

/** A member to ask about before blocking: one that the other can see, plays with or has blocked. */
export async function getBlockableMember(memberId: number, otherId: number) {
  const isBlockable = or(
    canSee(memberId, otherId),
    hasBlocked(memberId, otherId),
    and(isNull(member.deletedAt), hasGameWith(memberId, otherId)),
  );
  const [row] = await db
    .select({ firstName: member.firstName })
    .from(member)
    .where(and(eq(member.id, otherId), isBlockable));
  return row;
}

/** Whose open pages a change reloads: the member's own, and those of everyone who shares something with the member. */
export type Reloads = { self?: boolean; contacts?: boolean };

/** Updates Discover after a change in who can see a member, and reloads open pages, all of them unless told otherwise. */
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

/** Everyone who shares something with a member. */
async function listContacts(tx: Tx, memberId: number): Promise<number[]> {
  const { player1Id, player2Id } = triviaGame;
  const { ownerId, collaboratorId } = playlist;
  const isShared = and(or(eq(ownerId, memberId), eq(collaboratorId, memberId)), isNotNull(collaboratorId));
  const rows = await union(
    tx
      .select({ id: otherMemberId(match, memberId).as("id") })
      .from(match)
      .where(isOneOfTwo(match, memberId)),
    tx
      .select({ id: otherMemberId(conversation, memberId).as("id") })
      .from(conversation)
      .where(and(isOneOfTwo(conversation, memberId), isNull(conversation.endedAt))),
    tx
      .select({ id: sql<number>`${player1Id} + ${player2Id} - ${memberId}`.as("id") })
      .from(triviaGame)
      .where(or(eq(player1Id, memberId), eq(player2Id, memberId))),
    tx
      .select({ id: sql<number>`${ownerId} + ${collaboratorId} - ${memberId}`.as("id") })
      .from(playlist)
      .where(isShared),
  );
  return rows.map(({ id }) => id);
}
