// Ended conversations: listed for a while, then kept longer as evidence, and deleted with their messages.
import { db } from "db/client.server";
import {
  appeal,
  block,
  conversation,
  decision,
  endedConnection,
  heldRequest,
  hiddenBySanction,
  member,
  message,
  sanction,
} from "db/schema";
import { deleteInSteps } from "db/steps.server";
import { hasRow } from "db/transaction.server";
import {
  and,
  type Column,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  min,
  ne,
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { DAY_MS, ENDED_KEPT_DAYS, ENDED_LISTED_DAYS } from "~/durations";
import { canOpen } from "~/models/access.server";
import { splitPage, type TimedCursor } from "~/models/cursor";
import { isOfPair, isOneOfTwo, otherMemberId } from "~/models/pair.server";
import { formerMember } from "~/models/public-member";

const PAGE_SIZE = 50;
const NEVER = Number.MAX_SAFE_INTEGER;

/**
 * A member's conversations that ended in the last 30 days: those that ended for both, and requests they received and can't
 * open anymore, whoever ended them and how. The latest day first, 50 a page, with the parameters of the next page. The
 * cursor holds the day, because the time would tell how it ended.
 */
export async function listEndedConversations(
  memberId: number,
  after?: TimedCursor,
): Promise<{ ended: EndedConversationDto[]; next?: { cursor: string } }> {
  const since = new Date(Date.now() - ENDED_LISTED_DAYS * DAY_MS);
  const endedAt = sql`iif(${isReceivedRequest(memberId)}, ${requestEndedAt(memberId)}, ${conversation.endedAt})`;
  const endedOn = sql`${endedAt} / ${sql.raw(String(DAY_MS))}`;
  const hasEnded = or(
    isNotNull(conversation.endedAt),
    and(isReceivedRequest(memberId), not(canOpen(memberId) as SQL)),
  );
  const isOlder = after && sql`(${endedOn}, ${conversation.id}) < (${after.at}, ${after.id})`;
  const rows = await db
    .select({
      id: conversation.id,
      firstName: sql<string>`iif(${member.deletedAt} is null, ${member.firstName}, ${formerMember()})`,
      endedAt: endedAt.mapWith(conversation.endedAt),
    })
    .from(conversation)
    .innerJoin(member, eq(member.id, otherMemberId(conversation, memberId)))
    .where(
      and(
        isOneOfTwo(conversation, memberId),
        hasReached(memberId),
        hasEnded,
        gt(endedAt, since.getTime()),
        isOlder,
      ),
    )
    .orderBy(desc(endedOn), desc(conversation.id))
    .limit(PAGE_SIZE + 1);
  const { page, next } = splitPage(rows, PAGE_SIZE, ({ endedAt, id }) => ({
    at: Math.floor(endedAt.getTime() / DAY_MS),
    id,
  }));
  const ended = page.map(({ endedAt, ...row }) => ({ ...row, endedAt: endedAt.toISOString().slice(0, 10) }));
  return { ended, next };
}

function isReceivedRequest(memberId: number): SQL {
  return sql`${and(ne(conversation.startedBy, memberId), isNull(conversation.acceptedAt))}`;
}

/**
 * When a received request first ended, by either member, so that nothing the sender does later moves it. Null if it
 * ended before its message, which the member therefore never saw.
 */
function requestEndedAt(memberId: number): SQL {
  const otherId = otherMemberId(conversation, memberId);
  const isBetween = (from: Column, to: Column) =>
    or(and(eq(from, memberId), eq(to, otherId)), and(eq(to, memberId), eq(from, otherId)));
  const passedAt = db
    .select({ at: min(decision.decidedAt) })
    .from(decision)
    .where(and(not(decision.liked), isBetween(decision.memberId, decision.targetId)));
  const blockedAt = db
    .select({ at: min(block.createdAt) })
    .from(block)
    .where(isBetween(block.memberId, block.targetId));
  const hiddenAt = db
    .select({ at: min(sanction.startsAt) })
    .from(hiddenBySanction)
    .innerJoin(sanction, eq(sanction.id, hiddenBySanction.sanctionId))
    .where(eq(hiddenBySanction.subjectId, conversation.id));
  const { declinedAt, endedAt, lastMessageAt } = conversation;
  const moments = [
    declinedAt,
    endedAt,
    member.withdrawnAt,
    sql`${passedAt}`,
    sql`${blockedAt}`,
    sql`${hiddenAt}`,
  ];
  const first = sql`min(${sql.join(
    moments.map((at) => sql`coalesce(${at}, ${NEVER})`),
    sql`, `,
  )})`;
  return sql`(select at from (select ${first} as at) where at >= ${lastMessageAt} and at < ${NEVER})`;
}

/**
 * True for conversations that the member can report: all that reached them, for 90 days after their end, whoever ended them and
 * even if the other member is gone.
 */
export function isReportable(memberId: number): SQL | undefined {
  const since = new Date(Date.now() - ENDED_KEPT_DAYS * DAY_MS);
  const kept = or(isNull(conversation.endedAt), gt(conversation.endedAt, since));
  return and(isOneOfTwo(conversation, memberId), hasReached(memberId), kept);
}

/**
 * True for conversations that the member has seen, which excludes requests without a message, and those held for a moderator.
 */
function hasReached(memberId: number): SQL | undefined {
  return or(
    eq(conversation.startedBy, memberId),
    isNotNull(conversation.acceptedAt),
    and(
      isNotNull(conversation.lastMessageAt),
      not(hasRow(heldRequest, eq(heldRequest.conversationId, conversation.id))),
    ),
  );
}

/**
 * Deletes the messages of conversations that ended more than 90 days ago, a few at a time, then the conversations. Unanswered
 * requests stay, so that their senders get no second one, and so does what an open appeal could restore.
 */
export async function deleteEndedConversations(now = Date.now()) {
  const isOld = lt(conversation.endedAt, new Date(now - ENDED_KEPT_DAYS * DAY_MS));
  const appealed = db.select({ id: appeal.sanctionId }).from(appeal).where(isNull(appeal.decidedAt));
  const isOfAppeal = and(
    isOfPair(endedConnection, conversation),
    inArray(endedConnection.sanctionId, appealed),
  );
  const isOver = and(isOld, not(hasRow(endedConnection, isOfAppeal)));
  await deleteMessagesOf(isOver);
  const hasMessages = hasRow(message, eq(message.conversationId, conversation.id));
  const { acceptedAt, lastMessageAt } = conversation;
  const isUnanswered = and(isNull(acceptedAt), isNotNull(lastMessageAt)) as SQL;
  await db.delete(conversation).where(and(isOver, not(hasMessages), not(isUnanswered)));
}

/** An ended conversation with the other member's name and the day it ended, in UTC. */
type EndedConversationDto = { id: string; firstName: string; endedAt: string };

/** How many are deleted at once: each takes about a millisecond, because its words leave the index, too. */
const MESSAGES = 5;

/** Deletes the messages of all conversations for which this is true. */
export async function deleteMessagesOf(where: SQL | undefined) {
  const conversations = db.select({ id: conversation.id }).from(conversation).where(where);
  await deleteInSteps(message, inArray(message.conversationId, conversations), MESSAGES);
}
