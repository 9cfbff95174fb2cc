// Conversations: started once a pair, seen by their two members while neither has turned away.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { conversation, member } from "db/schema";
import { and, desc, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { tellPair, wake } from "~/live/outbox.server";
import { spend } from "./allowance.server";
import { noBlockBetween, noPassBetween } from "./block.server";
import type { ConversationCursor, ConversationSummary } from "./conversation";
import { pairOf } from "./pair";
import { absent, Refusal } from "./refusal";

const PAGE = 100;

const low = alias(member, "low");
const high = alias(member, "high");
const recency = sql`coalesce(${conversation.lastMessageAt}, ${conversation.createdAt})`;

/**
 * True for the conversations a member may open: their own, with somebody who is there, where neither has passed on or
 * blocked the other. A request without a word yet, or one that was declined, is seen only by who began it.
 */
export function mayOpen(memberId: number): SQL {
  return sql`${isOwn(memberId)}
    and (${conversation.startedBy} = ${memberId} or ${conversation.acceptedAt} is not null
      or (${conversation.lastMessageAt} is not null and ${conversation.declinedAt} is null))`;
}

function isOwn(memberId: number): SQL {
  const { lowId, highId } = conversation;
  return sql`(${lowId} = ${memberId} or ${highId} = ${memberId})
    and not exists (select 1 from member where id in (${lowId}, ${highId}) and deleted_at is not null)
    and ${noBlockBetween(lowId, highId)} and ${noPassBetween(lowId, highId)}`;
}

/** How many messages of a conversation are new to a member: 100 at most, for nobody reads a larger number. */
export function unreadBy(memberId: number): SQL<number> {
  return sql<number>`(
    select count(*) from (
      select 1 from message
      where message.conversation_id = conversation.id and message.sender_id <> ${memberId}
        and message.sequence > coalesce((
          select reading.sequence from reading
          where reading.conversation_id = conversation.id and reading.member_id = ${memberId}), 0)
      limit 100))`;
}

/**
 * Starts the conversation with a member whom one has liked, or opens the one that is there.
 * With a match it is open to both; else it is a request until they answer.
 * Refuses whoever is absent, paused, deleted or blocked (absent), one not liked (forbidden), and more than 20 an hour
 * (too-many).
 */
export async function startConversation(memberId: number, targetId: number): Promise<ConversationSummary> {
  await spend("conversation", memberId);
  const pair = pairOf(memberId, targetId);
  const id = randomUUID();
  const now = Date.now();
  const [targets, , , talks] = await db.batch([
    db.all<{ liked: number | null }>(sql`
      select (select liked from decision where member_id = ${memberId} and target_id = ${targetId}) as liked
      from member where id = ${targetId} and id <> ${memberId} and paused_at is null and deleted_at is null
        and ${noBlockBetween(memberId, targetId)}`),
    db.run(sql`
      insert into conversation (id, low_id, high_id, started_by, accepted_at, created_at)
      select ${id}, ${pair.lowId}, ${pair.highId}, ${memberId},
        (select ${now} from match where low_id = ${pair.lowId} and high_id = ${pair.highId}), ${now}
      from member where id = ${targetId} and id <> ${memberId} and paused_at is null and deleted_at is null
        and ${noBlockBetween(memberId, targetId)}
        and exists (select 1 from decision where member_id = ${memberId} and target_id = ${targetId} and liked)
      on conflict do nothing`),
    tellPair(pair, "conversation", id, sql`exists (select 1 from conversation where id = ${id})`),
    summaries(memberId, and(eq(conversation.lowId, pair.lowId), eq(conversation.highId, pair.highId))),
  ]);
  if (!targets[0]) throw absent();
  const talk = talks[0];
  if (!talk) {
    throw targets[0].liked
      ? absent()
      : new Refusal("forbidden", "Like this member first, then you can write.");
  }
  if (talk.id === id) wake([memberId, targetId]);
  return summary(talk);
}

/**
 * A member's conversations, the last one written in first, 100 a page, with the parameters of the next page.
 * `after` is where the page before ended.
 */
export async function listConversations(
  memberId: number,
  { after, limit = PAGE }: { after?: ConversationCursor; limit?: number } = {},
): Promise<{ talks: ConversationSummary[]; next?: { cursor: string } }> {
  const older =
    after &&
    sql`(${recency} < ${after.at} or (${recency} = ${after.at} and ${conversation.id} > ${after.id}))`;
  const talks = (await summaries(memberId, older, limit)).map(summary);
  const last = talks.length === limit ? talks.at(-1) : undefined;
  return { talks, next: last && { cursor: `${Date.parse(last.lastMessageAt)}_${last.id}` } };
}

/** One conversation that the member may open. */
export async function getConversation(
  memberId: number,
  id: string,
): Promise<ConversationSummary | undefined> {
  const [talk] = await summaries(memberId, eq(conversation.id, id));
  return talk && summary(talk);
}

/**
 * Accepts a request: from then on both write as they like. Accepted already, it changes nothing.
 * Refuses whoever may not open it (absent), and who began it (forbidden).
 */
export async function acceptRequest(memberId: number, id: string): Promise<void> {
  await answerRequest(memberId, id, { acceptedAt: new Date() }, mayOpen(memberId), "both");
}

/**
 * Declines a request: it is gone from the receiver's conversations and counts, and comes back when they like who began
 * it. Who began it sees no sign of that: their message still waits for an answer. Refuses as `acceptRequest` does, and one that was accepted
 * already (conflict).
 */
export async function declineRequest(memberId: number, id: string): Promise<void> {
  const { acceptedAt } = await answerRequest(
    memberId,
    id,
    { declinedAt: new Date() },
    mayOpen(memberId),
    "receiver",
  );
  if (acceptedAt) throw new Refusal("conflict", "This request was accepted already.");
}

/** Takes a decline back. Refuses as `acceptRequest` does. */
export async function undoDecline(memberId: number, id: string): Promise<void> {
  const could = sql`${isOwn(memberId)} and ${conversation.lastMessageAt} is not null`;
  await answerRequest(memberId, id, { declinedAt: null }, could, "receiver");
}

/**
 * Changes a request that the member has received and `can` answer; those who are `told` have their pages refreshed.
 * Returns what it was before: one that was accepted already is left as it is.
 */
async function answerRequest(
  memberId: number,
  id: string,
  change: Partial<typeof conversation.$inferInsert>,
  can: SQL,
  told: "both" | "receiver",
): Promise<typeof conversation.$inferSelect> {
  const [talks, ,] = await db.batch([
    db
      .select()
      .from(conversation)
      .where(and(eq(conversation.id, id), can)),
    db
      .update(conversation)
      .set(change)
      .where(
        and(
          eq(conversation.id, id),
          ne(conversation.startedBy, memberId),
          isNull(conversation.acceptedAt),
          can,
        ),
      ),
    db.run(sql`
      insert into outbox (recipient_id, kind, reference, created_at)
      select value, 'conversation', ${id}, ${Date.now()} from conversation, json_each(json_array(low_id, high_id))
      where changes() > 0 and conversation.id = ${id} and (value = ${memberId} or ${told === "both" ? 1 : 0})`),
  ]);
  const talk = talks[0];
  if (!talk) throw absent();
  if (talk.startedBy === memberId) throw new Refusal("forbidden", "This is for who was written to.");
  wake(told === "both" ? [talk.lowId, talk.highId] : [memberId]);
  return talk;
}

/** How many conversations a member has. */
export async function countConversations(memberId: number): Promise<number> {
  return db.$count(conversation, mayOpen(memberId));
}

function summaries(memberId: number, which?: SQL, limit = PAGE) {
  return db
    .select({
      id: conversation.id,
      startedBy: conversation.startedBy,
      acceptedAt: conversation.acceptedAt,
      lastMessageAt: conversation.lastMessageAt,
      createdAt: conversation.createdAt,
      unread: unreadBy(memberId),
      low: { id: low.id, firstName: low.firstName, profileImageUrl: low.profileImageUrl },
      high: { id: high.id, firstName: high.firstName, profileImageUrl: high.profileImageUrl },
    })
    .from(conversation)
    .innerJoin(low, eq(low.id, conversation.lowId))
    .innerJoin(high, eq(high.id, conversation.highId))
    .where(and(mayOpen(memberId), which))
    .orderBy(desc(recency), conversation.id)
    .limit(limit);
}

function summary(row: Awaited<ReturnType<typeof summaries>>[number]): ConversationSummary {
  const [first, second] = row.startedBy === row.low.id ? [row.low, row.high] : [row.high, row.low];
  return {
    id: row.id,
    user1Id: String(first.id),
    user2Id: String(second.id),
    user1: { ...first, id: String(first.id) },
    user2: { ...second, id: String(second.id) },
    accepted: row.acceptedAt !== null,
    unreadCount: row.unread,
    lastMessageAt: (row.lastMessageAt ?? row.createdAt).toISOString(),
    createdAt: row.createdAt.toISOString(),
  };
}
