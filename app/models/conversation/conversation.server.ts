// Conversations: one per pair, visible to both members until one of them ends it.
import { db } from "db/client.server";
import { type Given, once } from "db/prepared.server";
import { conversation, member, message, reading } from "db/schema";
import type { Database } from "db/transaction.server";
import { and, count, desc, eq, gt, inArray, lt, lte, max, ne, or, type SQL, sql } from "drizzle-orm";
import { alias, unionAll } from "drizzle-orm/sqlite-core";
import { scoresWith } from "~/matching/search.server";
import { canView } from "~/models/availability.server";
import { MAX_COUNT } from "~/models/count";
import { splitPage, type TimedCursor } from "~/models/cursor";
import { photoUrl } from "~/models/picture-url";
import { FORMER_MEMBER } from "~/models/public-member";
import {
  type ConversationDto,
  EXCERPT_LENGTH,
  type Participant,
  UNKNOWN_COMPATIBILITY,
} from "./conversation";
import type { MessageContent } from "./share";

const PAGE_SIZE = 100;
const one = { one: sql`1` };
const low = alias(member, "low");
const high = alias(member, "high");
const lastMessage = alias(message, "last_message");
/** As the indexes have it. */
const recency = sql<number>`case when ${conversation.lastMessageAt} is null then ${conversation.createdAt}
  else ${conversation.lastMessageAt} end`;
/** The two sides of a conversation, with indexes of their own. */
const lowSide = { own: conversation.lowId, hasNew: conversation.lowUnread };
const highSide = { own: conversation.highId, hasNew: conversation.highUnread };
type Side = typeof lowSide | typeof highSide;

/** How many messages of a conversation a member hasn't read, 100 at most. */
export function unreadCount(memberId: Given<number>): SQL<number> {
  const unread = db
    .select({ sequence: message.sequence })
    .from(message)
    .where(isNewTo(memberId))
    .limit(MAX_COUNT)
    .as("unread");
  return sql<number>`${db.select({ count: count() }).from(unread)}`;
}

/** True for the messages of a conversation that a member hasn't read. */
function isNewTo(memberId: Given<number>): SQL | undefined {
  const lastRead = db
    .select({ sequence: reading.sequence })
    .from(reading)
    .where(and(eq(reading.conversationId, conversation.id), eq(reading.memberId, memberId)));
  return and(
    eq(message.conversationId, conversation.id),
    ne(message.senderId, memberId),
    gt(message.sequence, sql`coalesce(${lastRead}, 0)`),
  );
}

/**
 * A member's conversations, the latest message first, 100 a page, with the cursor of the next page.
 * `after` is the end of the previous page; `isUnread` keeps those with messages that the member hasn't read.
 */
export async function listConversations(
  memberId: number,
  {
    after,
    isUnread = false,
    limit = PAGE_SIZE,
  }: { after?: TimedCursor; isUnread?: boolean; limit?: number } = {},
): Promise<{ conversations: ConversationDto[]; next?: { cursor: string } }> {
  const first = isUnread ? findFirstUnread() : findFirst();
  const rows = after
    ? await selectPage(memberId, limit + 1, isUnread, after)
    : await first.all({ memberId, limit: limit + 1 });
  const { page, next } = splitPage(rows.map(toConversationDto), limit, ({ lastMessageAt, id }) => ({
    at: Date.parse(lastMessageAt),
    id,
  }));
  return { conversations: page, next };
}

const findFirst = once(() => prepareFirst(false));
const findFirstUnread = once(() => prepareFirst(true));

function prepareFirst(isUnread: boolean) {
  return selectPage(sql.placeholder("memberId"), sql.placeholder("limit"), isUnread).prepare();
}

function selectPage(memberId: Given<number>, limit: Given<number>, isUnread: boolean, after?: TimedCursor) {
  const selectSide = ({ own, hasNew }: Side) =>
    db
      .select({ id: conversation.id, recency: recency.as("recency") })
      .from(conversation)
      .where(
        and(
          eq(own, memberId),
          isUnread ? and(hasNew, gt(unreadCount(memberId), 0)) : undefined,
          after && and(lte(recency, after.at), or(lt(recency, after.at), gt(conversation.id, after.id))),
          canView(memberId),
        ),
      );
  // On its own, so that only the conversations of the page are asked for their messages.
  const page = unionAll(selectSide(lowSide), selectSide(highSide))
    .orderBy(sql`recency desc, id`)
    .limit(limit)
    .as("page");
  return selectConversations(memberId, inArray(conversation.id, db.select({ id: page.id }).from(page)));
}

/** One conversation that the member may open. */
export async function getConversation(memberId: number, id: string): Promise<ConversationDto | undefined> {
  const [row] = await findConversation().all({ memberId, id });
  return row && toConversationDto(row);
}

