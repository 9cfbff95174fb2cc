// What a member can report.
import { db } from "db/client.server";
import { conversation, member, message, picture, report } from "db/schema";
import type { Database } from "db/transaction.server";
import { and, desc, eq, isNull, lt, ne, not, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { canOpen, hasBlocked } from "~/models/access.server";
import { isReportable } from "~/models/conversation/list/ended-conversation.server";
import { listPhotos, photoKey } from "~/models/picture/photos";
import { type Face, FORMER_MEMBER } from "~/models/public-member";
import {
  type ReportAbout,
  type ReportableMessage,
  type ReportDto,
  splitPhotoId,
} from "~/models/safety/report";
import { messageExcerpt, moderatedContent } from "./moderated-content.server";

const MESSAGES_SIZE = 20;

/** The name of the reported member in a statement: a former member has none. */
export const shownFirstName = sql<string>`iif(${member.deletedAt} is null, coalesce(${member.firstName}, ${FORMER_MEMBER}), ${FORMER_MEMBER})`;

/** What a report is about; a photo that its member hasn't had for a while stands for their page. */
export async function toReported(on: Database, about: ReportAbout): Promise<ReportAbout> {
  const { memberId, photoId } = splitPhotoId(about.id);
  if (about.subject !== "photo" || !photoId) return about;
  const isOwn = and(eq(picture.id, photoId), eq(picture.ownerId, Number(memberId)));
  if (await on.$count(picture, isOwn)) return about;
  const [person] = await on
    .select()
    .from(member)
    .where(eq(member.id, Number(memberId)));
  // A demo member's portrait is no upload.
  const isShown = person && listPhotos(person).some((photo) => photoKey(photo) === photoId);
  return isShown ? about : { subject: "member", id: memberId };
}

/** `id` is null for content without an owner, and `firstName` is blank if nobody is named. */
type Reported = { id: number | null; firstName: string; hasOpenReport: boolean; isBlocked: boolean };

/**
 * The member behind what is about to be reported, whether there is an open report, and whether they are blocked; undefined if
 * it can't be reported.
 */
export async function findReported(
  reporterId: number,
  named: ReportAbout,
  on: Database = db,
): Promise<Reported | undefined> {
  const about = await toReported(on, named);
  const [open] = await on
    .select(reportedColumns(reporterId))
    .from(report)
    .leftJoin(member, eq(member.id, report.reportedId))
    .where(isOpenReport(reporterId, about));
  const found = open ?? (await findReportable(reporterId, about, on));
  const { isAnonymous } = moderatedContent[about.subject];
  return (
    found && {
      ...{ id: found.id, firstName: isAnonymous ? "" : found.firstName },
      hasOpenReport: open !== undefined,
      isBlocked: !isAnonymous && Boolean(found.isBlocked),
    }
  );
}

/**
 * A page of the other member's messages in a conversation that the reporter can report but no longer open, newest first, with
 * the id that the next page ends before. Empty if the chat itself can be opened.
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
      excerpt: messageExcerpt(),
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
  const { findOwner, photo } = moderatedContent[subject];
  const [found] = await findOwner(db, reporterId, id);
  return { text: found?.text, photo: await photo?.(reporterId, id) };
}

/** What was reported, to its reporter. */
export function describeReported({ subject, firstName }: Pick<ReportDto, "subject" | "firstName">): string {
  return moderatedContent[subject].phrase(firstName, "your");
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
  const [about] = await moderatedContent[subject].findOwner(on, reporterId, id);
  if (!about) return undefined;
  if (about.memberId === null) return { id: null, firstName: "", isBlocked: 0 };
  const isOther = and(eq(member.id, about.memberId), ne(member.id, reporterId));
  const [found] = await on.select(reportedColumns(reporterId)).from(member).where(isOther);
  return found;
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
