// Sends the queued mail. Several machines can do so at once: each claims the rows that it sends.
import { db } from "db/client.server";
import { mail, unreachableAddress } from "db/schema";
import { transaction } from "db/transaction.server";
import { eq, inArray, lte, sql } from "drizzle-orm";
import { createTransport } from "nodemailer";
import { HOUR_MS, MINUTE_MS } from "~/durations";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { hashAddress, isUnreachable } from "./queue.server";
import { composeMail } from "./template.server";

const BATCH = 10;
/** After this long a machine that has claimed a mail is taken for dead. */
const CLAIM_MS = 5 * MINUTE_MS;
const TIMEOUT_MS = 2 * MINUTE_MS;
const FIRST_RETRY_MS = MINUTE_MS;
const LAST_RETRY_MS = 4 * HOUR_MS;

type Mail = typeof mail.$inferSelect;
type Result = "sent" | "failed" | "refused" | "expired" | "skipped";

const totals: Record<Result, number> = { sent: 0, failed: 0, refused: 0, expired: 0, skipped: 0 };

/** The mails of this process by the result of each attempt. */
export function getMailTotals(): Record<string, number> {
  return totals;
}

let transport: ReturnType<typeof openTransport> | undefined;

function openTransport(url: string) {
  return createTransport({
    url,
    pool: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    dnsTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Closes the connections to the mail server. */
export function closeMailServer() {
  transport?.close();
  transport = undefined;
}

/** Claims up to ten mails that are due and tries to send them; returns how many. */
export async function sendDueMail(now = Date.now()): Promise<number> {
  if (!env.mail) return 0;
  const due = db
    .select({ id: mail.id })
    .from(mail)
    .where(lte(mail.nextAttemptAt, new Date(now)))
    .orderBy(mail.nextAttemptAt)
    .limit(BATCH);
  const claimed = await db
    .update(mail)
    .set({ attempts: sql`${mail.attempts} + 1`, nextAttemptAt: new Date(now + CLAIM_MS) })
    .where(inArray(mail.id, due))
    .returning();
  await Promise.all(claimed.map((row) => handle(row, now)));
  return claimed.length;
}

/** Sends a mail, and deletes its row or puts off the next attempt. The log never names the recipient or the link. */
async function handle(row: Mail, now: number) {
  const { result, error } = await attempt(row, now);
  totals[result]++;
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  log.logger.info(
    { id: row.id, kind: row.content.kind, result, attempts: row.attempts, code, responseCode },
    "mail",
  );
  const isDone = eq(mail.id, row.id);
  if (result === "failed") await putOff(row, now);
  else if (result === "refused") {
    const noted = { hash: hashAddress(row.recipient), notedAt: new Date(now) };
    await transaction(async (tx) => {
      await tx.delete(mail).where(isDone);
      await tx.insert(unreachableAddress).values(noted).onConflictDoNothing();
    });
  } else await db.delete(mail).where(isDone);
}

async function attempt(row: Mail, now: number): Promise<{ result: Result; error?: unknown }> {
  if (row.expiresAt.getTime() <= now) return { result: "expired" };
  if (row.content.kind === "unknown" || (await isUnreachable(row.recipient))) return { result: "skipped" };
  try {
    await send(row);
    return { result: "sent" };
  } catch (error) {
    return { result: isRefusedRecipient(error) ? "refused" : "failed", error };
  }
}

async function send(row: Mail) {
  const { server = "", from } = env.mail ?? {};
  transport ??= openTransport(server);
  await transport.sendMail({
    from,
    to: { name: "", address: row.recipient },
    messageId: `<${row.id}@${new URL(env.origin).hostname}>`,
    date: row.createdAt,
    headers: { "Auto-Submitted": "auto-generated" },
    ...composeMail(row.content),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}

/** Waits a minute after the first attempt, twice as long after each other one, at most four hours. */
async function putOff({ id, attempts, expiresAt }: Mail, now: number) {
  const wait = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LAST_RETRY_MS);
  const nextAttemptAt = new Date(Math.min(now + wait, expiresAt.getTime()));
  await db.update(mail).set({ nextAttemptAt }).where(eq(mail.id, id));
}

/**
 * True if the server refuses the recipient for good, but not for a rule of its own (5.7.x), which may be about us, or for a
 * full mailbox (552, 5.2.2), which anybody can fill.
 */
function isRefusedRecipient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { command, responseCode, response } = error as Error & Record<string, unknown>;
  const code = Number(responseCode);
  const isPermanent = code >= 550 && code <= 559 && code !== 552;
  return command === "RCPT TO" && isPermanent && !/^\d{3}[ -]5\.(7\.|2\.2\b)/.test(String(response));
}
