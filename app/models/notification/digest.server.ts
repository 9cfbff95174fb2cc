// Digests: who gets them, and what they count when they are sent.
import { db } from "db/client.server";
import { EMBEDDED_MEMBERS, type Frequency, type MailContent, type NotificationKind } from "db/column-types";
import { account, member } from "db/schema";
import type { Database } from "db/transaction.server";
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { env } from "~/env.server";
import { endOfQuiet } from "./delivery-time";
import { listUnreadKinds } from "./notification.server";
import { notificationKinds, shownKinds, statusKinds } from "./notification-kind.server";
import type { NotificationSettings } from "./notification-settings";
import { readSettings } from "./notification-settings.server";

/** An account with a confirmed address. A withdrawn one, such as a suspended member's, is mailed only about its status. */
type MailAccount = { id: string; email: string; isWithdrawn: boolean };

/** The account whose confirmed address a member can be mailed at; undefined for none, and without a mail server. */
export async function findMailAccount(memberId: number, on: Database = db): Promise<MailAccount | undefined> {
  if (!env.mail) return undefined;
  const [found] = await on
    .select({ id: account.id, email: account.email, withdrawnAt: member.withdrawnAt })
    .from(member)
    .innerJoin(account, and(eq(member.issuer, EMBEDDED_MEMBERS), eq(account.id, member.subject)))
    .where(and(eq(member.id, memberId), isNull(member.deletedAt), isNotNull(account.emailConfirmedAt)));
  return found && { id: found.id, email: found.email, isWithdrawn: found.withdrawnAt !== null };
}

/**
 * How often a kind is mailed. Moderators' questions wait for an answer, and members who are kept out see nothing on the pages:
 * neither waits for a digest.
 */
export function mailFrequency(
  kind: NotificationKind,
  settings: NotificationSettings,
  isWithdrawn: boolean,
): Frequency {
  if (isWithdrawn && !statusKinds.includes(kind)) return "never";
  const frequency = settings[`${notificationKinds[kind].topic}Mail`];
  return frequency !== "never" && (isWithdrawn || kind === "question") ? "now" : frequency;
}

/**
 * A mail as it is to be sent now; undefined for a digest that has nothing left to say or is no longer wanted. In quiet hours,
 * which may have begun since it was decided on, a digest waits until they end.
 */
export async function prepareMail(
  content: MailContent,
  now: number,
): Promise<MailContent | { quietUntil: Date } | undefined> {
  if (content.kind !== "digest") return content;
  const settings = await readSettings(content.memberId);
  const quietUntil = endOfQuiet(now, settings);
  if (quietUntil !== undefined) return { quietUntil: new Date(quietUntil) };
  const unread = await listUnreadKinds(content.memberId, content.notificationIds);
  const isWithdrawn = (await findMailAccount(content.memberId))?.isWithdrawn ?? true;
  const wanted = unread.filter(({ stored }) => mailFrequency(stored, settings, isWithdrawn) !== "never");
  const lines = Object.entries(shownKinds).flatMap(([kind, { digest }]) => {
    const count = wanted.filter(({ shown }) => shown === kind).length;
    return digest && count ? [digest(count)] : [];
  });
  return lines.length ? { ...content, lines } : undefined;
}
