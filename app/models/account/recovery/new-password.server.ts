// What a reset sets: a new password and, at the first proof of the address, the names.
import { EMBEDDED_MEMBERS } from "db/column-types";
import { account, member } from "db/schema";
import type { Tx } from "db/transaction.server";
import { and, eq } from "drizzle-orm";
import { msg } from "~/language/text";
import type { ResetInput } from "~/models/account/account-schema";
import { revokeAccess } from "~/models/account/sign-in/credentials.server";
import { type Client, keepKnownBrowser, knowsBrowser } from "~/models/account/sign-in/known-client.server";
import { Refusal } from "~/refusal";

/** Where a reset comes from: the client, and the User-Agent of its browser. */
export type Resetter = Client & { userAgent: string };

type Names = Pick<ResetInput, "firstName" | "lastName">;

/**
 * Gives an account and its member new names at the first proof of its address, since somebody else may have set it up. Refuses
 * a missing first name (invalid).
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
 * Sets an account's password, and ends its sessions and everything in progress. Of the browsers that the account recognizes,
 * only the one of the reset stays.
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
