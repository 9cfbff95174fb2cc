// How a member can sign in to their account, for the settings.
import { db } from "db/client.server";
import { authenticator, passkey, recoveryCode } from "db/schema";
import { and, count, eq, isNotNull, isNull } from "drizzle-orm";
import type { SignInMethods } from "./sign-in-methods";

/** Counts the passkeys, confirmed authenticators and unused recovery codes of an account. */
export async function getSignInMethods(accountId: string): Promise<SignInMethods> {
  const [passkeys, authenticators, codes] = await db.batch([
    db.select({ count: count() }).from(passkey).where(eq(passkey.accountId, accountId)),
    db
      .select({ count: count() })
      .from(authenticator)
      .where(and(eq(authenticator.accountId, accountId), isNotNull(authenticator.confirmedAt))),
    db
      .select({ count: count() })
      .from(recoveryCode)
      .where(and(eq(recoveryCode.accountId, accountId), isNull(recoveryCode.usedAt))),
  ]);
  return {
    passkeys: passkeys[0]?.count ?? 0,
    hasAuthenticator: authenticators[0]?.count === 1,
    codesLeft: codes[0]?.count ?? 0,
  };
}
