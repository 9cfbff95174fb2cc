// Conversations: one per pair, visible to both members until one of them ends it.
import { db } from "db/client.server";
import { type Given, once } from "db/prepared.server";
import { conversation, member, message, reading } from "db/schema";
import type { Database } from "db/transaction.server";
import {
  and,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias, unionAll } from "drizzle-orm/sqlite-core";
import { scoresWith } from "~/matching/search.server";
import { canView } from "~/models/availability.server";
import { isOpenConversationOf } from "~/models/connected.server";
import { MAX_COUNT } from "~/models/count";
import { splitPage } from "~/models/cursor";
import { pairOf } from "~/models/pair";
import { otherMemberId } from "~/models/pair.server";
import { NO_PHOTO, toProfilePhoto } from "~/models/picture-url";
import { FORMER_MEMBER } from "~/models/public-member";
import { Refusal } from "~/refusal";
import {
  type ConversationDto,
  EXCERPT_LENGTH,
  type Participant,
  UNKNOWN_COMPATIBILITY,
} from "./conversation";
import type { ConversationCursor } from "./conversation-list-schema";
import { MESSAGE_DELETED } from "./message";
import type { MessageContent } from "./share";

const PAGE_SIZE = 100;
const one = { one: sql`1` };
const low = alias(member, "low");
const high = alias(member, "high");
const lastMessage = alias(message, "last_message");
/** As the indexes have it. */
const latest = sql<number>`case when ${conversation.lastMessageAt} is null then ${conversation.createdAt}
  else ${conversation.lastMessageAt} end`;
/** The two sides of a conversation, with indexes of their own. */
export const lowSide = {
  own: conversation.lowId,
  hasNew: conversation.lowUnread,
  isLater: sql<number>`(${conversation.lastSenderId} is not ${conversation.highId})`,
};
export const highSide = {
  own: conversation.highId,
  hasNew: conversation.highUnread,
  isLater: sql<number>`(${conversation.lastSenderId} is not ${conversation.lowId})`,
};
export type Side = typeof lowSide | typeof highSide;

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

/** A member's lists of conversations: the open ones, those of them with something to read, and those closed by a goodbye. */
type ListName = "open" | "unread" | "closed";

/**
 * A member's conversations, 100 a page, with the cursor of the next page: those first in which the other wrote last, then
 * the latest message first, which alone orders the other two lists. `after` is the end of the previous page.
 */
export async function listConversations(
  memberId: number,
  {
    after,
    list = "open",
    limit = PAGE_SIZE,
  }: { after?: ConversationCursor; list?: ListName; limit?: number } = {},
): Promise<{ conversations: ConversationDto[]; next?: { cursor: string } }> {
  const rows = after
    ? await selectPage(memberId, limit + 1, list, after)
    : await firstPages[list]().all({ memberId, limit: limit + 1 });
  const { page, next } = splitPage(rows, limit, ({ isLater, lastMessageAt, createdAt, id }) => ({
    isLater: Boolean(isLater),
    at: (lastMessageAt ?? createdAt).getTime(),
    id,
  }));
  return { conversations: page.map(toConversationDto), next };
}

const prepareFirst = (list: ListName) =>
  once(() => selectPage(sql.placeholder("memberId"), sql.placeholder("limit"), list).prepare());
const firstPages = {
  open: prepareFirst("open"),
  unread: prepareFirst("unread"),
  closed: prepareFirst("closed"),
};

function selectPage(
  memberId: Given<number>,
  limit: Given<number>,
  list: ListName,
  after?: ConversationCursor,
) {
  const { closedAt } = conversation;
  // A goodbye is the last message.
  const recency = list === "closed" ? sql<number>`${closedAt}` : latest;
  const selectSide = ({ own, hasNew, isLater }: Side) => {
    const isOlder =
      after && and(lte(recency, after.at), or(lt(recency, after.at), gt(conversation.id, after.id)));
    const isAfter = after?.isLater ? and(eq(isLater, 1), isOlder) : or(eq(isLater, 1), isOlder);
    return db
      .select({ id: conversation.id, isLater: isLater.as("is_later"), recency: recency.as("recency") })
      .from(conversation)
      .where(
        and(
          eq(own, memberId),
          list === "closed" ? isNotNull(closedAt) : isNull(closedAt),
          list === "unread" ? and(hasNew, gt(unreadCount(memberId), 0)) : undefined,
          after && list === "open" ? isAfter : isOlder,
          canView(memberId),
        ),
      );
  };
  // On its own, so that only the conversations of the page are asked for their messages.
  const page = unionAll(selectSide(lowSide), selectSide(highSide))
    .orderBy(list === "open" ? sql`is_later, recency desc, id` : sql`recency desc, id`)
    .limit(limit)
    .as("page");
  return selectConversations(memberId, inArray(conversation.id, db.select({ id: page.id }).from(page)));
}

