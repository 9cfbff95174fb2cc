// Ending a joint play: its row is deleted, and both members' pages are told. Nothing of it is kept.
import { db } from "db/client.server";
import { conversation, jointPlay } from "db/schema";
import { type Tx, transaction } from "db/transaction.server";
import { and, eq, inArray, lte, type SQL, sql } from "drizzle-orm";
import { publishEvent } from "~/live/publish.server";

/** The database's time in ms: machines compare what others write. */
export const databaseTime = sql<number>`cast(round((julianday('now') - 2440587.5) * 86400000) as integer)`;

/** True for joint plays whose lease has run out for one of the players. */
export function isLeft(): SQL {
  const { starterUntil, joinerUntil } = jointPlay;
  return lte(sql`min(${starterUntil}, coalesce(${joinerUntil}, ${starterUntil}))`, databaseTime);
}

/** Ends what is played in these conversations, if it is one of `which`; returns how many have ended. */
export async function endJointPlays(tx: Tx, conversations: SQL | undefined, which?: SQL): Promise<number> {
  const isIn = inArray(
    jointPlay.conversationId,
    tx.select({ id: conversation.id }).from(conversation).where(conversations),
  );
  const ended = await tx
    .delete(jointPlay)
    .where(and(isIn, which))
    .returning({ id: jointPlay.conversationId });
  for (const { id } of ended) await publishJointPlay(tx, id);
  return ended.length;
}

/** Tells both members of a conversation that what they play has changed. */
export async function publishJointPlay(tx: Tx, conversationId: string) {
  const rows = await tx
    .select({ lowId: conversation.lowId, highId: conversation.highId })
    .from(conversation)
    .where(eq(conversation.id, conversationId));
  const members = rows.flatMap(({ lowId, highId }) => [lowId, highId]);
  await publishEvent(tx, "joint-play", members, conversationId);
}

/** Ends joint plays whose lease has run out, if the other player's page hasn't done so. */
export async function endLeftJointPlays() {
  const left = db.select({ id: jointPlay.conversationId }).from(jointPlay).where(isLeft());
  if (!(await left.limit(1)).length) return;
  await transaction((tx) => endJointPlays(tx, undefined, isLeft()));
}
