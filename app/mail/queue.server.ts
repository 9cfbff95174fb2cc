// The queue of outgoing mail: rows are written with the change that causes them, and a job sends them.
import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { db } from "db/client.server";
import type { MailContent } from "db/column-types";
import { rowIf } from "db/row-if.server";
import { account, mail, unreachableAddress } from "db/schema";
import { count, eq, min, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { keyedDigest } from "~/digest.server";
import { HOUR_MS } from "~/durations";
import { env } from "~/env.server";

/** No mail is sent later than this. */
const MAX_AGE_MS = 48 * HOUR_MS;

const announcements = new EventEmitter();
let isAnnounced = false;

/** `expiresAt` is when its link expires, after which it is not sent. */
type QueuedMail = {
  recipient: string | SQL;
  accountId?: string | SQL;
  content: MailContent;
  expiresAt?: Date;
};

/**
 * The statement that queues a mail, for the batch of the change that causes it; none without a mail server. It queues
 * nothing unless `condition` is true. `announceMail` after the batch sends it at once.
 */
export function queueMail(
  { recipient, accountId, content, expiresAt }: QueuedMail,
  condition: SQL | undefined = sql`true`,
): BatchItem<"sqlite">[] {
  if (!env.mail) return [];
  const now = new Date();
  const latest = new Date(now.getTime() + MAX_AGE_MS);
  const row = {
    id: randomUUID(),
    recipient,
    accountId: accountId ?? null,
    content,
    nextAttemptAt: now,
    expiresAt: expiresAt && expiresAt < latest ? expiresAt : latest,
    createdAt: now,
  };
  return [db.insert(mail).select(rowIf(mail, row, condition))];
}

/**
 * The statement that queues a mail to the account that `which` selects, at the address it has when the batch runs; none
 * without a mail server, and it queues nothing if there is no such account.
 */
export function queueAccountMail(which: SQL, content: MailContent, expiresAt?: Date): BatchItem<"sqlite">[] {
  const found = (column: typeof account.id | typeof account.email) =>
    sql`(${db.select({ value: column }).from(account).where(which)})`;
  const id = found(account.id);
  return queueMail(
    { recipient: found(account.email), accountId: id, content, expiresAt },
    sql`${id} is not null`,
  );
}

/** Wakes this machine's job that sends mail. */
export function announceMail() {
  isAnnounced = true;
  announcements.emit("mail");
}

/** Resolves when mail is announced, or was since the last call, and after `ms` at the latest. */
export async function waitForMail(ms: number) {
  if (!isAnnounced) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, ms).unref();
      announcements.once("mail", done);
      function done() {
        clearTimeout(timer);
        announcements.off("mail", done);
        resolve();
      }
    });
  }
  isAnnounced = false;
}

/** How many mails wait to be sent, and since when the oldest does. */
export async function countWaitingMail(): Promise<{ waiting: number; oldest: Date | null }> {
  const [row] = await db.select({ waiting: count(), oldest: min(mail.createdAt) }).from(mail);
  return row ?? { waiting: 0, oldest: null };
}

/** Hashes an address with a key. */
export function hashAddress(address: string): string {
  return keyedDigest(`mail to ${address}`);
}

/** Whether mail to this address was refused for good. */
export async function isUnreachable(address: string): Promise<boolean> {
  const rows = await db
    .select({ hash: unreachableAddress.hash })
    .from(unreachableAddress)
    .where(eq(unreachableAddress.hash, hashAddress(address)));
  return rows.length > 0;
}

/** The statement that forgets that mail to an address was refused for good, for an address that is typed anew. */
export function retryAddress(address: string) {
  return db.delete(unreachableAddress).where(eq(unreachableAddress.hash, hashAddress(address)));
}
