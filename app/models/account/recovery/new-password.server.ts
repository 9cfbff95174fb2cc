// What a reset sets: a new password, and the names of whoever proves the address first.
import { EMBEDDED_MEMBERS } from "db/column-types";
import { account, member } from "db/schema";
import type { Tx } from "db/transaction.server";
import { and, eq } from "drizzle-orm";
import { msg } from "~/language/text";
import type { ResetInput } from "~/models/account/account-schema";
import { revokeAccess } from "~/models/account/sign-in/credentials.server";
import { type Client, keepKnownBrowser, knowsBrowser } from "~/models/account/sign-in/known-client.server";
import { Refusal } from "~/refusal";

/** Who resets a password: the client, and the User-Agent of its browser. */
export type Resetter = Client & { userAgent: string };

type Names = Pick<ResetInput, "firstName" | "lastName">;

/**
 * Names an account and its member at the first proof of its address: whoever set up the account may be somebody else.
 * Refuses a missing first name (invalid).
 */
export async function setNames(
  tx: Tx,
  accountId: string,
  { firstName, lastName = "" }: Names,
): Promise<void> {
  if (!firstName) throw new Refusal("invalid", msg("Enter your first name."));
  const names = { firstName, lastName };
  await tx
    .update(member)
    .set(names)
    .where(and(eq(member.issuer, EMBEDDED_MEMBERS), eq(member.subject, accountId)));
  await tx.update(account).set(names).where(eq(account.id, accountId));
}

/**
 * Sets the password of an account, and ends its sessions and all that was begun. Of the browsers that it knows, it goes on
 * knowing the one of the reset.
 */
export async function setPassword(
  tx: Tx,
  accountId: string,
  passwordHash: string,
  resetter: Resetter,
): Promise<void> {
  const { browser } = resetter;
  const isKnown = await knowsBrowser(accountId, browser, tx);
  await tx.update(account).set({ passwordHash }).where(eq(account.id, accountId));
  await revokeAccess(tx, accountId);
  if (isKnown && browser !== undefined) await keepKnownBrowser(tx, accountId, browser, null);
}