/** The score in the chat header: the pair's own, or a fixed one when either member has no saved preferences. */
export async function getCompatibility(memberId: number, partnerId: number): Promise<number> {
  return (await scoresWith(memberId, [partnerId])).get(partnerId) ?? UNKNOWN_COMPATIBILITY;
}

/** How many conversations a member has, 100 at most. */
export async function countConversations(memberId: number): Promise<number> {
  return (await countTotals(memberId)).conversations;
}

/** How many conversations a member has, and how many unread messages are in them, 100 at most of each. */
export async function countTotals(memberId: number): Promise<{ conversations: number; unread: number }> {
  const [totals] = await selectTotals().all({ memberId });
  return totals ?? { conversations: 0, unread: 0 };
}

const selectTotals = once(() => {
  const me = sql.placeholder("memberId");
  const selectShown = ({ own }: Side) =>
    db
      .select(one)
      .from(conversation)
      .where(and(eq(own, me), canView(me)));
  const selectUnread = ({ own, hasNew }: Side) =>
    db
      .select(one)
      .from(conversation)
      .innerJoin(message, isNewTo(me))
      .where(and(eq(own, me), hasNew, canView(me)));
  const shown = unionAll(selectShown(lowSide), selectShown(highSide)).limit(MAX_COUNT).as("shown");
  const unread = unionAll(selectUnread(lowSide), selectUnread(highSide)).limit(MAX_COUNT).as("unread");
  return db
    .select({
      conversations: sql<number>`${db.select({ count: count() }).from(shown)}`,
      unread: sql<number>`${db.select({ count: count() }).from(unread)}`,
    })
    .from(sql`(select 1)`)
    .prepare();
});

const findConversation = once(() => {
  const me = sql.placeholder("memberId");
  return selectConversations(me, and(eq(conversation.id, sql.placeholder("id")), canView(me))).prepare();
});

/** These conversations as the member sees them, in the order of the list. */
export function selectConversations(memberId: Given<number>, which: SQL | undefined, on: Database = db) {
  const lastSequence = db
    .select({ sequence: max(message.sequence) })
    .from(message)
    .where(eq(message.conversationId, conversation.id));
  return on
    .select({
      id: conversation.id,
      startedBy: conversation.startedBy,
      acceptedAt: conversation.acceptedAt,
      lastMessageAt: conversation.lastMessageAt,
      createdAt: conversation.createdAt,
      unread: unreadCount(memberId),
      lastMessage: {
        senderId: lastMessage.senderId,
        messageType: lastMessage.messageType,
        excerpt: sql<string>`substr(${lastMessage.content}, 1, ${EXCERPT_LENGTH})`,
      },
      low: participantColumns(low),
      high: participantColumns(high),
    })
    .from(conversation)
    .innerJoin(low, eq(low.id, conversation.lowId))
    .innerJoin(high, eq(high.id, conversation.highId))
    .leftJoin(lastMessage, eq(lastMessage.sequence, sql`${lastSequence}`))
    .where(which)
    .orderBy(desc(recency), conversation.id);
}

type ConversationColumns = Awaited<ReturnType<typeof selectConversations>>[number];

function participantColumns<Alias extends typeof low | typeof high>(participant: Alias) {
  const { id, firstName, photoId, portraitUrl, deletedAt } = participant;
  return { id, firstName, photoId, portraitUrl, deletedAt };
}

function toParticipant({ id, firstName, deletedAt, ...photo }: ConversationColumns["low"]): Participant {
  if (deletedAt) return { id: String(id), firstName: FORMER_MEMBER, profileImageUrl: null, hasLeft: true };
  return { id: String(id), firstName, profileImageUrl: photoUrl(photo) };
}

/** A conversation as its two members read it. */
export function toConversationDto(row: ConversationColumns): ConversationDto {
  const [first, second] = row.startedBy === row.low.id ? [row.low, row.high] : [row.high, row.low];
  return {
    id: row.id,
    user1Id: String(first.id),
    user2Id: String(second.id),
    user1: toParticipant(first),
    user2: toParticipant(second),
    accepted: row.acceptedAt !== null,
    unreadCount: row.unread,
    lastMessage: toLastMessage(row.lastMessage),
    lastMessageAt: (row.lastMessageAt ?? row.createdAt).toISOString(),
    createdAt: row.createdAt.toISOString(),
  };
}

function toLastMessage(last: ConversationColumns["lastMessage"]): ConversationDto["lastMessage"] {
  if (!last) return null;
  // The schemas have checked the type of every stored message.
  const messageType = last.messageType as MessageContent["messageType"];
  return { senderId: String(last.senderId), messageType, excerpt: last.excerpt };
}
