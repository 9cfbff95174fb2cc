// The rows of notifications: marked as read, withdrawn, deleted.
import { db } from "db/client.server";
import {
  NOTIFICATION_KINDS,
  NOTIFICATION_SUBJECTS,
  type NotificationKind,
  type NotificationSubject,
} from "db/column-types";
import { notification } from "db/schema";
import { deleteInSteps } from "db/steps.server";
import { type Tx, transaction } from "db/transaction.server";
import {
  and,
  type Column,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { DAY_MS, NOTIFICATION_DAYS } from "~/durations";
import { publishEvent } from "~/live/publish.server";

const BATCH = 5000;

/** The kinds of notifications about a subject. */
export function kindsAbout(subject: NotificationSubject): NotificationKind[] {
  return NOTIFICATION_KINDS.filter((kind) => NOTIFICATION_SUBJECTS[kind] === subject);
}

/** Marks notifications as read, without telling the member's pages. */
export async function readNotifications(
  tx: Tx,
  memberId: number,
  kinds: NotificationKind[],
  subjectId?: SQL | string | string[],
): Promise<void> {
  await tx
    .update(notification)
    .set({ readAt: new Date() })
    .where(isUnread(memberId, kinds, subjectId));
}

/**
 * Withdraws an unread notification about something that is gone: if it hasn't been pushed or mailed, it won't be, and devices
 * that show it close it.
 */
export async function withdrawNotification(
  tx: Tx,
  memberId: number,
  kind: NotificationKind,
  subjectId: string,
): Promise<void> {
  const isThis = isUnread(memberId, [kind], subjectId);
  await tx.delete(notification).where(and(isThis, isNotNull(notification.pushAt)));
  await readNotifications(tx, memberId, [kind], subjectId);
}

/** Whether a member has been notified of this in the last 90 days. */
export async function wasNotified(
  tx: Tx,
  memberId: number,
  kind: NotificationKind,
  subjectId: string,
): Promise<boolean> {
  return (await tx.$count(notification, isKept(memberId, kind, subjectId))) > 0;
}

/** True for the notification of a member about something in the last 90 days. */
export function isKept(
  memberId: number | Column,
  kind: NotificationKind,
  subjectId: string | Column,
): SQL | undefined {
  return and(
    eq(notification.subjectId, subjectId),
    eq(notification.memberId, memberId),
    eq(notification.kind, kind),
    gt(notification.at, new Date(Date.now() - NOTIFICATION_DAYS * DAY_MS)),
  );
}

function isUnread(memberId: number, kinds: NotificationKind[], subjectId?: SQL | string | string[]) {
  return and(
    eq(notification.memberId, memberId),
    inArray(notification.kind, kinds),
    isNull(notification.readAt),
    isAbout(subjectId),
  );
}

function isAbout(subjectId: SQL | string | string[] | undefined): SQL | undefined {
  if (Array.isArray(subjectId)) return inArray(notification.subjectId, subjectId);
  return subjectId === undefined ? undefined : eq(notification.subjectId, subjectId);
}

/**
 * Marks notifications as read because the member has opened the page they are about, and updates the member's other pages. A
 * failure is ignored: the page still opens, and the next visit tries again.
 */
export async function markSeen(
  memberId: number,
  subjects: NotificationSubject[],
  subjectId?: SQL | string | string[],
) {
  const kinds = subjects.flatMap(kindsAbout);
  try {
    const [unread] = await db
      .select({ id: notification.id })
      .from(notification)
      .where(isUnread(memberId, kinds, subjectId))
      .limit(1);
    if (!unread) return;
    await transaction(async (tx) => {
      await readNotifications(tx, memberId, kinds, subjectId);
      await publishEvent(tx, "notification", [memberId]);
    });
  } catch {
    return;
  }
}

/**
 * Turns members' unread notifications about some subjects of a kind into one about another subject, which is about to be
 * published.
 */
export async function moveUnread(
  tx: Tx,
  { kind, from, to, members }: { kind: NotificationKind; from: SQLWrapper; to: string; members: number[] },
): Promise<void> {
  const isMoved = and(
    inArray(notification.memberId, members),
    eq(notification.kind, kind),
    isNull(notification.readAt),
    inArray(notification.subjectId, from),
  );
  await tx.run(sql`update or replace ${notification} set subject_id = ${to} where ${isMoved}`);
}

/** Marks these notifications of a member as read, or all; those of others and missing ones are ignored. */
export async function markNotificationsRead(memberId: number, ids: number[] | "all"): Promise<void> {
  const which = and(
    eq(notification.memberId, memberId),
    isNull(notification.readAt),
    ids === "all" ? undefined : inArray(notification.id, ids),
  );
  const some = db.select({ id: notification.id }).from(notification).where(which).limit(BATCH);
  for (let changed = BATCH; changed === BATCH; )
    changed = await transaction(async (tx) => {
      const isSome = inArray(notification.id, some);
      const { rowsAffected } = await tx.update(notification).set({ readAt: new Date() }).where(isSome);
      if (rowsAffected) await publishEvent(tx, "notification", [memberId]);
      return rowsAffected;
    });
}

/** Deletes notifications older than 90 days. */
export async function deleteExpiredNotifications(now = Date.now()) {
  await deleteInSteps(notification, lt(notification.at, new Date(now - NOTIFICATION_DAYS * DAY_MS)));
}
