// The email address of an account: confirming and changing it.
import { db } from "db/client.server";
import { EMBEDDED_MEMBERS, type MailContent } from "db/column-types";
import { account, accountLink, member } from "db/schema";
import { type Database, type Tx, transaction } from "db/transaction.server";
import { and, eq, isNull, ne } from "drizzle-orm";
import { HOUR_MS, LINK_HOURS } from "~/durations";
import { msg } from "~/language/text";
import {
  closedLinkRefusal,
  closeLinks,
  findOpenLink,
  makeToken,
} from "~/models/account/recovery/link.server";
import { consumeMailLimit } from "~/models/account/recovery/mail-limit.server";
import { queueUndo, recordSignInChange } from "~/models/account/recovery/undo-link.server";
import { findAccountId } from "~/models/account/sign-in/credentials.server";
import { rejectMailDomain } from "~/models/account/sign-in/registration.server";
import { isUnreachable, queueAccountMail, queueMail, retryAddress } from "~/models/mail-queue.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { invalidAt } from "~/refusal";
import { recordAccountEvent } from "./security-event.server";

/** Queues a mail to a member at their account's address, or at the one from their sign-in provider, if there is either. */
export async function queueMemberMail(
  tx: Tx,
  { id, email }: { id: number; email: string | null },
  content: MailContent,
): Promise<void> {
  const accountId = await findAccountId(tx, id);
  if (accountId !== undefined) return queueAccountMail(tx, accountId, content);
  if (!email) return;
  const [found] = await tx.select({ language: member.language }).from(member).where(eq(member.id, id));
  await queueMail(tx, { recipient: email, content, language: found?.language ?? undefined });
}

/** The address of an account, as the settings show it. */
export async function getEmailStatus(accountId: string) {
  const [found] = await db
    .select({ email: account.email, confirmedAt: account.emailConfirmedAt })
    .from(account)
    .where(eq(account.id, accountId));
  if (!found) return undefined;
  const { email, confirmedAt } = found;
  return { email, isConfirmed: confirmedAt !== null, isUnreachable: await isUnreachable(email) };
}

/** Mails a link that confirms an account's address. Refuses too many mails to the inbox (too-many). */
export async function requestConfirmation(accountId: string) {
  const [found] = await db.select({ email: account.email }).from(account).where(eq(account.id, accountId));
  if (!found) return;
  const { email } = found;
  await consumeMailLimit("introduction", email);
  const { token, id } = makeToken();
  const expiresAt = new Date(Date.now() + LINK_HOURS * HOUR_MS);
  await transaction(async (tx) => {
    const isUnconfirmed = and(
      eq(account.id, accountId),
      eq(account.email, email),
      isNull(account.emailConfirmedAt),
    );
    if (!(await tx.$count(account, isUnconfirmed))) return;
    await tx.insert(accountLink).values({ id, accountId, purpose: "confirm", email, expiresAt });
    await queueMail(tx, { recipient: email, accountId, content: { kind: "confirm", token }, expiresAt });
  });
}

/**
 * Mails a link to a new address, which replaces the account's once the link is opened; an address that has an account gets a
 * mail that says so instead. The account's own address gets a link that undoes the change. `userAgent` is that of the browser.
 * Refuses the account's own address (invalid, at `email`), and more than 20 requests in 3 minutes or too many mails (too-many).
 */
export async function requestEmailChange(accountId: string, email: string, userAgent: string) {
  await consumeRateLimit("signIn", accountId);
  const [found] = await db.select({ email: account.email }).from(account).where(eq(account.id, accountId));
  if (found?.email === email) {
    const message = msg("This is already your email address.");
    throw invalidAt("email", message);
  }
  rejectMailDomain(email);
  await consumeRateLimit("signInChange", accountId);
  await consumeMailLimit("introduction", email);
  const { token, id } = makeToken();
  const expiresAt = new Date(Date.now() + LINK_HOURS * HOUR_MS);
  await transaction(async (tx) => {
    await tx
      .delete(accountLink)
      .where(and(eq(accountLink.accountId, accountId), eq(accountLink.purpose, "change")));
    await retryAddress(tx, email);
    await recordSignInChange(tx, accountId, "email-change-requested", userAgent);
    // Also for an address that has an account, so that both take as long: nobody gets that link.
    await tx.insert(accountLink).values({ id, accountId, purpose: "change", email, expiresAt });
    const [owner] = await tx.select({ id: account.id }).from(account).where(eq(account.email, email));
    await queueMail(
      tx,
      owner
        ? { recipient: email, accountId: owner.id, content: { kind: "known" } }
        : { recipient: email, accountId, content: { kind: "change", token }, expiresAt },
    );
  });
}

/** The address that an unused link confirms, for which account, and whether it replaces another. */
export async function findEmailToConfirm(token: string) {
  const link = await findOpenLink(token, ["confirm", "change"]);
  if (!link?.email) return undefined;
  return { email: link.email, accountId: link.accountId, isChange: link.purpose === "change" };
}

/**
 * Confirms the address of a link for the account that is signed in: the reader of the mail may not be the person who set up the
 * account. A new address replaces the account's, and the old one gets a link that restores it for a week. Refuses a link that
 * is unknown, used or older than a day, or whose address has another account by now (invalid). Returns the address.
 */
export async function confirmEmail(token: string, accountId: string, userAgent: string): Promise<string> {
  return transaction(async (tx) => {
    const link = await findOpenLink(token, ["confirm", "change"], tx);
    const [own] = await tx.select({ email: account.email }).from(account).where(eq(account.id, accountId));
    if (!link?.email || !own || link.accountId !== accountId) throw closedLinkRefusal();
    const { email } = link;
    if (email !== own.email) {
      // A link that only confirms is void once the address has changed.
      if (link.purpose === "confirm" || (await isTaken(tx, email, accountId))) throw closedLinkRefusal();
      await recordAccountEvent(tx, accountId, "email-changed", userAgent);
      await queueUndo(tx, accountId, (undoToken) => ({ kind: "changed", email, token: undoToken }));
      // Links that were sent to the old address.
      await closeLinks(tx, accountId, ["reset", "confirm"]);
    }
    await setEmail(tx, accountId, email, new Date());
    await closeLinks(tx, accountId, [link.purpose]);
    return email;
  });
}

/** Whether an address has another account. */
export async function isTaken(on: Database, email: string, accountId: string): Promise<boolean> {
  return (await on.$count(account, and(eq(account.email, email), ne(account.id, accountId)))) > 0;
}

/** Gives an account and its member an address that has been proved. */
export async function setEmail(tx: Tx, accountId: string, email: string, provenAt: Date): Promise<void> {
  await tx.update(account).set({ email, emailConfirmedAt: provenAt }).where(eq(account.id, accountId));
  await tx
    .update(member)
    .set({ email })
    .where(and(eq(member.issuer, EMBEDDED_MEMBERS), eq(member.subject, accountId)));
}
