// How a member can sign in to their account, for the settings.
import { db } from "db/client.server";
import { passkey } from "db/schema";
import { eq } from "drizzle-orm";
import { countRecoveryCodes } from "~/models/account/recovery/recovery-codes.server";
import { hasAuthenticator } from "~/models/account/second-factor/authenticator.server";
import type { SignInMethods } from "./sign-in-methods";

/** Counts the passkeys, confirmed authenticators and unused recovery codes of an account. */
export async function getSignInMethods(accountId: string): Promise<SignInMethods> {
  const [passkeys, isOn, codesLeft] = await Promise.all([
    db.$count(passkey, eq(passkey.accountId, accountId)),
    hasAuthenticator(accountId),
    countRecoveryCodes(accountId),
  ]);
  return { passkeys, hasAuthenticator: isOn, codesLeft };
}
