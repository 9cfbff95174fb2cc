// Reaches members who are away: decides which new notifications are pushed or mailed, and which pushed ones are closed because
// they were read.
import { db } from "db/client.server";
import type { PushContent } from "db/column-types";
import { notification, notificationSettings, pushSubscription } from "db/schema";
import { type Tx, transaction } from "db/transaction.server";
import { and, eq, inArray, isNotNull, lte } from "drizzle-orm";
import { DAY_MS, MINUTE_MS } from "~/durations";
import { hasOpenStream } from "~/live/streams.server";
import { queueMail } from "~/models/mail-queue.server";
import { endOfQuiet, mailMoment } from "./delivery-time";
import { findMailAccount, mailFrequency } from "./digest.server";
import { shownAs } from "./notification";
import { notificationKinds, shownKinds } from "./notification-kind.server";
import type { NotificationSettings } from "./notification-settings";
import { readSettings, toSettings, unsubscribeToken } from "./notification-settings.server";
import { queuePushes } from "./push-queue.server";

const BATCH = 25;
const MAILED_MEMBERS = 10;
/** How many notifications a digest covers at most. */
const MAILED_THINGS = 500;
/** How long a notification is put off while its member has a page open. */
const OPEN_PAGE_MS = MINUTE_MS;
/** Each machine first puts off the members who have a page open with it, before any machine decides about them. */
const AHEAD_MS = 3000;
/** Older notifications are neither pushed nor mailed. */
const MAX_AGE_MS = 10 * DAY_MS;
/** Push services have forgotten what was pushed earlier. */
const MAX_SHOWN_MS = 2 * DAY_MS;

/**
 * Decides about up to 25 notifications whose time has come, or puts them off; returns how many. Each is decided once, by one
 * machine.
 */
export async function decidePushes(now = Date.now()): Promise<number> {
  const { ripe, putOff } = await findRipe("pushAt", now);
  if (!ripe.length) return putOff;
  const ids = ripe.map(({ id }) => id);
  return putOff + (await transaction((tx) => decide(tx, ids, now)));
}

/** The notifications that are due, and how many were put off because members with an open page may see them there. */
async function findRipe(way: "pushAt" | "mailAt", now: number) {
  const column = notification[way];
  const due = await db
    .select({ id: notification.id, memberId: notification.memberId, at: column })
    .from(notification)
    .where(lte(column, new Date(now + AHEAD_MS)))
    .orderBy(column)
    .limit(BATCH);
  const open = due.filter(({ memberId }) => hasOpenStream(memberId)).map(({ id }) => id);
  if (open.length)
    await db
      .update(notification)
      .set({ [way]: new Date(now + OPEN_PAGE_MS) })
      .where(and(inArray(notification.id, open), isNotNull(column)));
  const ripe = due.filter(({ id, at }) => !open.includes(id) && at && at.getTime() <= now);
  return { ripe, putOff: open.length };
}

async function decide(tx: Tx, ids: number[], now: number): Promise<number> {
  const rows = await tx
    .select({ notification, settings: notificationSettings })
    .from(notification)
    .leftJoin(notificationSettings, eq(notificationSettings.memberId, notification.memberId))
    .where(and(inArray(notification.id, ids), lte(notification.pushAt, new Date(now))));
  const decided = rows.map(({ notification: row, settings }) => ({
    ...row,
    ...decideOn(row, toSettings(settings), now),
  }));
  const decidedIds = decided.map(({ id }) => id);
  await tx.update(notification).set({ pushAt: null }).where(inArray(notification.id, decidedIds));
  for (const { id, pushAt } of decided.filter((row) => row.pushAt))
    await tx.update(notification).set({ pushAt }).where(eq(notification.id, id));
  const pushed = decided.filter(({ isPushed }) => isPushed);
  const pushedIds = pushed.map(({ id }) => id);
  await tx
    .update(notification)
    .set({ pushedAt: new Date(now) })
    .where(inArray(notification.id, pushedIds));
  await queueForBrowsers(
    tx,
    pushed.map(({ memberId, id }) => ({ memberId, content: { kind: "notification", id } })),
  );
  return rows.length;
}

type Push = { pushAt: Date | null; isPushed: boolean };

