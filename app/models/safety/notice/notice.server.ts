// Notices from anybody: sent, confirmed, read with the link, objected to, assigned to a member by a moderator, and deleted some
// time after they are decided.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { caseMessage, moderationCase, notice, picture, report } from "db/schema";
import { type Tx, transaction } from "db/transaction.server";
import { and, asc, eq, gt, gte, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { APPEAL_DAYS, DAY_MS, HOUR_MS, LINK_HOURS } from "~/durations";
import { env } from "~/env.server";
import { currentLanguage } from "~/language/current";
import { msg } from "~/language/text";
import { consumeMailLimit } from "~/models/account/recovery/mail-limit.server";
import { queueMail, retryAddress } from "~/models/mail-queue.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { findOpenCase, notTheirsRefusal } from "~/models/safety/case/case-claim.server";
import { addReport, keepEvidence, openCase, type Urgency } from "~/models/safety/report.server";
import { logAction } from "~/models/safety/staff/moderation-log.server";
import { notFoundRefusal, Refusal, refusalIn } from "~/refusal";
import { openNamelessCase } from "./nameless-case.server";
import { isSeenAtOnce, type NoticeStep, type NoticeView, noticeReasons, severityOf } from "./notice";
import { hashKey, keyOf } from "./notice-key.server";
import type { NoticeInput } from "./notice-schema";
import { findTarget, type NoticeTarget } from "./notice-target.server";

type Sender = { address: string; memberId?: number };
type Notice = typeof notice.$inferSelect;

/** Counts the files of a notice, before they are read. Refuses too many from one address (too-many). */
export async function countNoticeFiles(address: string): Promise<void> {
  await consumeRateLimit("noticeFiles", address);
}

/**
 * Counts a notice and returns it. Refuses too many from one address, and too many mails to one inbox (too-many). Others may
 * have caused those mails, so an urgent notice is taken as if its sender had given no address.
 */
export async function countNotice(input: NoticeInput, { address }: Sender): Promise<NoticeInput> {
  await consumeRateLimit("notice", address);
  await consumeRateLimit("noticeInDay", address);
  if (!env.mail || !input.email) return input;
  try {
    await consumeMailLimit("introduction", input.email);
    return input;
  } catch (error) {
    if (!refusalIn(error) || !isSeenAtOnce(input.reason)) throw error;
    return { ...input, email: "" };
  }
}

/**
 * Stores a notice with its pictures. If it has to be confirmed by mail, it becomes a report only then, except one about a child
 * or an intimate picture, which is a report at once. Returns the key of its link, unless that comes by mail. The answer doesn't
 * tell whether the notice's subject exists.
 */
export async function sendNotice(
  input: NoticeInput,
  { memberId }: Pick<Sender, "memberId">,
  pictureIds: string[],
): Promise<{ key?: string }> {
  const id = randomUUID();
  const now = new Date();
  const { reason, about, words, name, email } = input;
  const isMailed = env.mail !== undefined && email !== "";
  const isWaiting = isMailed && !isSeenAtOnce(reason);
  const sent: Notice = {
    ...{ id, keyHash: hashKey(keyOf(id)), reason, about, words, name, email, memberId: memberId ?? null },
    ...{ createdAt: now, confirmedAt: isMailed ? null : now },
    expiresAt: isWaiting ? new Date(now.getTime() + LINK_HOURS * HOUR_MS) : null,
  };
  await transaction(async (tx) => {
    await tx.insert(notice).values(sent);
    await tx.update(picture).set({ noticeId: id }).where(inArray(picture.id, pictureIds));
    if (!isWaiting) await addToQueue(tx, sent, await findTarget(tx, about));
    if (!isMailed) return;
    await retryAddress(tx, email);
    const content = { kind: "notice-confirm", noticeId: id } as const;
    await queueMail(tx, { recipient: email, content, language: currentLanguage() });
  });
  return isMailed ? {} : { key: keyOf(id) };
}

/** Opens the case of a notice or adds the notice to its member's; the deadline runs from the confirmation. */
async function addToQueue(tx: Tx, sent: Notice, target: NoticeTarget | undefined): Promise<void> {
  const { id: noticeId, reason: noticeReason } = sent;
  const memberId = target?.memberId ?? null;
  const { reason } = noticeReasons[noticeReason];
  const caseId = await openCaseOf(tx, memberId, sent, urgencyOf(sent));
  const about = target?.about ?? { subject: "member", id: "" };
  await addReport(tx, {
    ...{ caseId, noticeId, noticeReason, reason, words: "" },
    ...{ reporterId: null, reportedId: memberId, about },
  });
  await logAction(tx, { actorId: null, action: "noticed", caseId, memberId, detail: labelOf(sent) });
}

/** Finds or opens the case of a notice, about a member if it names one. */
function openCaseOf(tx: Tx, memberId: number | null, sent: Notice, urgency: Urgency): Promise<string> {
  return memberId === null ? openNamelessCase(tx, sent, urgency) : openCase(tx, memberId, urgency);
}

/** Its name in the log, in English. */
function labelOf({ reason }: Notice): string {
  return noticeReasons[reason].label.text;
}

/** How urgent a notice is; for reasons with a limit, the deadline runs from the confirmation. */
function urgencyOf({ reason, confirmedAt }: Pick<Notice, "reason" | "confirmedAt">): Urgency {
  const { hours } = noticeReasons[reason];
  const dueAt = confirmedAt && hours ? new Date(confirmedAt.getTime() + hours * HOUR_MS) : null;
  return { severity: severityOf(reason), dueAt };
}

/** Confirms a notice by its key; a second time changes nothing. Refuses an unknown key (absent). */
export async function confirmNotice(key: string): Promise<void> {
  await transaction(async (tx) => {
    const found = await findByKey(tx, key);
    if (!found) throw notFoundRefusal();
    if (found.confirmedAt) return;
    const confirmed = { ...found, confirmedAt: new Date() };
    const [filed] = await tx
      .select({ caseId: report.caseId, memberId: report.reportedId, outcome: report.outcome })
      .from(report)
      .where(eq(report.noticeId, found.id));
    const expiresAt = filed ? found.expiresAt : null;
    await tx
      .update(notice)
      .set({ confirmedAt: confirmed.confirmedAt, expiresAt })
      .where(eq(notice.id, found.id));
    if (!filed) await addToQueue(tx, confirmed, await findTarget(tx, found.about));
    else if (!filed.outcome) await startClock(tx, filed.caseId, urgencyOf(confirmed));
    const content = { kind: "notice-received", noticeId: found.id } as const;
    await queueMail(tx, { recipient: found.email, content });
  });
}

/** Sets a case's deadline, unless it has an earlier one, or waits behind others because there are too many like it. */
async function startClock(tx: Tx, caseId: string, { severity, dueAt }: Urgency): Promise<void> {
  if (!dueAt) return;
  const isLater = or(isNull(moderationCase.dueAt), gt(moderationCase.dueAt, dueAt));
  await tx
    .update(moderationCase)
    .set({ dueAt })
    .where(and(eq(moderationCase.id, caseId), gte(moderationCase.severity, severity), isLater));
}

/** A notice as shown to anybody with its link; undefined for an unknown key. */
export async function viewNotice(key: string): Promise<NoticeView | undefined> {
  const found = await findByKey(db, key);
  if (!found) return undefined;
  const steps = await listSteps(found.id);
  const { reason, about, words } = found;
  return {
    ...{ reason, about, words, steps },
    createdAt: found.createdAt.toISOString(),
    isConfirmed: found.confirmedAt !== null,
    isMailed: env.mail !== undefined && found.email !== "",
    canObject: canObject(steps),
  };
}

/** One objection is possible, for as long as members can appeal. */
function canObject(steps: NoticeStep[]): boolean {
  const [first, ...objections] = steps;
  if (!first?.decidedAt || objections.length) return false;
  return Date.parse(first.decidedAt) > Date.now() - APPEAL_DAYS * DAY_MS;
}

async function listSteps(noticeId: string, on: Pick<Tx, "select"> = db): Promise<NoticeStep[]> {
  const rows = await on
    .select({ report, claimedAt: moderationCase.claimedAt })
    .from(report)
    .innerJoin(moderationCase, eq(moderationCase.id, report.caseId))
    .where(eq(report.noticeId, noticeId))
    .orderBy(asc(report.createdAt), asc(report.id));
  return rows.map(({ report: { createdAt, words, outcome, closedAt, reply }, claimedAt }) => ({
    at: createdAt.toISOString(),
    words,
    status: outcome ?? (claimedAt ? "reviewing" : "received"),
    decidedAt: outcome ? (closedAt?.toISOString() ?? null) : null,
    reply: outcome ? reply : "",
  }));
}

/**
 * Objects to the outcome of a notice; another moderator looks at the objection if there is one. Refuses an unknown key
 * (absent), and a notice that is undecided, was objected to or was decided too long ago (conflict).
 */
export async function objectTo(key: string, words: string): Promise<void> {
  await transaction(async (tx) => {
    const found = await findByKey(tx, key);
    if (!found?.confirmedAt) throw notFoundRefusal();
    if (!canObject(await listSteps(found.id, tx)))
      throw new Refusal(
        "conflict",
        msg("You can object once, within {days} days of the decision.", { days: APPEAL_DAYS }),
      );
    const [first] = await tx.select().from(report).where(eq(report.noticeId, found.id));
    if (!first) throw notFoundRefusal();
    const { reportedId, reason, noticeReason, subject, subjectId } = first;
    const urgency = urgencyOf({ reason: found.reason, confirmedAt: new Date() });
    const caseId = await openCaseOf(tx, reportedId, found, urgency);
    await addReport(tx, {
      ...{ caseId, noticeId: found.id, noticeReason, reason, words, objectsTo: first.id },
      ...{ reporterId: null, reportedId, about: { subject, id: subjectId } },
    });
    await tx.update(notice).set({ expiresAt: null }).where(eq(notice.id, found.id));
    const logged = { actorId: null, action: "noticed", caseId, memberId: reportedId } as const;
    // Not translated: the log is kept in English.
    await logAction(tx, { ...logged, detail: `Objection: ${labelOf(found)}` });
  });
}

async function findByKey(on: Pick<Tx, "select">, key: string): Promise<Notice | undefined> {
  const [found] = await on
    .select()
    .from(notice)
    .where(eq(notice.keyHash, hashKey(key)));
  return found;
}

/** Deletes notices that were never confirmed or were decided long ago; the next cleanup of unused pictures deletes theirs. */
export async function deleteExpiredNotices(now = Date.now()): Promise<void> {
  await transaction(async (tx) => {
    const isExpired = lt(notice.expiresAt, new Date(now));
    const expired = tx.select({ id: notice.id }).from(notice).where(isExpired);
    await tx.update(report).set({ words: "", reply: "" }).where(inArray(report.noticeId, expired));
    await tx.delete(notice).where(isExpired);
  });
}

const NOTHING_THERE = msg("There's no member, photo, playlist or message at this address.");

/**
 * Moves one of the notices of a case without a member, which the moderator has claimed, to the open case of the member behind
 * this address, with a snapshot, together with the notices that say the same. The notes move with the last of them. Returns
 * whether the case still has others. If the moderator is that member, they can't see the member's case. Refuses an unknown case
 * or notice and a case with a member (absent), one that isn't theirs (conflict), and an address that leads to nothing
 * (invalid).
 */
export async function assignCase(
  moderatorId: number,
  id: string,
  { reportId, address }: { reportId: string; address: string },
): Promise<boolean> {
  return transaction(async (tx) => {
    const found = await findOpenCase(tx, moderatorId, id);
    if (found.memberId !== null) throw notFoundRefusal();
    if (found.isReporter || found.claimedBy !== moderatorId) throw notTheirsRefusal(found);
    const isOfCase = eq(report.caseId, id);
    const [chosen] = await tx
      .select({ about: notice.about, words: notice.words })
      .from(report)
      .innerJoin(notice, eq(notice.id, report.noticeId))
      .where(and(eq(report.id, reportId), isOfCase));
    if (!chosen) throw notFoundRefusal();
    const target = await findTarget(tx, address);
    if (!target) throw new Refusal("invalid", NOTHING_THERE);
    const { memberId, about } = target;
    const isAlike = and(eq(notice.about, chosen.about), eq(notice.words, chosen.words));
    const alike = await tx
      .select({ id: report.id, objectedAt: report.createdAt, objectsTo: report.objectsTo, notice })
      .from(report)
      .innerJoin(notice, eq(notice.id, report.noticeId))
      .where(and(isOfCase, isAlike))
      .orderBy(asc(report.createdAt), asc(report.id));
    const urgencies = alike.map(({ notice: { reason, confirmedAt }, objectsTo, objectedAt }) =>
      urgencyOf({ reason, confirmedAt: objectsTo ? objectedAt : confirmedAt }),
    );
    const times = urgencies.flatMap(({ dueAt }) => dueAt?.getTime() ?? []);
    const caseId = await openCase(tx, memberId, {
      severity: Math.max(...urgencies.map(({ severity }) => severity)),
      dueAt: times.length ? new Date(Math.min(...times)) : null,
    });
    const ids = JSON.stringify(alike.map(({ id }) => id));
    await tx
      .update(report)
      .set({ caseId, reportedId: memberId, subject: about.subject, subjectId: about.id })
      .where(sql`${report.id} in (select value from json_each(${ids}))`);
    // The others are about the same thing at the same moment.
    const [oldest] = alike;
    if (oldest)
      await keepEvidence(tx, {
        ...{ reportId: oldest.id, caseId, reporterId: null, reportedId: memberId, about },
      });
    await logAction(tx, { actorId: moderatorId, action: "assigned", caseId, memberId });
    if (await tx.$count(report, isOfCase)) return true;
    await tx.update(caseMessage).set({ caseId }).where(eq(caseMessage.caseId, id));
    await tx.delete(moderationCase).where(eq(moderationCase.id, id));
    return false;
  });
}
