// Ended conversations: listed for a while, then kept longer as evidence.
import { db } from "db/client.server";
import { conversation, member, message } from "db/schema";
import { and, desc, eq, gt, inArray, isNull, lt, notExists, or, type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "~/durations";
import { splitPage, type TimedCursor } from "~/models/shared/cursor";
import { isOneOfTwo, otherMemberId } from "~/models/shared/pair.server";
import { isKnownTo } from "./conversation.server";
import { type EndedConversationDto, LISTED_DAYS } from "./ended-conversation";

const KEPT_DAYS = 90;
const PAGE_SIZE = 50;
const DELETE_BATCH = 1000;

/**
 * A member's conversations that ended in the last 30 days, the latest day first, 50 a page, with the parameters of the next
 * page. The cursor holds the day, because the time would tell how it ended.
 */
export async function listEndedConversations(
  memberId: number,
  after?: TimedCursor,
): Promise<{ ended: EndedConversationDto[]; next?: { cursor: string } }> {
  const since = new Date(Date.now() - LISTED_DAYS * DAY_MS);
  const endedOn = sql`${conversation.endedAt} / ${sql.raw(String(DAY_MS))}`;
  const isOlder = after && sql`(${endedOn}, ${conversation.id}) < (${after.at}, ${after.id})`;
  const rows = await db
    .select({
      id: conversation.id,
      firstName: member.firstName,
      endedAt: sql`${conversation.endedAt}`.mapWith(conversation.endedAt),
    })
    .from(conversation)
    .innerJoin(member, eq(member.id, otherMemberId(conversation, memberId)))
    .where(
      and(isOneOfTwo(conversation, memberId), isKnownTo(memberId), gt(conversation.endedAt, since), isOlder),
    )
    .orderBy(desc(endedOn), desc(conversation.id))
    .limit(PAGE_SIZE + 1);
  const { page, next } = splitPage(rows, PAGE_SIZE, ({ endedAt, id }) => ({
    at: Math.floor(endedAt.getTime() / DAY_MS),
    id,
  }));
  return { ended: page.map(({ endedAt, ...row }) => ({ ...row, endedAt: endedAt.toISOString() })), next };
}

/**
 * True for conversations the member can report: all they know about, ended ones for 90 days, even if the other member
 * is gone.
 */
export function isReportable(memberId: number): SQL | undefined {
  const since = new Date(Date.now() - KEPT_DAYS * DAY_MS);
  const kept = or(isNull(conversation.endedAt), gt(conversation.endedAt, since));
  return and(isOneOfTwo(conversation, memberId), isKnownTo(memberId), kept);
}

/** Deletes conversations, with their messages, that ended more than 90 days ago, a few rows at a time. */
export async function deleteEndedConversations(now = Date.now()) {
  const isOver = lt(conversation.endedAt, new Date(now - KEPT_DAYS * DAY_MS));
  const over = db.select({ id: conversation.id }).from(conversation).where(isOver);
  const some = db
    .select({ sequence: message.sequence })
    .from(message)
    .where(inArray(message.conversationId, over))
    .limit(DELETE_BATCH);
  for (let deleted = DELETE_BATCH; deleted === DELETE_BATCH; ) {
    deleted = (await db.delete(message).where(inArray(message.sequence, some))).rowsAffected;
  }
  const hasMessages = db
    .select({ sequence: message.sequence })
    .from(message)
    .where(eq(message.conversationId, conversation.id));
  await db.delete(conversation).where(and(isOver, notExists(hasMessages)));
}