function decideOn(
  { kind, at, readAt }: typeof notification.$inferSelect,
  settings: NotificationSettings,
  now: number,
): Push {
  const isWanted =
    settings[`${notificationKinds[kind].topic}Push`] && readAt === null && at.getTime() > now - MAX_AGE_MS;
  if (!isWanted) return { pushAt: null, isPushed: false };
  const quietUntil = endOfQuiet(now, settings);
  return quietUntil === undefined
    ? { pushAt: null, isPushed: true }
    : { pushAt: new Date(quietUntil), isPushed: false };
}

/** Closes on the member's devices up to 25 notifications that were pushed there and have been read since; returns how many. */
export async function closeRead(now = Date.now()): Promise<number> {
  const isClosable = and(isNotNull(notification.pushedAt), isNotNull(notification.readAt));
  const found = await db.select({ id: notification.id }).from(notification).where(isClosable).limit(BATCH);
  if (!found.length) return 0;
  return transaction(async (tx) => {
    const isFound = inArray(
      notification.id,
      found.map(({ id }) => id),
    );
    const rows = await tx.select().from(notification).where(and(isFound, isClosable));
    await tx.update(notification).set({ pushedAt: null }).where(and(isFound, isClosable));
    const shown = rows.filter(({ pushedAt }) => pushedAt && pushedAt.getTime() > now - MAX_SHOWN_MS);
    const deliveries = [...new Set(shown.map((row) => row.memberId))].map((memberId): PushDelivery => {
      const tags = shown.filter((row) => row.memberId === memberId).map(({ id }) => String(id));
      return { memberId, content: { kind: "close", tags } };
    });
    await queueForBrowsers(tx, deliveries);
    return rows.length;
  });
}

type PushDelivery = { memberId: number; content: PushContent };

/** Queues each push to all browsers of its member. */
async function queueForBrowsers(tx: Tx, deliveries: PushDelivery[]) {
  const memberIds = deliveries.map(({ memberId }) => memberId);
  const browsers = await tx
    .select({ id: pushSubscription.id, memberId: pushSubscription.memberId })
    .from(pushSubscription)
    .where(inArray(pushSubscription.memberId, memberIds));
  const pushes = deliveries.flatMap(({ memberId, content }) =>
    browsers
      .filter((browser) => browser.memberId === memberId)
      .map(({ id }) => ({ subscriptionId: id, content })),
  );
  await queuePushes(tx, pushes);
}

/**
 * Decides about the mail of up to ten members with a notification whose time has come; returns how many, including those put
 * off. Everything that is due to a member goes into one mail.
 */
export async function decideMails(now = Date.now()): Promise<number> {
  const { ripe, putOff } = await findRipe("mailAt", now);
  const memberIds = [...new Set(ripe.map(({ memberId }) => memberId))].slice(0, MAILED_MEMBERS);
  if (memberIds.length)
    await transaction(async (tx) => {
      for (const memberId of memberIds) await mailDigest(tx, memberId, now);
    });
  return putOff + memberIds.length;
}

async function mailDigest(tx: Tx, memberId: number, now: number) {
  const isDue = and(eq(notification.memberId, memberId), lte(notification.mailAt, new Date(now)));
  const rows = await tx.select().from(notification).where(isDue).limit(MAILED_THINGS);
  const settings = await readSettings(memberId, tx);
  const recipient = await findMailAccount(memberId, tx);
  const notificationIds: number[] = [];
  for (const row of rows) {
    const at = recipient && mailTimeOf(row, settings, recipient.isWithdrawn, now);
    const isMailed = at !== undefined && at <= now;
    if (isMailed) notificationIds.push(row.id);
    const mailAt = at === undefined || isMailed ? null : new Date(at);
    await tx.update(notification).set({ mailAt }).where(eq(notification.id, row.id));
  }
  if (!recipient || !notificationIds.length) return;
  const content = { memberId, notificationIds, lines: [], token: unsubscribeToken(memberId) };
  await queueMail(tx, {
    ...{ recipient: recipient.email, accountId: recipient.id },
    content: { kind: "digest", ...content },
  });
}

/** When a notification is mailed, in ms; undefined for never. */
function mailTimeOf(
  { kind, at, readAt }: typeof notification.$inferSelect,
  settings: NotificationSettings,
  isWithdrawn: boolean,
  now: number,
): number | undefined {
  if (!shownKinds[shownAs(kind)].digest || readAt !== null || at.getTime() <= now - MAX_AGE_MS)
    return undefined;
  const time = mailMoment(at.getTime(), mailFrequency(kind, settings, isWithdrawn), settings.timeZone);
  return time === undefined || time > now ? time : (endOfQuiet(now, settings) ?? time);
}
