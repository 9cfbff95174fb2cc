// A member's notification settings: reading, saving, and ending their mail by a link.
import { db } from "db/client.server";
import { EMBEDDED_MEMBERS, TOPICS } from "db/column-types";
import { mail, member, notification, notificationSettings, push, pushSubscription } from "db/schema";
import { type Database, type Tx, transaction } from "db/transaction.server";
import { and, eq, gt, inArray } from "drizzle-orm";
import { decrypt, encrypt } from "~/encryption.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { endOfQuiet } from "./delivery-time";
import { isTimeZone } from "./notification-schema";
import { defaultSettings, type NotificationSettings } from "./notification-settings";

/** The context of the tokens of links that end mail. */
const UNSUBSCRIBE = "unsubscribe";
/** By then each machine knows whether the member has a page open with it. */
const DECIDED_AFTER_MS = 5000;

/** A member's settings, or the defaults. */
export async function readSettings(memberId: number, on: Database = db): Promise<NotificationSettings> {
  const [row] = await on
    .select()
    .from(notificationSettings)
    .where(eq(notificationSettings.memberId, memberId));
  return toSettings(row);
}

/** The settings of a row, or the defaults; settings newer than the row have their defaults. */
export function toSettings(
  row: typeof notificationSettings.$inferSelect | null | undefined,
): NotificationSettings {
  if (!row) return defaultSettings;
  const { choices, showsNames, timeZone, quietFrom, quietTo } = row;
  return { ...defaultSettings, ...choices, showsNames, timeZone, quietFrom, quietTo };
}

/** Saves a member's settings and returns them. Refuses more than 60 changes of settings an hour (too-many). */
export async function saveSettings(
  memberId: number,
  settings: NotificationSettings,
): Promise<NotificationSettings> {
  await consumeRateLimit("settings", memberId);
  await transaction((tx) => writeSettings(tx, memberId, settings));
  return settings;
}

/**
 * Writes a member's settings with the change that causes it; notifications that wait for a time set before are decided anew.
 */
async function writeSettings(tx: Tx, memberId: number, settings: NotificationSettings) {
  const quietUntil = endOfQuiet(Date.now(), await readSettings(memberId, tx));
  const { showsNames, timeZone, quietFrom, quietTo, ...choices } = settings;
  const row = { choices, showsNames, timeZone, quietFrom, quietTo };
  await tx
    .insert(notificationSettings)
    .values({ memberId, ...row })
    .onConflictDoUpdate({ target: notificationSettings.memberId, set: row });
  const soon = new Date(Date.now() + DECIDED_AFTER_MS);
  for (const way of ["pushAt", "mailAt"] as const)
    await tx
      .update(notification)
      .set({ [way]: soon })
      .where(and(eq(notification.memberId, memberId), gt(notification[way], soon)));
  if (quietUntil === undefined) return;
  const { id } = pushSubscription;
  const browsers = tx.select({ id }).from(pushSubscription).where(eq(pushSubscription.memberId, memberId));
  const end = new Date(quietUntil);
  const isPutOff = and(inArray(push.subscriptionId, browsers), eq(push.nextAttemptAt, end));
  await tx.update(push).set({ nextAttemptAt: soon }).where(isPutOff);
  const { subject, issuer } = member;
  const isOwn = and(eq(member.id, memberId), eq(issuer, EMBEDDED_MEMBERS));
  const accounts = tx.select({ id: subject }).from(member).where(isOwn);
  const isMailPutOff = and(inArray(mail.accountId, accounts), eq(mail.nextAttemptAt, end));
  await tx.update(mail).set({ nextAttemptAt: soon }).where(isMailPutOff);
}

/** Saves the time zone that a browser names, for a member who has chosen none. */
export async function learnTimeZone(tx: Tx, memberId: number, timeZone: string | undefined): Promise<void> {
  if (!timeZone || !isTimeZone(timeZone)) return;
  const settings = await readSettings(memberId, tx);
  if (settings.timeZone === null) await writeSettings(tx, memberId, { ...settings, timeZone });
}

/** The token of the link with which a member ends their mail without signing in. */
export function unsubscribeToken(memberId: number): string {
  return encrypt(String(memberId), UNSUBSCRIBE);
}

/** The member whose mail a token ends; undefined for an invalid token. */
export function memberOfToken(token: string): number | undefined {
  const id = decrypt(token, UNSUBSCRIBE);
  return id === undefined ? undefined : Number(id);
}

/** Ends all notifications by mail. Does nothing for a member whose account is gone. */
export async function endMail(memberId: number): Promise<void> {
  const never = Object.fromEntries(TOPICS.map((topic) => [`${topic}Mail`, "never"]));
  await transaction(async (tx) => {
    const [found] = await tx.select({ id: member.id }).from(member).where(eq(member.id, memberId));
    if (found) await writeSettings(tx, memberId, { ...(await readSettings(memberId, tx)), ...never });
  });
}
