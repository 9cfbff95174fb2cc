// Signing up with a mail server: the account is created once its address is confirmed.

import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { EMBEDDED_MEMBERS } from "db/column-types";
import { account, pendingAccount } from "db/schema";
import { type Database, transaction } from "db/transaction.server";
import { and, eq, gt, isNull, lt, or } from "drizzle-orm";
import { digest } from "~/digest.server";
import { HOUR_MS, LINK_HOURS } from "~/durations";
import { currentLanguage } from "~/language/current";
import { t } from "~/language/text";
import type { NewAccount } from "~/models/account/account-schema";
import { redeemInvitation, requireInvitation } from "~/models/account/invitation/invitation.server";
import { closedLinkRefusal, makeToken } from "~/models/account/recovery/link.server";
import { consumeMailLimit } from "~/models/account/recovery/mail-limit.server";
import { queueMail, retryAddress } from "~/models/mail-queue.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { rejectExcludedPerson } from "~/models/safety/sanctions/strike.server";
import { Refusal } from "~/refusal";
import { hashPassword, rejectCommonPassword } from "./password.server";
import { rejectNewcomer } from "./registration.server";

const LINK_MS = LINK_HOURS * HOUR_MS;

/**
 * Mails a link that creates the account or, to an address that has one, a mail that says so. Both take as long.
 * `interaction` is the id of the sign-in in progress.
 * Refuses newcomers as `rejectNewcomer` and `requireInvitation` do, a common password (invalid, at `password`) and, as
 * too-many, too many sign-ups from one `address`, as `addAccount` does, and too many mails to the inbox, as
 * `consumeMailLimit` does.
 */
export async function requestAccount(
  { email, password, firstName, lastName, accepted, invitation }: NewAccount,
  { address, interaction }: { address: string; interaction: string },
) {
  await consumeRateLimit("signIn", address);
  rejectNewcomer(email);
  rejectCommonPassword(password, "password");
  const invitationId = await requireInvitation(invitation, address);
  const passwordHash = await hashPassword(password);
  await consumeMailLimit("introduction", email);
  const { token, id } = makeToken();
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + LINK_MS);
  const typed = { email, passwordHash, firstName, lastName, accepted, invitationId };
  const person = { ...typed, interaction: digest(interaction) };
  await transaction(async (tx) => {
    await deleteExpired(tx);
    await retryAddress(tx, email);
    // Also for an address that has an account, so that both take as long: nobody gets that link.
    await tx.insert(pendingAccount).values({ id, ...person, createdAt, expiresAt });
    const [owner] = await tx.select({ id: account.id }).from(account).where(eq(account.email, email));
    const content = { kind: "sign-up", token, interaction } as const;
    await queueMail(
      tx,
      owner
        ? { recipient: email, accountId: owner.id, content: { kind: "known" } }
        : { recipient: email, content, expiresAt, language: currentLanguage() },
    );
  });
}

/** The address of a sign-up that can still be confirmed. */
export async function findPendingEmail(token: string): Promise<string | undefined> {
  const [found] = await db.select({ email: pendingAccount.email }).from(pendingAccount).where(isOpen(token));
  return found?.email;
}

/**
 * How a sign-up's link is opened: in the browser that signed up, identified by its sign-in in progress, or elsewhere by typing
 * everything anew.
 */
type Opener = { interaction: string } | Omit<NewAccount, "email">;

/**
 * Creates the account of a sign-up with its invitation, drops other sign-ups with its address, and returns the account's id.
 * What was typed at sign-up counts only in the same browser: anybody could have typed the address. Refuses newcomers as
 * `rejectNewcomer` and `redeemInvitation` do, a common password (invalid, at `password`), a link that is unknown, used or older
 * than a day, or whose address has an account by now (invalid), and somebody whose earlier account is banned or suspended
 * (forbidden).
 */
export async function createPendingAccount(token: string, opener: Opener): Promise<string> {
  const id = randomUUID();
  const email = await findPendingEmail(token);
  if (email === undefined) throw closedLinkRefusal();
  rejectNewcomer(email);
  await rejectExcludedPerson({ issuer: EMBEDDED_MEMBERS, subject: id, email });
  const isSameBrowser = "interaction" in opener;
  if (!isSameBrowser) rejectCommonPassword(opener.password, "password");
  const typed = isSameBrowser
    ? undefined
    : {
        passwordHash: await hashPassword(opener.password),
        firstName: opener.firstName,
        lastName: opener.lastName,
        accepted: opener.accepted,
      };
  // Sign-ups from before this column existed are bound by the path of their link alone.
  const isSame = isSameBrowser
    ? or(isNull(pendingAccount.interaction), eq(pendingAccount.interaction, digest(opener.interaction)))
    : undefined;
  await transaction(async (tx) => {
    const [pending] = await tx
      .select()
      .from(pendingAccount)
      .where(and(isOpen(token), isSame));
    if (!pending) throw closedLinkRefusal();
    const { passwordHash, firstName, lastName, accepted, email, invitationId } = pending;
    const now = new Date();
    const { rowsAffected } = await tx
      .insert(account)
      .values({
        ...{ id, email, passwordHash, firstName, lastName, accepted, invitationId, ...typed },
        ...{ emailConfirmedAt: now, createdAt: now },
      })
      .onConflictDoNothing();
    if (!rowsAffected) throw closedLinkRefusal();
    // The link's page has no field for another code.
    await redeemInvitation(tx, invitationId).catch((error) => {
      const next = invitationId
        ? t("Sign up again with another one.")
        : t("Ask for one, then sign up again.");
      throw error instanceof Refusal ? new Refusal(error.code, `${error.message}. ${next}`) : error;
    });
    await deletePendingAccounts(tx, email);
  });
  return id;
}

/** Deletes the sign-ups with an address. */
export function deletePendingAccounts(on: Database, email: string) {
  return on.delete(pendingAccount).where(eq(pendingAccount.email, email));
}

/** Deletes sign-ups that were never confirmed. */
export async function deleteExpiredSignUps() {
  await deleteExpired(db);
}

function deleteExpired(on: Database) {
  return on.delete(pendingAccount).where(lt(pendingAccount.expiresAt, new Date()));
}

function isOpen(token: string) {
  return and(eq(pendingAccount.id, digest(token)), gt(pendingAccount.expiresAt, new Date()));
}
