// What a member can report.
import { db } from "db/client.server";
import type { ReportSubject } from "db/column-types";
import { hasRow } from "db/has-row.server";
import { conversation, member, message, playlist, report } from "db/schema";
import type { Database } from "db/transaction.server";
import { and, desc, eq, inArray, isNull, lt, ne, not, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { canOpen, canSee, hasBlocked } from "~/models/access.server";
import { EXCERPT_LENGTH } from "~/models/conversation/conversation";
import { isReportable } from "~/models/conversation/list/ended-conversation.server";
import { MESSAGE_DELETED } from "~/models/conversation/message";
import { isOfPair, otherMemberId, pairOf } from "~/models/pair.server";
import { getShownPhotos } from "~/models/picture/photos.server";
import { canViewPlaylist } from "~/models/playlist/playlist-access.server";
import { type Face, FORMER_MEMBER } from "~/models/public-member";
import { hasGameWith } from "~/models/trivia/game-access.server";
import { type ReportAbout, type ReportableMessage, splitPhotoId } from "./report";

const MESSAGES_SIZE = 20;
const PHOTO_TEXT = "Sent a photo";

/** The first 200 characters of a message, or what a photo without words is. */
const messageExcerpt = sql<string>`case when ${message.deletedAt} is not null then ${MESSAGE_DELETED}
  when ${message.content} = '' and ${message.messageType} = 'photo' then ${PHOTO_TEXT}
  when length(${message.content}) > ${EXCERPT_LENGTH}
  then substr(${message.content}, 1, ${EXCERPT_LENGTH - 1}) || '…' else ${message.content} end`;

/** The name of the reported member in a statement: a former member has none. */
export const shownFirstName = sql<string>`iif(${member.deletedAt} is null, coalesce(${member.firstName}, ${FORMER_MEMBER}), ${FORMER_MEMBER})`;

/**
 * The member behind what is about to be reported, whether it is already reported, and whether they are blocked;
 * undefined if it can't be reported.
 */
export async function findReported(
  reporterId: number,
  about: ReportAbout,
  on: Database = db,
): Promise<{ id: number; firstName: string; hasOpenReport: boolean; isBlocked: boolean } | undefined> {
  const [open] = await on
    .select(reportedColumns(reporterId))
    .from(report)
    .innerJoin(member, eq(member.id, report.reportedId))
    .where(isOpenReport(reporterId, about));
  const found = open ?? (await findReportable(reporterId, about, on));
  return found && { ...found, hasOpenReport: open !== undefined, isBlocked: Boolean(found.isBlocked) };
}

/**
 * A page of the other member's messages in a conversation that the reporter can report but no longer open, newest first,
 * with the id that the next page ends before. None where the chat itself can be opened.
 */
export async function listReportableMessages(
  reporterId: number,
  conversationId: string,
  before?: string,
): Promise<{ messages: ReportableMessage[]; before?: string }> {
  const cursor = alias(message, "cursor");
  const sequenceOf = (id: string) =>
    sql`${db
      .select({ sequence: cursor.sequence })
      .from(cursor)
      .where(and(eq(cursor.id, id), eq(cursor.conversationId, conversationId)))}`;
  const rows = await db
    .select({
      id: message.id,
      excerpt: messageExcerpt,
      createdAt: message.createdAt,
    })
    .from(conversation)
    .innerJoin(message, eq(message.conversationId, conversation.id))
    .where(
      and(
        eq(conversation.id, conversationId),
        isReportable(reporterId),
        not(canOpen(reporterId) as SQL),
        ne(message.senderId, reporterId),
        before === undefined ? undefined : lt(message.sequence, sequenceOf(before)),
      ),
    )
    .orderBy(desc(message.sequence))
    .limit(MESSAGES_SIZE + 1);
  const page = rows.slice(0, MESSAGES_SIZE);
  const messages = page.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
  return { messages, before: rows.length > MESSAGES_SIZE ? page.at(-1)?.id : undefined };
}

/**
 * What a report is about, as its reporter sees it: the beginning of a message, a playlist's name, or a photo. Empty for a
 * member, a conversation, or what is gone.
 */
export async function quoteReported(
  reporterId: number,
  { subject, id }: ReportAbout,
): Promise<{ text?: string; photo?: Face }> {
  if (subject === "photo") {
    const { memberId, photoId } = splitPhotoId(id);
    const photos = await getShownPhotos(reporterId, Number(memberId));
    const shown = photoId ? photos.find((photo) => photo.id === photoId) : photos[0];
    return shown ? { photo: { url: shown.photoUrl, focus: shown.photoFocus } } : {};
  }
  const texts = {
    message: db
      .select({ text: messageExcerpt })
      .from(message)
      .innerJoin(conversation, eq(conversation.id, message.conversationId))
      .where(and(eq(message.id, id), isReportable(reporterId))),
    playlist: db
      .select({ text: playlist.name })
      .from(playlist)
      .where(and(eq(playlist.id, id), canViewPlaylist(reporterId))),
  };
  const [found] = subject === "message" || subject === "playlist" ? await texts[subject] : [];
  return found ?? {};
}

function reportedColumns(reporterId: number) {
  return {
    id: member.id,
    firstName: shownFirstName,
    isBlocked: sql<number>`${hasBlocked(reporterId, member.id)}`,
  };
}

/** The member this belongs to, if `reporterId` may report it. */
async function findReportable(reporterId: number, { subject, id }: ReportAbout, on: Database) {
  const otherId = otherMemberId(conversation, reporterId);
  const conditions: Record<ReportSubject, () => SQL | undefined> = {
    member: () => and(eq(member.id, Number(id)), isKnown(reporterId, Number(id))),
    // A photo that was removed a moment ago can still be reported.
    photo: () => {
      const memberId = Number(splitPhotoId(id).memberId);
      return and(eq(member.id, memberId), isKnown(reporterId, memberId));
    },
    conversation: () =>
      inArray(
        member.id,
        db
          .select({ id: otherId })
          .from(conversation)
          .where(and(eq(conversation.id, id), isReportable(reporterId))),
      ),
    message: () =>
      inArray(
        member.id,
        db
          .select({ id: message.senderId })
          .from(message)
          .innerJoin(conversation, eq(conversation.id, message.conversationId))
          .where(and(eq(message.id, id), isReportable(reporterId))),
      ),
    playlist: () =>
      inArray(
        member.id,
        db
          .select({ id: playlist.ownerId })
          .from(playlist)
          .where(and(eq(playlist.id, id), canViewPlaylist(reporterId))),
      ),
  };
  const [found] = await on
    .select(reportedColumns(reporterId))
    .from(member)
    .where(and(ne(member.id, reporterId), conditions[subject]()));
  return found;
}

/** True for a `member` the other can see, has a conversation or a game with, or has blocked. */
function isKnown(memberId: number, otherId: number): SQL | undefined {
  const isTheirs = isOfPair(conversation, pairOf(memberId, otherId));
  return or(
    canSee(memberId, otherId),
    hasRow(conversation, and(isTheirs, isReportable(memberId))),
    hasGameWith(memberId, otherId),
    hasBlocked(memberId, otherId),
  );
}

/** True for a member's open report about a thing. */
export function isOpenReport(reporterId: number, { subject, id }: ReportAbout): SQL | undefined {
  return and(
    eq(report.reporterId, reporterId),
    eq(report.subject, subject),
    eq(report.subjectId, id),
    isNull(report.closedAt),
  );
}