/** One conversation that the member may open. */
export async function getConversation(memberId: number, id: string): Promise<ConversationDto | undefined> {
  const [row] = await findConversation().all({ memberId, id });
  return row && toConversationDto(row);
}

/** The ids of the conversations that a member may open, by the id of the other, among `otherIds`. */
export async function findConversationsWith(
  memberId: number,
  otherIds: number[],
): Promise<Map<number, string>> {
  const isWithOne = otherIds.map((otherId) => isOpenConversationOf(pairOf(memberId, otherId)));
  if (!isWithOne.length) return new Map();
  const rows = await db
    .select({ otherId: otherMemberId(conversation, memberId), id: conversation.id })
    .from(conversation)
    .where(and(or(...isWithOne), canView(memberId)));
  return new Map(rows.map((row) => [row.otherId, row.id]));
}

/** The refusal of whatever would write in a conversation that is closed. */
export function closedRefusal(code: "forbidden" | "conflict" = "forbidden"): Refusal {
  return new Refusal(code, "This conversation is closed. You can still read it.");
}

/** The score in the chat header: the pair's own, or a fixed one when either member has no saved preferences. */
export async function getCompatibility(memberId: number, partnerId: number): Promise<number> {
  return (await scoresWith(memberId, [partnerId])).get(partnerId) ?? UNKNOWN_COMPATIBILITY;
}

/** How many open conversations a member has, 100 at most. */
export async function countConversations(memberId: number): Promise<number> {
  return (await countTotals(memberId)).conversations;
}

/** How many open conversations a member has, and how many unread messages are in them, 100 at most of each. */
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
      .where(and(eq(own, me), isNull(conversation.closedAt), canView(me)));
  const selectUnread = ({ own, hasNew }: Side) =>
    db
      .select(one)
      .from(conversation)
      .innerJoin(message, isNewTo(me))
      .where(and(eq(own, me), hasNew, isNull(conversation.closedAt), canView(me)));
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
  const isLater = sql<number>`(${conversation.closedAt} is not null
    or coalesce(${conversation.lastSenderId}, ${memberId}) = ${memberId})`;
  return on
    .select({
      id: conversation.id,
      startedBy: conversation.startedBy,
      acceptedAt: conversation.acceptedAt,
      closedAt: conversation.closedAt,
      closedById: conversation.closedById,
      isLater,
      lastMessageAt: conversation.lastMessageAt,
      createdAt: conversation.createdAt,
      unread: unreadCount(memberId),
      lastMessage: {
        senderId: lastMessage.senderId,
        messageType: lastMessage.messageType,
        excerpt: sql<string>`iif(${lastMessage.deletedAt} is null, substr(${lastMessage.content}, 1, ${EXCERPT_LENGTH}), ${MESSAGE_DELETED})`,
        metadata: lastMessage.metadata,
        deletedAt: lastMessage.deletedAt,
      },
      low: participantColumns(low),
      high: participantColumns(high),
    })
    .from(conversation)
    .innerJoin(low, eq(low.id, conversation.lowId))
    .innerJoin(high, eq(high.id, conversation.highId))
    .leftJoin(lastMessage, eq(lastMessage.sequence, sql`${lastSequence}`))
    .where(which)
    .orderBy(isLater, desc(latest), conversation.id);
}

type ConversationColumns = Awaited<ReturnType<typeof selectConversations>>[number];

function participantColumns<Alias extends typeof low | typeof high>(participant: Alias) {
  const { id, firstName, photoId, portraitUrl, photoFocus, deletedAt } = participant;
  return { id, firstName, photoId, portraitUrl, photoFocus, deletedAt };
}

function toParticipant({ id, firstName, deletedAt, ...photo }: ConversationColumns["low"]): Participant {
  if (deletedAt) return { id: String(id), firstName: FORMER_MEMBER, ...NO_PHOTO, hasLeft: true };
  return { id: String(id), firstName, ...toProfilePhoto(photo) };
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
    closedAt: row.closedAt?.toISOString() ?? null,
    closedBy: row.closedById === null ? null : String(row.closedById),
    yourTurn: row.acceptedAt !== null && !row.isLater,
    unreadCount: row.unread,
    lastMessage: toLastMessage(row.lastMessage),
    lastMessageAt: (row.lastMessageAt ?? row.createdAt).toISOString(),
    createdAt: row.createdAt.toISOString(),
  };
}

function toLastMessage(last: ConversationColumns["lastMessage"]): ConversationDto["lastMessage"] {
  if (!last) return null;
  // The schemas have checked the type and metadata of every stored message.
  const shared = last as unknown as MessageContent;
  const { messageType } = shared;
  const song =
    messageType === "music_share" ? { artist: shared.metadata.artist, title: shared.metadata.title } : null;
  const { senderId, excerpt, deletedAt } = last;
  return {
    senderId: String(senderId),
    messageType,
    excerpt,
    song,
    ...(deletedAt ? { isDeleted: true as const } : {}),
  };
}
