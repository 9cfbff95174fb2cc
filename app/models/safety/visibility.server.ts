// Who can see a member, and the update of others' pages when a member is hidden, suspended, paused or restored.
import { db } from "db/client.server";
import type { Given } from "db/prepared.server";
import { conversation, match, member, outbox, playlist, triviaGame } from "db/schema";
import { and, eq, exists, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { unionAll } from "drizzle-orm/sqlite-core";
import { eventColumns, notify } from "~/live/outbox.server";
import { updateCandidate } from "~/matching/candidate.server";
import {
  hasRequested,
  isConnected,
  isOpenConversationOf,
  pairInStatement,
} from "~/models/match/connection-end.server";
import { isOneOfTwo, otherMemberId } from "~/models/shared/pair.server";
import { hasGameWith } from "~/models/trivia/trivia.server";
import { canMeet, hasBlocked, isSomebodyElse } from "./block.server";

/** True for the `member` with this id if the other can see them. */
export function canSee(memberId: number, otherId: number): SQL | undefined {
  return and(isSomebodyElse(memberId, otherId), isVisibleTo(memberId));
}

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

/**
 * True for each `member` whom this one can see: not deleted, suspended or blocked either way, after no connection that has
 * ended, and if paused or hidden only with a match, a conversation or a request to answer. To the sender of a request that
 * waits, only a deletion shows.
 */
export function isVisibleTo(memberId: Given<number>): SQL | undefined {
  const pair = pairInStatement(memberId, member.id);
  const isAsked = exists(
    db
      .select({ id: conversation.id })
      .from(conversation)
      .where(
        and(
          isOpenConversationOf(pair),
          isNotNull(conversation.lastMessageAt),
          isNull(conversation.declinedAt),
        ),
      ),
  );
  return and(
    isNull(member.deletedAt),
    or(
      hasRequested(memberId, member.id),
      and(
        isNull(member.suspendedAt),
        canMeet(memberId, member.id),
        or(isNull(member.unlistedAt), isConnected(pair), isAsked),
      ),
    ),
  );
}

/** Whose open pages a change reloads: the member's own, and those of everyone who shares something with the member. */
export type Reloads = { self?: boolean | SQL; contacts?: boolean | SQL };

/**
 * The statements that follow a change in who can see a member: they update Discover and reload open pages, all of them
 * unless told otherwise. They follow the change in its batch; pass the results to `notifyReloaded`. The outbox reaches
 * other machines.
 */
export function propagateVisibility(
  memberId: number,
  { self: reloadsSelf = true, contacts: reloadsContacts = true }: Reloads = {},
) {
  const contacts = unionAll(
    db
      .select({ id: otherMemberId(match, memberId).as("id") })
      .from(match)
      .where(isOneOfTwo(match, memberId)),
    db
      .select({ id: otherMemberId(conversation, memberId).as("id") })
      .from(conversation)
      .where(and(isOneOfTwo(conversation, memberId), isNull(conversation.endedAt))),
    db
      .select({ id: sql<number>`${triviaGame.player1Id} + ${triviaGame.player2Id} - ${memberId}`.as("id") })
      .from(triviaGame)
      .where(or(eq(triviaGame.player1Id, memberId), eq(triviaGame.player2Id, memberId))),
    db
      .select({ id: sql<number>`${playlist.ownerId} + ${playlist.collaboratorId} - ${memberId}`.as("id") })
      .from(playlist)
      .where(
        and(
          or(eq(playlist.ownerId, memberId), eq(playlist.collaboratorId, memberId)),
          isNotNull(playlist.collaboratorId),
        ),
      ),
    db.select({ id: sql<number>`${memberId}`.as("id") }).from(sql`(select 1)`),
  ).as("contacts");
  const reset = db
    .insert(outbox)
    .select(
      db
        .selectDistinct(eventColumns(contacts.id, "reset", ""))
        .from(contacts)
        .where(sql`case ${contacts.id} when ${memberId} then ${reloadsSelf} else ${reloadsContacts} end`),
    )
    .returning({ memberId: outbox.recipientId });
  return [...updateCandidate(memberId), reset] as [...BatchItem<"sqlite">[], typeof reset];
}

/** Wakes the open pages that `propagateVisibility` reloads; `results` are those of a batch that ends with it. */
export function notifyReloaded(results: readonly unknown[]) {
  notify((results.at(-1) as { memberId: number }[]).map(({ memberId }) => memberId));
}
