// Sends the queued mail. Several machines can do so at once: each claims the rows that it sends.
import { db } from "db/client.server";
import type { MailContent } from "db/column-types";
import { claimDue, putOff, whileClaimed } from "db/queue.server";
import { mail, unreachableAddress } from "db/schema";
import { transaction } from "db/transaction.server";
import { eq } from "drizzle-orm";
import { createTransport } from "nodemailer";
import { MINUTE_MS } from "~/durations";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { hashAddress, isUnreachable } from "./queue.server";
import { composeMail, unsubscribeUrl } from "./template.server";

/** As many as there are connections to the mail server, so that a machine that dies repeats no more than these. */
const BATCH = 5;
const TIMEOUT_MS = 2 * MINUTE_MS;

type Mail = typeof mail.$inferSelect;
/** Brings a mail up to date before it is sent; undefined if there is nothing left to send. */
type Prepare = (content: MailContent) => Promise<MailContent | undefined>;
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
    maxConnections: BATCH,
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

/** Claims up to five mails that are due and tries to send them; returns how many. */
export async function sendDueMail(
  now = Date.now(),
  prepare: Prepare = async (content) => content,
): Promise<number> {
  if (!env.mail) return 0;
  const claimed = await claimDue(mail, BATCH, now);
  await whileClaimed(mail, claimed, () => Promise.all(claimed.map((row) => handle(row, now, prepare))));
  return claimed.length;
}

/** Sends a mail, and deletes its row or puts off the next attempt. The log never names the recipient or the link. */
async function handle(row: Mail, now: number, prepare: Prepare) {
  const { result, error } = await attempt(row, now, prepare);
  totals[result]++;
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  log.logger.info(
    { id: row.id, kind: row.content.kind, result, attempts: row.attempts, code, responseCode },
    "mail",
  );
  const isDone = eq(mail.id, row.id);
  if (result === "failed") await putOff(mail, row, now);
  else if (result === "refused") {
    const noted = { hash: hashAddress(row.recipient), notedAt: new Date(now) };
    await transaction(async (tx) => {
      await tx.delete(mail).where(isDone);
      await tx.insert(unreachableAddress).values(noted).onConflictDoNothing();
    });
  } else await db.delete(mail).where(isDone);
}

async function attempt(
  row: Mail,
  now: number,
  prepare: Prepare,
): Promise<{ result: Result; error?: unknown }> {
  if (row.expiresAt.getTime() <= now) return { result: "expired" };
  if (row.content.kind === "unknown" || (await isUnreachable(row.recipient))) return { result: "skipped" };
  const content = await prepare(row.content);
  if (!content) return { result: "skipped" };
  try {
    await send({ ...row, content });
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
    headers: { "Auto-Submitted": "auto-generated", ...listHeaders(row.content) },
    ...composeMail(row.content),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}

/** The headers with which mail programs offer to unsubscribe (RFC 8058). */
function listHeaders(content: MailContent): Record<string, string> {
  if (content.kind !== "digest") return {};
  return {
    "List-Unsubscribe": `<${unsubscribeUrl(content.token)}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
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
