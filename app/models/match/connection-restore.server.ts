// Brings back what a sanction ended, after an overturned appeal.
import type { EndedShares } from "db/column-types";
import {
  block,
  conversation,
  decision,
  endedConnection,
  match,
  member,
  playlist,
  triviaGame,
} from "db/schema";
import type { Tx } from "db/transaction.server";
import { and, type Column, eq, exists, isNull, notExists, or, sql } from "drizzle-orm";
import { publish } from "~/live/publish.server";
import { isMatchOf, isOpenConversationOf } from "~/models/connected.server";
import { type Pair, pairInStatement } from "~/models/pair.server";

const one = { one: sql`1` };

/**
 * Brings back what a sanction ended, except with members who have left or been sanctioned since, or where either has
 * blocked the other.
 */
export async function restoreConnections(tx: Tx, sanctionId: string): Promise<void> {
  const sanctioned = sql`(select member_id from sanction where id = ${sanctionId})`;
  const kept = (name: keyof EndedShares) =>
    sql`(select value from sanction, json_each(sanction.ended, ${`$.${name}`}) where sanction.id = ${sanctionId})`;
  const isRestorable = ({ lowId, highId }: Pair) =>
    and(
      notExists(
        tx
          .select(one)
          .from(block)
          .where(
            sql`(${block.memberId}, ${block.targetId}) in ((${lowId}, ${highId}), (${highId}, ${lowId}))`,
          ),
      ),
      notExists(
        tx
          .select(one)
          .from(member)
          .where(
            and(
              sql`${member.id} in (${lowId}, ${highId})`,
              sql`${member.id} is not ${sanctioned}`,
              sql`coalesce(${member.deletedAt}, ${member.suspendedAt}, ${member.hiddenAt}) is not null`,
            ),
          ),
      ),
    );
  const keptValue = (name: keyof EndedShares, key: string, id: Column) =>
    sql`(select value ->> ${key} from ${kept(name)} where value ->> 'id' = ${id})`;
  const isKept = (name: keyof EndedShares, id: Column) =>
    sql`${id} in (select value ->> 'id' from ${kept(name)})`;
  const matched = { lowId: sql`value ->> 'lowId'`, highId: sql`value ->> 'highId'` };
  const liked = pairInStatement(decision.memberId, decision.targetId);
  await tx
    .insert(match)
    .select(
      sql`select value ->> 'id', value ->> 'lowId', value ->> 'highId', value ->> 'createdAt'
        from ${kept("matches")} where ${isRestorable(matched)}`,
    )
    .onConflictDoNothing();
  // What stood in the list of ended conversations for a match without one.
  await tx.delete(conversation).where(
    and(
      isKept("matches", conversation.id),
      exists(
        tx
          .select(one)
          .from(match)
          .where(and(isMatchOf(conversation), eq(match.id, conversation.id))),
      ),
    ),
  );
  await tx
    .update(conversation)
    .set({ endedAt: null })
    .where(and(sql`${conversation.id} in ${kept("conversationIds")}`, isRestorable(conversation)));
  await tx
    .update(decision)
    .set({
      liked: true,
      decidedAt: sql`(select value ->> 'decidedAt' from ${kept("likes")}
        where value ->> 'memberId' = ${decision.memberId} and value ->> 'targetId' = ${decision.targetId})`,
    })
    .where(
      and(
        sql`(${decision.memberId}, ${decision.targetId}) in (
          select value ->> 'memberId', value ->> 'targetId' from ${kept("likes")})`,
        isRestorable(liked),
      ),
    );
  await tx
    .update(playlist)
    .set({ collaboratorId: keptValue("playlists", "collaboratorId", playlist.id) })
    .where(
      and(
        isKept("playlists", playlist.id),
        isNull(playlist.collaboratorId),
        isRestorable({
          lowId: playlist.ownerId,
          highId: keptValue("playlists", "collaboratorId", playlist.id),
        }),
      ),
    );
  await tx
    .update(triviaGame)
    .set({
      status: keptValue("games", "status", triviaGame.id),
      ending: null,
      dismissedAt: sql`iif(${keptValue("games", "isDismissed", triviaGame.id)}, ${triviaGame.dismissedAt}, null)`,
    })
    .where(
      and(
        isKept("games", triviaGame.id),
        isRestorable({ lowId: triviaGame.player1Id, highId: triviaGame.player2Id }),
      ),
    );
  await tx
    .delete(endedConnection)
    .where(
      and(
        or(
          exists(tx.select(one).from(match).where(isMatchOf(endedConnection))),
          exists(tx.select(one).from(conversation).where(isOpenConversationOf(endedConnection))),
        ),
        sql`${sanctioned} in (${endedConnection.lowId}, ${endedConnection.highId})`,
      ),
    );
  const others = await tx
    .select({ id: sql<number>`${conversation.lowId} + ${conversation.highId} - ${sanctioned}` })
    .from(conversation)
    .where(and(sql`${conversation.id} in ${kept("conversationIds")}`, isNull(conversation.endedAt)));
  await publish(tx, "reset", { members: others.map(({ id }) => id) });
}
