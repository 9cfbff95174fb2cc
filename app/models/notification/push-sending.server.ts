// Sends the queued pushes. Several machines can do so at once: each claims the rows that it sends.
import { db } from "db/client.server";
import { claimDue, putOff } from "db/queue.server";
import { push, pushSubscription, session } from "db/schema";
import { and, eq, gt } from "drizzle-orm";
import { env } from "~/env.server";
import { mustShow, type PushResult, sendPush } from "~/integrations/push-service.server";
import { log } from "~/log.server";
import type { NotificationDto } from "./notification";
import { findUnread } from "./notification.server";
import { NOTIFICATION_SETTINGS_PATH } from "./notification-settings";
import { readSettings } from "./notification-settings.server";
import { getVapidKeys, readAddress } from "./push-browser.server";
import { lockScreenTexts } from "./push-text";

const BATCH = 20;

type Push = typeof push.$inferSelect;
type Result = PushResult | "expired" | "skipped";

const totals: Record<Result, number> = { sent: 0, failed: 0, ended: 0, expired: 0, skipped: 0 };

/** The pushes of this process by the result of each attempt. */
export function getPushTotals(): Record<string, number> {
  return totals;
}

/** Claims up to twenty pushes that are due and tries to send them; returns how many. */
export async function sendDuePushes(now = Date.now()): Promise<number> {
  const claimed = await claimDue(push, BATCH, now);
  await Promise.all(claimed.map((row) => handle(row, now)));
  return claimed.length;
}

/** Sends a push, and deletes its row or puts off the next attempt. The log never names the endpoint. */
async function handle(row: Push, now: number) {
  const result = await attempt(row, now);
  totals[result]++;
  log.logger.info({ id: row.id, kind: row.content.kind, result, attempts: row.attempts }, "push");
  if (result === "failed") await putOff(push, row, now);
  // Its pushes go with it.
  else if (result === "ended")
    await db.delete(pushSubscription).where(eq(pushSubscription.id, row.subscriptionId));
  else await db.delete(push).where(eq(push.id, row.id));
}

async function attempt(row: Push, now: number): Promise<Result> {
  const ttlSeconds = Math.floor((row.expiresAt.getTime() - now) / 1000);
  if (ttlSeconds <= 0) return "expired";
  const [subscription] = await db
    .select({
      id: pushSubscription.id,
      memberId: pushSubscription.memberId,
      address: pushSubscription.address,
    })
    .from(pushSubscription)
    .innerJoin(session, eq(session.id, pushSubscription.sessionId))
    .where(and(eq(pushSubscription.id, row.subscriptionId), gt(session.expiresAt, new Date(now))));
  const address = subscription && readAddress(subscription);
  if (!address) return "ended";
  if (row.content.kind === "close" && mustShow(address.endpoint)) return "skipped";
  const payload = await compose(subscription.memberId, row, now);
  if (!payload) return "skipped";
  // What a machine that died has sent already is replaced. A topic has 32 characters at most.
  const topic = row.id.replaceAll("-", "");
  return sendPush(address, JSON.stringify(payload), { vapid: await getVapidKeys(), ttlSeconds, topic });
}

/** What a browser gets; undefined if it has nothing to say anymore. */
async function compose(memberId: number, { content }: Push, now: number): Promise<object | undefined> {
  switch (content.kind) {
    case "test":
      return toPayload({
        title: "Notifications work on this device",
        path: NOTIFICATION_SETTINGS_PATH,
        tag: "test",
      });
    case "close":
      return { close: content.tags };
    case "notification": {
      const found = await findUnread(memberId, content.id, now);
      if (!found) return undefined;
      const { showsNames } = await readSettings(memberId);
      return toPayload({ title: titleOf(found, showsNames), path: found.url, tag: found.id });
    }
  }
}

/** Names only if the member allows them, and nothing that somebody has typed but these. */
function titleOf({ kind, name }: NotificationDto & { name?: string }, showsNames: boolean): string {
  const { plain, named } = lockScreenTexts[kind];
  return showsNames && named && name ? named(name) : plain;
}

/** Browsers that know declarative push show it by themselves (8030); all others hand it to the service worker. */
function toPayload({ title, path, tag }: { title: string; path: string; tag: string }) {
  return { web_push: 8030, notification: { title, navigate: env.origin + path, tag, lang: "en" } };
}
