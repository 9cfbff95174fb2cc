// How a member can sign in to their account, for the settings.
import { db } from "db/client.server";
import { authenticator, passkey } from "db/schema";
import { and, eq, isNotNull } from "drizzle-orm";
import { countRecoveryCodes } from "~/models/account/recovery/recovery.server";
import type { SignInMethods } from "./sign-in-methods";

/** Counts the passkeys, confirmed authenticators and unused recovery codes of an account. */
export async function getSignInMethods(accountId: string): Promise<SignInMethods> {
  const isConfirmed = and(eq(authenticator.accountId, accountId), isNotNull(authenticator.confirmedAt));
  const [passkeys, authenticators, codesLeft] = await Promise.all([
    db.$count(passkey, eq(passkey.accountId, accountId)),
    db.$count(authenticator, isConfirmed),
    countRecoveryCodes(accountId),
  ]);
  return { passkeys, hasAuthenticator: authenticators > 0, codesLeft };
}
