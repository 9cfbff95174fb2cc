// Conversations: one per pair, visible to both members until one of them ends it.

import { db } from "db/client.server";
import { type Given, once } from "db/prepared.server";
import { conversation, member, message, show } from "db/schema";
import { type Database, hasRow } from "db/transaction.server";
import { and, desc, eq, isNotNull, max, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { COMMUNITY_NAME } from "~/community";
import { msg, t } from "~/language/text";
import { scoresWith } from "~/matching/search.server";
import { canOpen } from "~/models/access.server";
import { avatarArtist } from "~/models/music/preferences.server";
import { toProfilePhoto } from "~/models/picture-url";
import { formerMember, NO_FACE } from "~/models/public-member";
import { Refusal } from "~/refusal";
import {
  type ConversationDto,
  EXCERPT_LENGTH,
  type Participant,
  UNKNOWN_COMPATIBILITY,
} from "./conversation";
import { unreadCount } from "./list/conversation-count.server";
import { MESSAGE_DELETED } from "./message";
import { formatQuotedShow, type StoredQuote } from "./profile-quote/profile-quote";
import type { MessageContent } from "./share";

const low = alias(member, "low");
const high = alias(member, "high");
const lastMessage = alias(message, "last_message");
/** When the last message was sent, in the expression that the indexes use. */
export const latest = sql<number>`case when ${conversation.lastMessageAt} is null then ${conversation.createdAt}
  else ${conversation.lastMessageAt} end`;

/** One conversation that the member may open. */
export async function getConversation(memberId: number, id: string): Promise<ConversationDto | undefined> {
  const [row] = await findConversation().all({ memberId, id });
  return row && toConversationDto(row);
}

/** Refuses a conversation that a goodbye has closed, and one with a former member (forbidden). */
export function rejectFinished({ closedAt, hasLeft }: { closedAt: unknown; hasLeft?: boolean }): void {
  if (closedAt) throw closedRefusal();
  if (hasLeft) throw leftRefusal();
}

/** The refusal of anything that would reach a former member. */
export function leftRefusal(): Refusal {
  return new Refusal("forbidden", msg("This member has left {community}.", { community: COMMUNITY_NAME }));
}

/** The refusal of anything that would write in a closed conversation. */
export function closedRefusal(code: "forbidden" | "conflict" = "forbidden"): Refusal {
  return new Refusal(code, msg("This conversation is closed. You can still read it."));
}

/** The score in the chat header: the pair's own, or a fixed one when either member has no saved preferences. */
export async function getCompatibility(memberId: number, partnerId: number): Promise<number> {
  return (await scoresWith(memberId, [partnerId])).get(partnerId) ?? UNKNOWN_COMPATIBILITY;
}

const findConversation = once(() => {
  const me = sql.placeholder("memberId");
  return selectConversations(me, and(eq(conversation.id, sql.placeholder("id")), canOpen(me))).prepare();
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
        excerpt: sql<string>`iif(${lastMessage.deletedAt} is null, substr(${lastMessage.content}, 1, ${EXCERPT_LENGTH}), '')`,
        metadata: lastMessage.metadata,
        deletedAt: lastMessage.deletedAt,
        isShowRemoved: sql<number>`${isShowRemoved()}`,
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

/** True if a moderator has removed the show that the last message quotes. */
function isShowRemoved(): SQL {
  const isQuoted = sql`${show.id} = ${lastMessage.metadata} ->> 'showId'`;
  return hasRow(show, and(isQuoted, isNotNull(show.removedAt)));
}

type ConversationColumns = Awaited<ReturnType<typeof selectConversations>>[number];

function participantColumns<Alias extends typeof low | typeof high>(participant: Alias) {
  const { id, firstName, photoId, portraitUrl, photoFocus, deletedAt } = participant;
  const firstArtist = avatarArtist(participant);
  return { id, firstName, photoId, portraitUrl, photoFocus, deletedAt, firstArtist };
}

function toParticipant({
  id,
  firstName,
  deletedAt,
  firstArtist,
  ...photo
}: ConversationColumns["low"]): Participant {
  if (deletedAt) return { id: String(id), firstName: formerMember(), ...NO_FACE, hasLeft: true };
  return { id: String(id), firstName, ...toProfilePhoto(photo), firstArtist };
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
  const stored = messageType === "profile_quote" ? (last.metadata as StoredQuote) : null;
  const quoted = stored?.type === "show" ? stored : null;
  const { senderId, excerpt, deletedAt, isShowRemoved } = last;
  return {
    senderId: String(senderId),
    messageType,
    excerpt: deletedAt ? t(MESSAGE_DELETED) : excerpt,
    song,
    show: isShowRemoved ? null : quoted && formatQuotedShow(quoted),
    ...(deletedAt ? { isDeleted: true as const } : {}),
  };
}
