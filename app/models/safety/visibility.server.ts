// Who can see a member, and the update of others' pages when a member is hidden, suspended, paused or restored.
import { db } from "db/client.server";
import { conversation, match, member, outbox, playlist, triviaGame } from "db/schema";
import { and, eq, exists, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { unionAll } from "drizzle-orm/sqlite-core";
import { eventColumns, notify } from "~/live/outbox.server";
import { updateCandidate } from "~/matching/candidate.server";
import { isMatchOf } from "~/models/match/connection-end.server";
import { pairOf } from "~/models/shared/pair";
import { isOneOfTwo, otherMemberId } from "~/models/shared/pair.server";
import { isAvailable } from "./block.server";

/** True for the `member` with this id if the other can see them: a paused or hidden one only after a match. */
export function canSee(memberId: number, otherId: number): SQL | undefined {
  const isMatched = exists(
    db
      .select({ id: match.id })
      .from(match)
      .where(isMatchOf(pairOf(memberId, otherId))),
  );
  return and(isAvailable(memberId, otherId), or(isNull(member.unlistedAt), isMatched));
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
