// A member's browsers with push: added, listed, tested and removed. Each ends with the session that it was added in.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { pushSubscription, session } from "db/schema";
import { type Tx, transaction } from "db/transaction.server";
import { and, desc, eq, gt, inArray, or } from "drizzle-orm";
import { digest } from "~/digest.server";
import { decrypt, encrypt } from "~/encryption.server";
import {
  isPushEndpoint,
  makeVapidKeys,
  type PushAddress,
  type VapidKeys,
} from "~/integrations/push-service.server";
import { msg } from "~/language/text";
import { browserName } from "~/models/browser-name.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { getSharedSecret } from "~/models/shared-secret.server";
import { notFoundRefusal, Refusal, signedOutRefusal } from "~/refusal";
import type { SubscriptionInput } from "./notification-schema";
import { learnTimeZone } from "./notification-settings.server";
import type { PushBrowserDto, PushDto } from "./push";
import { queuePushes } from "./push-queue.server";

/** How many browsers a member can have: the oldest make room. */
const MAX_BROWSERS = 10;
// Not translated: a name.
const VAPID = "push keys";

/** What the settings show of push. */
export async function getPush(memberId: number, sessionId: string): Promise<PushDto> {
  const [{ publicKey }, browsers] = await Promise.all([
    getVapidKeys(),
    listPushBrowsers(memberId, sessionId),
  ]);
  return { publicKey, browsers };
}

/** The member's browsers with push, the current one first, then the newest first. */
export async function listPushBrowsers(memberId: number, sessionId: string): Promise<PushBrowserDto[]> {
  const rows = await db
    .select({
      id: pushSubscription.id,
      sessionId: pushSubscription.sessionId,
      createdAt: pushSubscription.createdAt,
      userAgent: session.userAgent,
    })
    .from(pushSubscription)
    .innerJoin(session, eq(session.id, pushSubscription.sessionId))
    .where(and(eq(pushSubscription.memberId, memberId), gt(session.expiresAt, new Date())))
    .orderBy(desc(eq(pushSubscription.sessionId, sessionId)), desc(pushSubscription.createdAt));
  return rows.map(({ id, createdAt, userAgent, ...row }) => ({
    id,
    name: browserName(userAgent),
    since: createdAt.toISOString(),
    isCurrent: row.sessionId === sessionId,
  }));
}

/**
 * Adds the browser of a session, or replaces its subscription, and takes over its time zone for a member who has chosen
 * none. Refuses an endpoint of no known push service (invalid).
 */
export async function addPushBrowser(
  memberId: number,
  sessionId: string,
  { endpoint, keys, timeZone }: SubscriptionInput,
): Promise<PushBrowserDto> {
  await consumeRateLimit("push", memberId);
  if (!isPushEndpoint(endpoint))
    throw new Refusal("invalid", msg("We can't reach your browser's push service."), {
      endpoint: msg("We can't reach your browser's push service."),
    });
  const id = randomUUID();
  const endpointHash = digest(endpoint);
  await transaction(async (tx) => {
    const [own] = await tx.select({ id: session.id }).from(session).where(eq(session.id, sessionId));
    if (!own) throw signedOutRefusal();
    // A browser that changes hands belongs to its current user.
    await tx
      .delete(pushSubscription)
      .where(or(eq(pushSubscription.endpointHash, endpointHash), eq(pushSubscription.sessionId, sessionId)));
    await tx.insert(pushSubscription).values({
      ...{ id, memberId, sessionId, endpointHash },
      address: encrypt(JSON.stringify({ endpoint, keys }), id),
      createdAt: new Date(),
    });
    await removeSurplus(tx, memberId);
    await learnTimeZone(tx, memberId, timeZone);
  });
  const added = (await listPushBrowsers(memberId, sessionId)).find((browser) => browser.id === id);
  if (!added) throw notFoundRefusal();
  return added;
}

async function removeSurplus(tx: Tx, memberId: number) {
  const rows = await tx
    .select({ id: pushSubscription.id })
    .from(pushSubscription)
    .where(eq(pushSubscription.memberId, memberId))
    .orderBy(desc(pushSubscription.createdAt), desc(pushSubscription.id));
  const surplus = rows.slice(MAX_BROWSERS).map(({ id }) => id);
  if (surplus.length) await tx.delete(pushSubscription).where(inArray(pushSubscription.id, surplus));
}
/** Removes one of a member's browsers. Refuses an unknown one (absent). */
export async function removePushBrowser(memberId: number, id: string): Promise<void> {
  const { rowsAffected } = await db.delete(pushSubscription).where(isOwn(memberId, id));
  if (!rowsAffected) throw notFoundRefusal();
}

/** Sends a test to one of a member's browsers. Refuses an unknown one (absent). */
export async function testPushBrowser(memberId: number, id: string): Promise<void> {
  await consumeRateLimit("push", memberId);
  await transaction(async (tx) => {
    const [found] = await tx
      .select({ id: pushSubscription.id })
      .from(pushSubscription)
      .where(isOwn(memberId, id));
    if (!found) throw notFoundRefusal();
    await queuePushes(tx, [{ subscriptionId: id, content: { kind: "test" } }]);
  });
}

function isOwn(memberId: number, id: string) {
  return and(eq(pushSubscription.id, id), eq(pushSubscription.memberId, memberId));
}

/** Where a subscription is reached; undefined once SESSION_SECRET has changed. */
export function readAddress({ id, address }: { id: string; address: string }): PushAddress | undefined {
  const text = decrypt(address, id);
  return text === undefined ? undefined : JSON.parse(text);
}

/** The keys that prove to push services who sends, generated once and shared by all machines. */
export async function getVapidKeys(): Promise<VapidKeys> {
  return JSON.parse(await getSharedSecret(VAPID, () => JSON.stringify(makeVapidKeys())));
}
