// The links that undo a change of how a member signs in, mailed to the address in force.
import type { MailContent, SignInChange } from "db/column-types";
import { account, accountLink } from "db/schema";
import type { Tx } from "db/transaction.server";
import { eq } from "drizzle-orm";
import { DAY_MS, UNDO_DAYS } from "~/durations";
import { env } from "~/env.server";
import { recordAccountEvent } from "~/models/account/security-event.server";
import { browserName } from "~/models/browser-name.server";
import { queueMail } from "~/models/mail-queue.server";
import { makeToken } from "./link.server";
import { getSignInWays } from "./sign-in-ways.server";

export const UNDO_MS = UNDO_DAYS * DAY_MS;

/**
 * Mails a change to an account, with a link that undoes it for a week; does nothing without a mail server. It saves the
 * account's current state, so call it before the change.
 */
export async function queueUndo(
  tx: Tx,
  accountId: string,
  toContent: (token: string) => MailContent,
): Promise<void> {
  if (!env.mail) return;
  const [owner] = await tx.select({ email: account.email }).from(account).where(eq(account.id, accountId));
  if (!owner) return;
  const { token, id } = makeToken();
  const { email: recipient } = owner;
  const expiresAt = new Date(Date.now() + UNDO_MS);
  const signInWays = await getSignInWays(tx, accountId);
  const link = { id, accountId, purpose: "undo", email: recipient, expiresAt, signInWays } as const;
  await tx.insert(accountLink).values(link);
  await queueMail(tx, { recipient, accountId, content: toContent(token), expiresAt });
}

/**
 * The same for a change made in a browser with this User-Agent, which also becomes a security event. `removed` names the ways
 * to sign in that the change removes.
 */
export async function recordSignInChange(
  tx: Tx,
  accountId: string,
  change: SignInChange,
  userAgent: string,
  removed?: string,
): Promise<void> {
  const browser = browserName(userAgent);
  const about = { kind: "sign-in-changed", change, browser, at: Date.now(), removed } as const;
  await recordAccountEvent(tx, accountId, change, userAgent);
  await queueUndo(tx, accountId, (token) => ({ ...about, token }));
}
