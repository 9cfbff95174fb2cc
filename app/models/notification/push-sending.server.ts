// Sends the queued pushes. Several machines can do so at once: each claims the rows that it sends.

import { setTimeout as pause } from "node:timers/promises";
import { db } from "db/client.server";
import { once } from "db/prepared.server";
import { claimDue, putOff, whileClaimed } from "db/queue.server";
import { member, notificationSettings, push, pushSubscription, session } from "db/schema";
import { type Tx, transaction } from "db/transaction.server";
import { and, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { DAY_MS } from "~/durations";
import { env } from "~/env.server";
import {
  mustShow,
  type PushAnswer,
  pausePushService,
  sendPush,
  type VapidKeys,
} from "~/integrations/push-service.server";
import { currentLanguage } from "~/language/current";
import { inLanguage } from "~/language/language.server";
import { t } from "~/language/text";
import { log } from "~/log.server";
import { endOfQuiet } from "./delivery-time";
import type { NotificationDto } from "./notification";
import { findUnread } from "./notification.server";
import { notificationKinds, shownKinds } from "./notification-kind.server";
import { NOTIFICATION_SETTINGS_PATH } from "./notification-settings";
import { toSettings } from "./notification-settings.server";
import { getVapidKeys, readAddress } from "./push-browser.server";

const BATCH = 20;
const PAUSE_MS = 5;
/** A subscription whose service has refused everything for this long ends. */
const MAX_FAILING_MS = 7 * DAY_MS;
/** A service that refuses this many members in a row is busy itself, and not only with one of their browsers. */
const MANY = 3;

type Push = typeof push.$inferSelect;
/** `until` is when the member's quiet hours end, or the pause of their subscription. */
type Attempt = PushAnswer | { result: "expired" | "skipped" } | { result: "quiet" | "paused"; until: Date };
type Result = Attempt["result"];

const totals: Record<Result, number> = {
  ...{ sent: 0, failed: 0, refused: 0, ended: 0 },
  ...{ expired: 0, skipped: 0, quiet: 0, paused: 0 },
};

/**
 * By service, the members it has refused since it last took a push, and for how long. Members can invent hosts of some
 * services.
 */
const turnedAway = new LRUCache<string, Map<number, number>>({ max: 100 });

/** The pushes of this process by the result of each attempt. */
export function getPushTotals(): Record<string, number> {
  return totals;
}

/** Claims up to twenty pushes that are due and tries to send them; returns how many. */
export async function sendDuePushes(now = Date.now()): Promise<number> {
  const claimed = await claimDue(push, BATCH, now);
  if (claimed.length) await whileClaimed(push, claimed, () => sendClaimed(claimed, now));
  return claimed.length;
}

async function sendClaimed(claimed: Push[], now: number) {
  const recipients = await findRecipients(claimed, now);
  const vapid = await getVapidKeys();
  let turn: Promise<unknown> = Promise.resolve();
  const attempts = await Promise.allSettled(
    claimed.map((row) => {
      // A request takes several turns of the event loop: the pause lets it have them all.
      turn = turn.then(() => pause(PAUSE_MS));
      return turn.then(() => attempt(row, recipients.get(row.subscriptionId), { vapid, now }));
    }),
  );
  const tried = claimed.flatMap((row, i) => {
    const each = attempts[i];
    return each?.status === "fulfilled" ? [{ ...row, ...each.value }] : [];
  });
  for (const { id, content, result, attempts } of tried) {
    totals[result]++;
    // Never the endpoint.
    log.logger.info({ id, kind: content.kind, result, attempts }, "push");
  }
  await settle(tried, now);
  for (const each of attempts) if (each.status === "rejected") throw each.reason;
}

/**
 * Deletes the rows of pushes, or puts off the next attempt. In one transaction: each commit waits for the disk, and requests
 * wait for it.
 */
async function settle(tried: (Push & Attempt)[], now: number) {
  const refused = tried.filter((row) => row.result === "refused");
  const waiting = tried.filter((row) => "until" in row);
  const ended = tried.filter(({ result }) => result === "ended");
  const done = tried.filter(({ result }) => ["sent", "expired", "skipped"].includes(result));
  const ids = done.map(({ id }) => id);
  await transaction(async (tx) => {
    for (const row of tried) if (row.result === "failed") await putOff(push, row, now, tx);
    for (const row of refused) await putOff(push, row, now, tx, row.waitMs);
    for (const { id, until } of waiting)
      await tx.update(push).set({ nextAttemptAt: until }).where(eq(push.id, id));
    for (const { subscriptionId, waitMs } of refused) await noteRefusal(tx, subscriptionId, waitMs, now);
    await forgetRefusals(tx, done);
    // The foreign key deletes its pushes, too.
    await tx.delete(pushSubscription).where(isOneOf(ended));
    await tx.delete(push).where(inArray(push.id, ids));
  });
}

function isOneOf(pushes: Push[]) {
  const ids = pushes.map(({ subscriptionId }) => subscriptionId);
  return inArray(pushSubscription.id, ids);
}

/** Ends a subscription that has been failing for a week, and leaves any other alone for as long as its service asks. */
async function noteRefusal(tx: Tx, id: string, waitMs: number, now: number) {
  const { failingSince } = pushSubscription;
  const isIt = eq(pushSubscription.id, id);
  await tx.delete(pushSubscription).where(and(isIt, lte(failingSince, new Date(now - MAX_FAILING_MS))));
  const pausedUntil = waitMs ? new Date(now + waitMs) : null;
  await tx.update(pushSubscription).set({ pausedUntil }).where(isIt);
  await tx
    .update(pushSubscription)
    .set({ failingSince: new Date(now) })
    .where(and(isIt, isNull(failingSince)));
}

async function forgetRefusals(tx: Tx, done: (Push & Attempt)[]) {
  const { failingSince, pausedUntil } = pushSubscription;
  const sent = done.filter(({ result }) => result === "sent");
  await tx
    .update(pushSubscription)
    .set({ failingSince: null, pausedUntil: null })
    .where(and(isOneOf(sent), or(isNotNull(failingSince), isNotNull(pausedUntil))));
}

type Recipient = Awaited<ReturnType<ReturnType<typeof prepareRecipients>["all"]>>[number];

/** The addresses and settings of recipients, by subscription; those whose session has ended are absent. */
async function findRecipients(pushes: Push[], now: number): Promise<Map<string, Recipient>> {
  const ids = JSON.stringify(pushes.map(({ subscriptionId }) => subscriptionId));
  const rows = await preparedRecipients().all({ ids, now });
  return new Map(rows.map((row) => [row.id, row]));
}

function prepareRecipients() {
  const { id, memberId, sessionId, address, pausedUntil } = pushSubscription;
  const isOne = sql`${id} in (select value from json_each(${sql.placeholder("ids")}))`;
  return db
    .select({ id, memberId, address, pausedUntil, settings: notificationSettings, language: member.language })
    .from(pushSubscription)
    .innerJoin(member, eq(member.id, memberId))
    .innerJoin(session, eq(session.id, sessionId))
    .leftJoin(notificationSettings, eq(notificationSettings.memberId, memberId))
    .where(and(isOne, gt(session.expiresAt, sql.placeholder("now"))))
    .prepare();
}

const preparedRecipients = once(prepareRecipients);

async function attempt(
  row: Push,
  recipient: Recipient | undefined,
  { vapid, now }: { vapid: VapidKeys; now: number },
): Promise<Attempt> {
  const ttlSeconds = Math.floor((row.expiresAt.getTime() - now) / 1000);
  if (ttlSeconds <= 0) return { result: "expired" };
  const address = recipient && readAddress(recipient);
  if (!address) return { result: "ended" };
  const { memberId, pausedUntil } = recipient;
  if (pausedUntil && pausedUntil.getTime() > now) return { result: "paused", until: pausedUntil };
  if (row.content.kind === "close" && mustShow(address.endpoint)) return { result: "skipped" };
  const composed = await inLanguage(recipient.language, () => compose(recipient, row, now));
  if ("result" in composed) return composed;
  // The topic replaces a push that a machine sent before it died. It has 32 characters at most.
  const topic = row.id.replaceAll("-", "");
  const payload = JSON.stringify(composed.payload);
  const answer = await sendPush(address, payload, { vapid, ttlSeconds, topic });
  pauseIfBusy(address.endpoint, memberId, answer);
  return answer;
}

/**
 * Pauses a push service that refuses several different members in a row, for the shortest time that it has named. A refusal of
 * only one of them is about that subscription, and keeps nobody else from their pushes.
 */
function pauseIfBusy(endpoint: string, memberId: number, answer: PushAnswer) {
  const { host } = new URL(endpoint);
  if (answer.result === "sent") turnedAway.delete(host);
  if (answer.result !== "refused" || !answer.isBusy) return;
  const waits = turnedAway.get(host) ?? new Map<number, number>();
  turnedAway.set(host, waits.set(memberId, answer.waitMs));
  if (waits.size < MANY) return;
  turnedAway.delete(host);
  pausePushService(endpoint, Math.min(...waits.values()));
}

/** The push for a browser, unless there is nothing left to say, or not now. */
async function compose(
  { memberId, settings: saved }: Recipient,
  { content }: Push,
  now: number,
): Promise<{ payload: object } | Attempt> {
  switch (content.kind) {
    case "test":
      return toPayload({
        title: t("Notifications work on this device"),
        path: NOTIFICATION_SETTINGS_PATH,
        tag: "test",
      });
    case "close":
      return { payload: { close: content.tags } };
    case "notification": {
      const found = await findUnread(memberId, content.id, now);
      const settings = toSettings(saved);
      // A later attempt may come long after it was queued.
      if (!found || !settings[`${notificationKinds[found.stored].topic}Push`]) return { result: "skipped" };
      const quietUntil = endOfQuiet(now, settings);
      if (quietUntil !== undefined) return { result: "quiet", until: new Date(quietUntil) };
      return toPayload({ title: titleOf(found, settings.showsNames), path: found.url, tag: found.id });
    }
  }
}

/** Has a name only if the member allows names, and nothing else that somebody has typed. */
function titleOf({ kind, name }: NotificationDto & { name?: string }, showsNames: boolean): string {
  const { plain, named } = shownKinds[kind].push;
  return showsNames && named && name ? named(name) : t(plain);
}

/** Browsers with declarative push (RFC 8030) show it by themselves; others pass it to the service worker. */
function toPayload({ title, path, tag }: { title: string; path: string; tag: string }) {
  const notification = { title, navigate: env.origin + path, tag, lang: currentLanguage() };
  return { payload: { web_push: 8030, notification } };
}
