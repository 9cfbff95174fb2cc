// Sends the queued mail. Several machines can do so at once: each claims the rows that it sends.
import { db } from "db/client.server";
import type { MailContent } from "db/column-types";
import { claimDue, putOff, whileClaimed } from "db/queue.server";
import { mail, unreachableAddress } from "db/schema";
import { transaction } from "db/transaction.server";
import { eq } from "drizzle-orm";
import { DAY_MS, MINUTE_MS } from "~/durations";
import { env } from "~/env.server";
import { MAIL_CONNECTIONS, sendMail } from "~/integrations/mail-server.server";
import { inLanguage } from "~/language/language.server";
import { log } from "~/log.server";
import { hashAddress, isUnreachable, MAX_REFUSALS, retryAddress } from "~/models/mail-queue.server";
import { findAccountLanguage } from "~/models/member/language.server";
import { composeMail, unsubscribeUrl } from "./template.server";

/** As many as the connections to the mail server, so that a machine that dies causes no more repeats than these. */
const BATCH = MAIL_CONNECTIONS;
const TIMEOUT_MS = 2 * MINUTE_MS;

type Mail = typeof mail.$inferSelect;
/** Updates a mail before it is sent; undefined if there is nothing left to send. In quiet hours it waits for their end. */
type Prepare = (content: MailContent, now: number) => Promise<MailContent | { quietUntil: Date } | undefined>;
type Result = "sent" | "failed" | "refused" | "expired" | "skipped" | "quiet";

const totals: Record<Result, number> = { sent: 0, failed: 0, refused: 0, expired: 0, skipped: 0, quiet: 0 };

/** The mails of this process by the result of each attempt. */
export function getMailTotals(): Record<string, number> {
  return totals;
}

/** When this process last delivered to anybody, in ms. */
let reachedAt = 0;

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
  const { result, error, quietUntil } = await attempt(row, now, prepare);
  totals[result]++;
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  log.logger.info(
    { id: row.id, kind: row.content.kind, result, attempts: row.attempts, code, responseCode },
    "mail",
  );
  const isDone = eq(mail.id, row.id);
  if (quietUntil) await db.update(mail).set({ nextAttemptAt: quietUntil }).where(isDone);
  else if (result === "failed") await putOff(mail, row, now);
  else if (result === "sent")
    await db.batch([db.delete(mail).where(isDone), retryAddress(db, row.recipient)]);
  else await db.delete(mail).where(isDone);
}

async function attempt(
  row: Mail,
  now: number,
  prepare: Prepare,
): Promise<{ result: Result; error?: unknown; quietUntil?: Date }> {
  if (row.expiresAt.getTime() <= now) return { result: "expired" };
  if (row.content.kind === "unknown") return { result: "skipped" };
  if (isNews(row.content) && (await isUnreachable(row.recipient))) return { result: "skipped" };
  const language = row.accountId ? await findAccountLanguage(row.accountId) : row.language;
  const content = await inLanguage(language, () => prepare(row.content, now));
  if (!content) return { result: "skipped" };
  if ("quietUntil" in content) return { result: "quiet", ...content };
  try {
    await send({ ...row, content, language });
    reachedAt = now;
    return { result: "sent" };
  } catch (error) {
    const refusal = readRefusal(error);
    if (refusal) await noteRefusal(row.recipient, refusal, now);
    return { result: refusal === "no such address" ? "refused" : "failed", error };
  }
}

/** Every other mail is about an account's safety, or was just requested at this address. */
function isNews({ kind }: MailContent): boolean {
  return kind === "digest" || kind === "waiting-cases";
}

async function send(row: Mail) {
  await sendMail({
    to: { name: "", address: row.recipient },
    messageId: `<${row.id}@${new URL(env.origin).hostname}>`,
    date: row.createdAt,
    headers: { "Auto-Submitted": "auto-generated", ...listHeaders(row.content) },
    ...inLanguage(row.language, () => composeMail(row.content)),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}

/** The headers that make mail programs offer to unsubscribe (RFC 8058). */
function listHeaders(content: MailContent): Record<string, string> {
  if (content.kind !== "digest") return {};
  return {
    "List-Unsubscribe": `<${unsubscribeUrl(content.token)}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

type Refusal = "no such address" | "unexplained";

/**
 * The details of 5.1.x that mean so (RFC 3463, RFC 7505): no mailbox, no host, invalid syntax, moved away, and no mail at all.
 */
const NO_SUCH_ADDRESS = ["1", "2", "3", "6", "10"];

/**
 * The reason of a recipient's permanent refusal. Any other 5.1.x or 55x may be a complaint about us: Postfix answers 5.1.0 for
 * an unknown sender. Undefined for codes that say nothing about the address: the sender's address (5.1.7, 5.1.8), the server's
 * own rules (5.7.x), and a full mailbox (552, 5.2.2), which anybody can fill.
 */
function readRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof Error)) return undefined;
  const { command, responseCode, response } = error as Error & Record<string, unknown>;
  if (command !== "RCPT TO") return undefined;
  const code = Number(responseCode);
  const [, subject, detail] = /^5\d\d[ -]5\.(\d{1,3})\.(\d{1,3})\b/.exec(String(response)) ?? [];
  // Not translated: a code.
  if (subject === "1" && NO_SUCH_ADDRESS.includes(detail ?? "")) return "no such address";
  const isPassing = code === 552 || subject === "7" || ["1.7", "1.8", "2.2"].includes(`${subject}.${detail}`);
  return code >= 550 && code <= 559 && !isPassing ? "unexplained" : undefined;
}

/**
 * Counts the refusal of an address. Unexplained ones count once a day, and only if others were reached since the last: a server
 * that refuses everybody means us.
 */
async function noteRefusal(recipient: string, refusal: Refusal, now: number) {
  const hash = hashAddress(recipient);
  const isIt = eq(unreachableAddress.hash, hash);
  await transaction(async (tx) => {
    const [known] = await tx.select().from(unreachableAddress).where(isIt);
    const last = known?.notedAt.getTime() ?? 0;
    if (refusal === "unexplained" && known && (now < last + DAY_MS || reachedAt <= last)) return;
    const refusals = refusal === "unexplained" ? (known?.refusals ?? 0) + 1 : MAX_REFUSALS;
    const noted = { refusals, notedAt: new Date(now) };
    await tx
      .insert(unreachableAddress)
      .values({ hash, ...noted })
      .onConflictDoUpdate({ target: unreachableAddress.hash, set: noted });
  });
}
