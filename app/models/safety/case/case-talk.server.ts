// Questions, answers and notes in a case: listing them, who waits for whom, and deleting them with the evidence.
import { db } from "db/client.server";
import { caseMessage, member, moderationCase } from "db/schema";
import { deleteInSteps } from "db/steps.server";
import { type Database, hasRow, type Tx } from "db/transaction.server";
import { and, asc, eq, gt, inArray, lt, ne, not, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { DAY_MS, EVIDENCE_DAYS } from "~/durations";
import { fullName } from "~/models/safety/staff/moderation-log.server";
import type { CaseTalk } from "./case";
import { listColleagues } from "./colleague.server";

const author = alias(member, "author");
const asked = alias(member, "asked");
const later = alias(caseMessage, "later");

const ofCase = eq(caseMessage.caseId, moderationCase.id);

/** Whether the last of a case's questions and answers is an unanswered question or an answer; null if nothing was asked. */
export const lastSaid = sql<"question" | "answer" | null>`(
  select ${caseMessage.kind} from ${caseMessage} where ${and(ofCase, ne(caseMessage.kind, "note"))}
  order by ${caseMessage.id} desc limit 1)`;

/** True for a note after which another moderator than its author has written one. */
const hasSecondOpinion = hasRow(
  later,
  and(
    eq(later.caseId, caseMessage.caseId),
    eq(later.kind, "note"),
    gt(later.id, caseMessage.id),
    sql`${later.authorId} is not ${caseMessage.authorId}`,
  ),
);

/** True for a case in which this moderator is asked for an opinion that nobody has given yet. */
export function asksFor(moderatorId: number): SQL {
  return hasRow(caseMessage, and(ofCase, eq(caseMessage.askedId, moderatorId), not(hasSecondOpinion)));
}

/** True for the cases that come before all others: the member has answered, or this moderator is asked for an opinion. */
export function comesFirst(moderatorId: number): SQL {
  const isAskedAgain = hasRow(
    later,
    and(eq(later.caseId, caseMessage.caseId), eq(later.kind, "question"), gt(later.id, caseMessage.id)),
  );
  const { caseId, kind, askedId } = caseMessage;
  const isNews = or(
    and(eq(kind, "answer"), not(isAskedAgain)),
    and(eq(askedId, moderatorId), not(hasSecondOpinion)),
  );
  return inArray(moderationCase.id, db.select({ caseId }).from(caseMessage).where(isNews));
}

/** Everything that is said in a case, oldest first. */
export async function readTalk(caseId: string): Promise<CaseTalk> {
  const rows = await db
    .select({ message: caseMessage, author: fullName(author), asked: fullName(asked) })
    .from(caseMessage)
    .leftJoin(author, eq(author.id, caseMessage.authorId))
    .leftJoin(asked, eq(asked.id, caseMessage.askedId))
    .where(eq(caseMessage.caseId, caseId))
    .orderBy(asc(caseMessage.id));
  const talk: CaseTalk = { said: [], notes: [] };
  for (const { message, ...names } of rows) {
    const { id, kind, content, isBinding } = message;
    const createdAt = message.createdAt.toISOString();
    if (kind === "note") talk.notes.push({ id, content, createdAt, isBinding, ...names });
    else talk.said.push({ id, kind, content, createdAt, author: kind === "question" ? names.author : null });
  }
  return talk;
}

/**
 * Whether this moderator has asked for a second opinion, without which they can't decide, and nobody has given it. If there are
 * no other moderators, the rule lapses.
 */
export async function needsNote(on: Database, moderatorId: number, caseId: string): Promise<boolean> {
  const isUnanswered = and(
    eq(caseMessage.caseId, caseId),
    eq(caseMessage.authorId, moderatorId),
    eq(caseMessage.isBinding, true),
    not(hasSecondOpinion),
  );
  if (!(await on.$count(caseMessage, isUnanswered))) return false;
  return (await listColleagues(on, moderatorId, caseId)).length > 0;
}

/** Adds a message to a case and returns its id. */
export async function addCaseMessage(
  tx: Tx,
  message: Omit<typeof caseMessage.$inferInsert, "id" | "createdAt">,
): Promise<number> {
  const [added] = await tx
    .insert(caseMessage)
    .values({ ...message, createdAt: new Date() })
    .returning({ id: caseMessage.id });
  return added?.id ?? 0;
}

/** Deletes what was said in cases whose evidence has expired. */
export async function deleteExpiredTalk(now = Date.now()): Promise<void> {
  const expired = db
    .select({ id: moderationCase.id })
    .from(moderationCase)
    .where(and(ofCase, lt(moderationCase.closedAt, new Date(now - EVIDENCE_DAYS * DAY_MS))));
  await deleteInSteps(caseMessage, inArray(caseMessage.caseId, expired));
}
