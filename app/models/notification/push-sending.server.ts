// Sends the queued pushes. Several machines can do so at once: each claims the rows that it sends.
import { setTimeout as pause } from "node:timers/promises";
import { db } from "db/client.server";
import { once } from "db/prepared.server";
import { claimDue, putOff, whileClaimed } from "db/queue.server";
import { notificationSettings, push, pushSubscription, session } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { env } from "~/env.server";
import { mustShow, type PushResult, sendPush, type VapidKeys } from "~/integrations/push-service.server";
import { log } from "~/log.server";
import { endOfQuiet } from "./call-time";
import type { NotificationDto } from "./notification";
import { findUnread } from "./notification.server";
import { notificationKinds, shownKinds } from "./notification-kind.server";
import { NOTIFICATION_SETTINGS_PATH } from "./notification-settings";
import { toSettings } from "./notification-settings.server";
import { getVapidKeys, readAddress } from "./push-browser.server";

const BATCH = 20;
const PAUSE_MS = 5;

type Push = typeof push.$inferSelect;
type Result = PushResult | "expired" | "skipped" | "quiet";
/** `until` is when the member's quiet hours end. */
type Attempt = { result: Exclude<Result, "quiet"> } | { result: "quiet"; until: Date };

const totals: Record<Result, number> = { sent: 0, failed: 0, ended: 0, expired: 0, skipped: 0, quiet: 0 };

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
      // A request takes several turns of the loop: in the pause it has them all.
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
  const failed = tried.filter(({ result }) => result === "failed");
  const ended = tried.filter(({ result }) => result === "ended");
  const quiet = tried.filter((row) => row.result === "quiet");
  const done = tried.filter(({ result }) => !["failed", "ended", "quiet"].includes(result));
  const subscriptionIds = ended.map(({ subscriptionId }) => subscriptionId);
  const ids = done.map(({ id }) => id);
  await transaction(async (tx) => {
    for (const row of failed) await putOff(push, row, now, tx);
    for (const { id, until } of quiet)
      await tx.update(push).set({ nextAttemptAt: until }).where(eq(push.id, id));
    // Its pushes go with it.
    await tx.delete(pushSubscription).where(inArray(pushSubscription.id, subscriptionIds));
    await tx.delete(push).where(inArray(push.id, ids));
  });
}

type Recipient = Awaited<ReturnType<ReturnType<typeof prepareRecipients>["all"]>>[number];

/** Where pushes go and what their members want, by subscription; those whose session has ended are absent. */
async function findRecipients(pushes: Push[], now: number): Promise<Map<string, Recipient>> {
  const ids = JSON.stringify(pushes.map(({ subscriptionId }) => subscriptionId));
  const rows = await preparedRecipients().all({ ids, now });
  return new Map(rows.map((row) => [row.id, row]));
}

function prepareRecipients() {
  const { id, memberId, sessionId, address } = pushSubscription;
  const isOne = sql`${id} in (select value from json_each(${sql.placeholder("ids")}))`;
  return db
    .select({ id, memberId, address, settings: notificationSettings })
    .from(pushSubscription)
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
  if (row.content.kind === "close" && mustShow(address.endpoint)) return { result: "skipped" };
  const composed = await compose(recipient, row, now);
  if ("result" in composed) return composed;
  // What a machine that died has sent already is replaced. A topic has 32 characters at most.
  const topic = row.id.replaceAll("-", "");
  const payload = JSON.stringify(composed.payload);
  return { result: await sendPush(address, payload, { vapid, ttlSeconds, topic }) };
}

/** What a browser gets, unless it has nothing to say anymore, or not now. */
async function compose(
  { memberId, settings: saved }: Recipient,
  { content }: Push,
  now: number,
): Promise<{ payload: object } | Attempt> {
  switch (content.kind) {
    case "test":
      return toPayload({
        title: "Notifications work on this device",
        path: NOTIFICATION_SETTINGS_PATH,
        tag: "test",
      });
    case "close":
      return { payload: { close: content.tags } };
    case "notification": {
      const found = await findUnread(memberId, content.id, now);
      const settings = toSettings(saved);
      // A later attempt may come long after the decision to push.
      if (!found || !settings[`${notificationKinds[found.stored].topic}Push`]) return { result: "skipped" };
      const quietUntil = endOfQuiet(now, settings);
      if (quietUntil !== undefined) return { result: "quiet", until: new Date(quietUntil) };
      return toPayload({ title: titleOf(found, settings.showsNames), path: found.url, tag: found.id });
    }
  }
}

/** Names only if the member allows them, and nothing that somebody has typed but these. */
function titleOf({ kind, name }: NotificationDto & { name?: string }, showsNames: boolean): string {
  const { plain, named } = shownKinds[kind].push;
  return showsNames && named && name ? named(name) : plain;
}

/** Browsers that know declarative push show it by themselves (8030); all others hand it to the service worker. */
function toPayload({ title, path, tag }: { title: string; path: string; tag: string }) {
  const notification = { title, navigate: env.origin + path, tag, lang: "en" };
  return { payload: { web_push: 8030, notification } };
}
