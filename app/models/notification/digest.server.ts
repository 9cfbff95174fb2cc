// Digests: whom they are mailed to, and what they count when they are sent.
import { db } from "db/client.server";
import { EMBEDDED_MEMBERS, type MailContent } from "db/column-types";
import { account, member } from "db/schema";
import type { Database } from "db/transaction.server";
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { env } from "~/env.server";
import { listUnreadKinds } from "./notification.server";
import { notificationKinds, shownKinds } from "./notification-kind.server";
import { readSettings } from "./notification-settings.server";

/** The account whose confirmed address a member can be mailed at; undefined for none, and without a mail server. */
export async function findMailAccount(
  memberId: number,
  on: Database = db,
): Promise<{ id: string; email: string } | undefined> {
  if (!env.mail) return undefined;
  const [found] = await on
    .select({ id: account.id, email: account.email })
    .from(member)
    .innerJoin(account, and(eq(member.issuer, EMBEDDED_MEMBERS), eq(account.id, member.subject)))
    .where(and(eq(member.id, memberId), isNull(member.withdrawnAt), isNotNull(account.emailConfirmedAt)));
  return found;
}

/** A mail as it is to be sent now; undefined for a digest of which nothing is left to say, or wanted. */
export async function prepareMail(content: MailContent): Promise<MailContent | undefined> {
  if (content.kind !== "digest") return content;
  const settings = await readSettings(content.memberId);
  const unread = await listUnreadKinds(content.memberId, content.notificationIds);
  const wanted = unread.filter(
    ({ stored }) => settings[`${notificationKinds[stored].topic}Mail`] !== "never",
  );
  const lines = Object.entries(shownKinds).flatMap(([kind, { digest }]) => {
    const count = wanted.filter(({ shown }) => shown === kind).length;
    return digest && count ? [digest(count)] : [];
  });
  return lines.length ? { ...content, lines } : undefined;
}
