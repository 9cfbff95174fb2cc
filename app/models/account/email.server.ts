// The email address of an account: confirming and changing it.
import { db } from "db/client.server";
import { account, accountLink, member } from "db/schema";
import { and, eq, exists, inArray, isNull, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { HOUR_MS, LINK_HOURS } from "~/durations";
import { announceMail, isUnreachable, queueAccountMail, queueMail, retryAddress } from "~/mail/queue.server";
import {
  closedLinkRefusal,
  findOpenLink,
  insertLink,
  isOpenLink,
  makeToken,
} from "~/models/account/recovery/link.server";
import { consumeMailLimit } from "~/models/account/recovery/mail-limit.server";
import { queueUndo, recordSignInChange } from "~/models/account/recovery/undo-link.server";
import { consumeRateLimit } from "~/models/shared/rate-limit.server";
import { Refusal } from "~/refusal";
import { EMBEDDED_MEMBERS } from "./account.server";
import { insertAccountEvent } from "./security-event.server";

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
  await consumeMailLimit("introduction", found.email);
  const { token, id } = makeToken();
  const expiresAt = new Date(Date.now() + LINK_HOURS * HOUR_MS);
  const isUnconfirmed = and(
    eq(account.id, accountId),
    eq(account.email, found.email),
    isNull(account.emailConfirmedAt),
  ) as SQL;
  await db.batch([
    insertLink({ id, purpose: "confirm", email: found.email, expiresAt }, isUnconfirmed),
    ...queueAccountMail(isUnconfirmed, { kind: "confirm", token }, expiresAt),
  ]);
  announceMail();
}

/**
 * Mails a link to a new address, which replaces the account's once it is opened, or to an address that has an account a
 * mail that says so. The account's own address is told, with a link that undoes it.
 * `userAgent` is that of the browser.
 * Refuses the account's own address (invalid, at `email`), and more than 20 requests in 3 minutes or too many mails (too-many).
 */
export async function requestEmailChange(accountId: string, email: string, userAgent: string) {
  await consumeRateLimit("signIn", accountId);
  const isOwn = eq(account.id, accountId);
  const [found] = await db.select({ email: account.email }).from(account).where(isOwn);
  if (found?.email === email) {
    const message = "This is already your email address.";
    throw new Refusal("invalid", message, { email: message });
  }
  await consumeRateLimit("signInChange", accountId);
  await consumeMailLimit("introduction", email);
  const { token, id } = makeToken();
  const expiresAt = new Date(Date.now() + LINK_HOURS * HOUR_MS);
  const owner = db.select({ id: account.id }).from(account).where(eq(account.email, email));
  await db.batch([
    db
      .delete(accountLink)
      .where(and(eq(accountLink.accountId, accountId), eq(accountLink.purpose, "change"))),
    retryAddress(email),
    ...recordSignInChange(isOwn, "email-change-requested", userAgent),
    insertLink({ id, purpose: "change", email, expiresAt }, and(isOwn, notExists(owner))),
    ...queueMail(
      { recipient: email, accountId, content: { kind: "change", token }, expiresAt },
      notExists(owner),
    ),
    ...queueMail({ recipient: email, accountId: sql`(${owner})`, content: { kind: "known" } }, exists(owner)),
  ]);
  announceMail();
}

/** The address that an unused link confirms, of which account, and whether it replaces another. */
export async function findEmailToConfirm(token: string) {
  const link = await findOpenLink(token, ["confirm", "change"]);
  if (!link?.email) return undefined;
  return { email: link.email, accountId: link.accountId, isChange: link.purpose === "change" };
}

/**
 * Confirms the address of a link for the account that is signed in: whoever reads the mail need not be who set it up. A new address replaces the account's, and the old one gets a link that restores it for
 * a week. Refuses a link that is unknown, used or older than a day, or whose address has another account by now
 * (invalid). Returns the address.
 */
export async function confirmEmail(token: string, accountId: string, userAgent: string): Promise<string> {
  const isOpen = isOpenLink(token, ["confirm", "change"]);
  const link = openLink(isOpen);
  // A link that confirms is worth nothing once the address has changed.
  const which = and(
    link.isOwner,
    eq(account.id, accountId),
    or(sql`${link.purpose} = 'change'`, eq(account.email, link.email)),
  );
  const isChange = and(which, ne(account.email, link.email)) as SQL;
  const changing = db.select({ id: account.id }).from(account).where(isChange);
  const email = (await findEmailToConfirm(token))?.email ?? "";
  const results: unknown[] = await db.batch([
    insertAccountEvent(sql`(${changing})`, "email-changed", userAgent),
    ...queueUndo(isChange, (undoToken) => ({ kind: "changed", email, token: undoToken })),
    updateMemberEmail(isChange, link.email),
    // Links that were sent to the old address.
    db
      .update(accountLink)
      .set({ usedAt: new Date() })
      .where(
        and(inArray(accountLink.accountId, changing), inArray(accountLink.purpose, ["reset", "confirm"])),
      ),
    db
      .update(account)
      .set({ email: link.email, emailConfirmedAt: new Date() })
      .where(which)
      .returning({ email: account.email }),
    db.update(accountLink).set({ usedAt: new Date() }).where(isOpen),
  ]);
  announceMail();
  const [confirmed] = results.at(-2) as { email: string }[];
  if (!confirmed) throw closedLinkRefusal();
  return confirmed.email;
}

const other = alias(account, "other");

/**
 * The open link that `isOpen` selects: its columns as subqueries, and the condition of its account while the address is
 * no other's.
 */
export function openLink(isOpen: SQL | undefined) {
  const column = (name: "accountId" | "email" | "purpose" | "expiresAt" | "signInWays") =>
    sql`(${db.select({ value: accountLink[name] }).from(accountLink).where(isOpen)})`;
  const email = column("email");
  const taken = db
    .select({ id: other.id })
    .from(other)
    .where(and(eq(other.email, email), ne(other.id, account.id)));
  return {
    accountId: column("accountId"),
    email,
    purpose: column("purpose"),
    expiresAt: column("expiresAt"),
    signInWays: column("signInWays"),
    isOwner: and(eq(account.id, column("accountId")), notExists(taken)) as SQL,
    isTaken: exists(taken),
  };
}

/** The statement that gives the member of the account that `which` selects this address. */
export function updateMemberEmail(which: SQL | undefined, email: SQL) {
  const owner = db.select({ id: account.id }).from(account).where(which);
  return db
    .update(member)
    .set({ email })
    .where(and(eq(member.issuer, EMBEDDED_MEMBERS), inArray(member.subject, owner)));
}
