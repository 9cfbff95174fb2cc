// Playing in step: its one row, which both players' pages follow, and what they do with it.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { conversation, jointPlay, message } from "db/schema";
import { type Database, holds, type Tx, transaction } from "db/transaction.server";
import { and, eq, ne, not, or, type SQL, sql } from "drizzle-orm";
import { canOpen, hasBothPresent } from "~/models/access.server";
import { getOpenMessage } from "~/models/conversation/message-list.server";
import { isOneOfTwo } from "~/models/pair.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { duplicateIdRefusal, invalidAt, notFoundRefusal } from "~/refusal";
import { closedRefusal } from "../conversation.server";
import { completeMessages, toMessageDto } from "../message-list.server";
import { isQuotable } from "../quote/quote.server";
import { type JointPlayDto, jointPlayMessages, jointSourceOf, LEASE_MS, POSITION_MAX } from "./joint-play";
import { databaseTime, endJointPlays, isLeft, publishJointPlay } from "./joint-play-end.server";
import type { JointPlayInput, JointPlayStepInput } from "./joint-play-schema";

/** What is played in a conversation; undefined if nothing is, or if the member may not play there. */
export async function getJointPlay(
  memberId: number,
  conversationId: string,
): Promise<JointPlayDto | undefined> {
  const [row] = await select(db, memberId, eq(jointPlay.conversationId, conversationId));
  return row && toDto(row);
}

/**
 * Starts playing a share in step, in place of what was played before; the same id again changes nothing. It waits for the
 * other member to join. Refuses a conversation that isn't accepted by two members who are there, or a share that isn't in it
 * (absent), a closed conversation (forbidden), a share that has no preview and isn't a video (invalid), an id that is already
 * used in another conversation (conflict), and more than 30 in ten minutes (too-many).
 */
export async function startJointPlay(
  memberId: number,
  conversationId: string,
  { id = randomUUID(), messageId }: JointPlayInput,
): Promise<JointPlayDto> {
  await consumeRateLimit("jointPlay", memberId);
  const found = await getOpenMessage(memberId, conversationId, messageId);
  if (!found) throw notFoundRefusal();
  const [shared] = await completeMessages([found]);
  const { notPlayable } = jointPlayMessages;
  if (!shared || !jointSourceOf(shared)) throw invalidAt("messageId", notPlayable);
  const row = await transaction(async (tx) => {
    const isIn = and(eq(conversation.id, conversationId), canPlay(memberId));
    const [open] = await tx.select({ closedAt: conversation.closedAt }).from(conversation).where(isIn);
    if (!open) throw notFoundRefusal();
    if (open.closedAt) throw closedRefusal();
    // It may have been deleted since it was read.
    if (!(await holds(tx, isQuotable(messageId, conversationId)))) throw notFoundRefusal();
    const isOld = or(ne(jointPlay.id, id), isLeft());
    const isThere = eq(jointPlay.conversationId, conversationId);
    await tx.delete(jointPlay).where(and(isThere, isOld));
    const { rowsAffected } = await tx
      .insert(jointPlay)
      .values({
        ...{ conversationId, id, messageId, startedBy: memberId },
        movedAt: sql`${databaseTime}`,
        starterUntil: sql`${databaseTime} + ${LEASE_MS}`,
      })
      .onConflictDoNothing();
    if (rowsAffected) await publishJointPlay(tx, conversationId);
    const [started] = await select(tx, memberId, and(eq(jointPlay.id, id), isThere));
    if (!started) throw duplicateIdRefusal();
    return started;
  });
  return toDto(row);
}

/**
 * Applies a step to a joint play, and renews the member's lease. It begins when the member who didn't start it joins. Refuses
 * one that has ended, is not the member's, or that they haven't joined (absent), and more than 120 steps a minute (too-many).
 */
export async function stepJointPlay(
  memberId: number,
  id: string,
  { step, position }: JointPlayStepInput,
): Promise<JointPlayDto> {
  await consumeRateLimit("jointPlayStep", memberId);
  const row = await transaction(async (tx) => {
    const before = await find(tx, memberId, id);
    if (!before) return undefined;
    const { isPlaying, movedAt, joinerUntil, startedBy, now } = before;
    const isStarter = startedBy === memberId;
    if (!isStarter && !joinerUntil && step !== "join") throw notFoundRefusal();
    const begins = step === "join" && !isStarter && !joinerUntil;
    const at = before.position + (isPlaying ? Math.max(0, now - movedAt.getTime()) : 0);
    const moves = begins || !["join", "renew"].includes(step);
    const until = new Date(now + LEASE_MS);
    await tx
      .update(jointPlay)
      .set({
        ...(isStarter ? { starterUntil: until } : { joinerUntil: until }),
        ...(moves
          ? {
              isPlaying: begins || step === "play" || (step === "seek" && isPlaying),
              position: begins ? 0 : Math.min(position ?? at, POSITION_MAX),
              movedAt: new Date(now),
              revision: sql`${jointPlay.revision} + 1`,
            }
          : {}),
      })
      .where(eq(jointPlay.id, id));
    if (moves) await publishJointPlay(tx, before.conversationId);
    const [stepped] = await select(tx, memberId, eq(jointPlay.id, id));
    return stepped;
  });
  if (!row) throw notFoundRefusal();
  return toDto(row);
}

/** Ends a joint play, joined or not. Refuses one that has ended or is not the member's (absent). */
export async function endJointPlay(memberId: number, id: string): Promise<void> {
  await consumeRateLimit("jointPlayStep", memberId);
  const isOwn = isOneOfTwo(conversation, memberId);
  const ended = await transaction((tx) => endJointPlays(tx, isOwn, eq(jointPlay.id, id)));
  if (!ended) throw notFoundRefusal();
}

/** True for the conversations in which a member may play something with the other. */
function canPlay(memberId: number): SQL | undefined {
  return and(canOpen(memberId), hasBothPresent());
}

/** A joint play of the member's; one whose lease has run out ends here. */
async function find(tx: Tx, memberId: number, id: string) {
  await endJointPlays(tx, isOneOfTwo(conversation, memberId), and(eq(jointPlay.id, id), isLeft()));
  const [row] = await select(tx, memberId, eq(jointPlay.id, id));
  return row;
}

function select(on: Database, memberId: number, which: SQL | undefined) {
  const { id, conversationId, startedBy, isPlaying, position, movedAt, revision, joinerUntil } = jointPlay;
  return on
    .select({
      ...{ id, conversationId, startedBy, isPlaying, position, movedAt, revision, joinerUntil },
      message,
      now: databaseTime,
    })
    .from(jointPlay)
    .innerJoin(conversation, eq(conversation.id, conversationId))
    .innerJoin(message, eq(message.id, jointPlay.messageId))
    .where(and(which, canPlay(memberId), not(isLeft())));
}

async function toDto(row: Awaited<ReturnType<typeof select>>[number]): Promise<JointPlayDto> {
  const [shared] = await completeMessages([toMessageDto(row.message)]);
  const { id, conversationId, isPlaying, position, revision, joinerUntil } = row;
  return {
    ...{ id, conversationId, messageId: row.message.id, isPlaying, position, revision },
    title: row.message.content,
    ...(shared && jointSourceOf(shared)),
    startedBy: String(row.startedBy),
    isJoined: joinerUntil !== null,
    movedAt: row.movedAt.toISOString(),
    now: new Date(row.now).toISOString(),
  };
}
