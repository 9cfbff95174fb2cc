// The queue of outgoing mail: rows are written with the change that causes them, and a job sends them.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import type { Language, MailContent } from "db/column-types";
import { MAX_QUEUED_MS, QueueSignal } from "db/queue.server";
import { account, mail, unreachableAddress } from "db/schema";
import { afterCommit, type Database, type Tx } from "db/transaction.server";
import { count, eq, min } from "drizzle-orm";
import { keyedDigest } from "~/digest.server";
import { env } from "~/env.server";

/** Signals that this machine has queued a mail. */
export const mailSignal = new QueueSignal();

/**
 * `expiresAt` is when its link expires; it is not sent after that. `language` is for a recipient without an account; an
 * account's is looked up when the mail is sent.
 */
type QueuedMail = {
  recipient: string;
  accountId?: string;
  content: MailContent;
  expiresAt?: Date;
  language?: Language;
};

/**
 * Queues a mail with the change that causes it; does nothing without a mail server. `announce` is called after the commit; by
 * default it has the mail sent at once.
 */
export async function queueMail(
  tx: Tx,
  { recipient, accountId, content, expiresAt, language }: QueuedMail,
  announce = mailSignal.give,
): Promise<void> {
  if (!env.mail) return;
  const now = new Date();
  const latest = new Date(now.getTime() + MAX_QUEUED_MS);
  await tx.insert(mail).values({
    id: randomUUID(),
    recipient,
    accountId,
    content,
    language,
    nextAttemptAt: now,
    expiresAt: expiresAt && expiresAt < latest ? expiresAt : latest,
    createdAt: now,
  });
  afterCommit(tx, announce);
}

/** Queues a mail to an account's current address. */
export async function queueAccountMail(tx: Tx, accountId: string, content: MailContent): Promise<void> {
  const [owner] = await tx.select({ email: account.email }).from(account).where(eq(account.id, accountId));
  if (owner) await queueMail(tx, { recipient: owner.email, accountId, content });
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

/** After this many refusals an address counts as unreachable. */
export const MAX_REFUSALS = 3;

/** Whether an address counts as unreachable. */
export async function isUnreachable(address: string): Promise<boolean> {
  const [found] = await db
    .select({ refusals: unreachableAddress.refusals })
    .from(unreachableAddress)
    .where(eq(unreachableAddress.hash, hashAddress(address)));
  return found !== undefined && found.refusals >= MAX_REFUSALS;
}

/** Forgets that mail to an address was refused, once the address is typed anew or reached. */
export function retryAddress(on: Database, address: string) {
  return on.delete(unreachableAddress).where(eq(unreachableAddress.hash, hashAddress(address)));
}
