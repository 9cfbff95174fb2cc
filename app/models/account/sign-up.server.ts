// Signing up with a mail server: the account is created once its address is confirmed.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { rowIf } from "db/row-if.server";
import { account, pendingAccount } from "db/schema";
import { and, eq, exists, gt, inArray, lt, notExists, sql } from "drizzle-orm";
import { digest } from "~/digest.server";
import { DAY_MS } from "~/durations";
import { announceMail, queueMail, retryAddress } from "~/mail/queue.server";
import { consumeRateLimit, isWithinRateLimit } from "~/models/shared/rate-limit.server";
import type { SignUpInput } from "./account-schema";
import { closedLinkRefusal, makeToken } from "./link.server";
import { hashPassword, rejectCommonPassword } from "./password.server";

const LINK_MS = DAY_MS;

/**
 * Mails a link that creates the account or, to an address that has one, a mail that says so. Both take as long, and past
 * three mails in an hour neither is sent. `interaction` is the id of the sign-in in progress.
 * Refuses a common password (invalid, at `password`) and too many sign-ups from one `address`, as `addAccount` does.
 */
export async function requestAccount(
  { email, password, firstName, lastName }: Omit<SignUpInput, "adult">,
  { address, interaction }: { address: string; interaction: string },
) {
  await consumeRateLimit("signIn", address);
  rejectCommonPassword(password, "password");
  const passwordHash = await hashPassword(password);
  if (!(await isWithinRateLimit("mail", `sign-up ${email}`))) return;
  const { token, id } = makeToken();
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + LINK_MS);
  const row = { id, email, passwordHash, firstName, lastName, createdAt, expiresAt };
  const owner = db.select({ id: account.id }).from(account).where(eq(account.email, email));
  await db.batch([
    deleteExpired(),
    retryAddress(email),
    db.insert(pendingAccount).select(rowIf(pendingAccount, row, notExists(owner))),
    ...queueMail(
      { recipient: email, content: { kind: "sign-up", token, interaction }, expiresAt },
      notExists(owner),
    ),
    ...queueMail({ recipient: email, accountId: sql`(${owner})`, content: { kind: "known" } }, exists(owner)),
  ]);
  announceMail();
}

/** The address of a sign-up that can still be confirmed. */
export async function findPendingEmail(token: string): Promise<string | undefined> {
  const [found] = await db.select({ email: pendingAccount.email }).from(pendingAccount).where(isOpen(token));
  return found?.email;
}

/**
 * Creates the account of a sign-up, drops other sign-ups with its address, and returns the account's id.
 * Refuses a link that is unknown, used or older than a day, or whose address has an account by now (invalid).
 */
export async function createPendingAccount(token: string): Promise<string> {
  const id = randomUUID();
  const now = Date.now();
  const [added] = await db.batch([
    db
      .insert(account)
      .select(
        db
          .select({
            id: sql`${id}`.as("id"),
            email: pendingAccount.email,
            passwordHash: pendingAccount.passwordHash,
            firstName: pendingAccount.firstName,
            lastName: pendingAccount.lastName,
            emailConfirmedAt: sql`${now}`.as("email_confirmed_at"),
            credentialsVersion: sql`0`.as("credentials_version"),
            createdAt: sql`${now}`.as("created_at"),
          })
          .from(pendingAccount)
          .where(isOpen(token)),
      )
      .onConflictDoNothing()
      .returning({ id: account.id }),
    db
      .delete(pendingAccount)
      .where(
        inArray(
          pendingAccount.email,
          db.select({ email: account.email }).from(account).where(eq(account.id, id)),
        ),
      ),
  ]);
  if (!added.length) throw closedLinkRefusal();
  return id;
}

/** The statement that deletes the sign-ups with an address. */
export function deletePendingAccounts(email: string) {
  return db.delete(pendingAccount).where(eq(pendingAccount.email, email));
}

/** Deletes sign-ups that were never confirmed. */
export async function deleteExpiredSignUps() {
  await deleteExpired();
}

function deleteExpired() {
  return db.delete(pendingAccount).where(lt(pendingAccount.expiresAt, new Date()));
}

function isOpen(token: string) {
  return and(eq(pendingAccount.id, digest(token)), gt(pendingAccount.expiresAt, new Date()));
}
