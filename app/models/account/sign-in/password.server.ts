// Passwords: hashed and checked.
import { hash, verify } from "@node-rs/argon2";
import { dictionary } from "@zxcvbn-ts/language-common";
import { db } from "db/client.server";
import { account } from "db/schema";
import { eq } from "drizzle-orm";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { notFoundRefusal, Refusal } from "~/refusal";

// The parameters that OWASP recommends for argon2id, the library's default algorithm.
const hashOptions = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Verified for an unknown account, so that the response takes as long as for a wrong password. */
const dummyHash = hash("no account has this password", hashOptions);
// Read at start: unpacking the list occupies the main thread for about 40 ms, which no request should wait for.
const commonPasswords = new Set(dictionary["passwords-common"]);

/** The hash of a new password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, hashOptions);
}

/** Whether a password matches a hash. Without a hash, takes as long and resolves with false. */
export async function matchesPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const isCorrect = await verify(passwordHash ?? (await dummyHash), password);
  return passwordHash !== undefined && isCorrect;
}

/** Refuses common passwords (invalid, at `field`). */
export function rejectCommonPassword(password: string, field: string) {
  if (!commonPasswords.has(password.toLowerCase())) return;
  const message = "This password is too easy to guess. Choose another.";
  throw new Refusal("invalid", message, { [field]: message });
}

/**
 * Checks a signed-in member's password before a sensitive change and returns its hash.
 * Refuses a wrong one (invalid, at `field`), an unknown account (absent) and more than 10 tries in 3 minutes in one session
 * (too-many): whoever has stolen another can't use up the owner's.
 */
export async function checkCurrentPassword(
  { accountId, sessionId }: { accountId: string; sessionId: string },
  password: string,
  field: string,
): Promise<string> {
  await consumeRateLimit("password", sessionId);
  const [found] = await db
    .select({ passwordHash: account.passwordHash })
    .from(account)
    .where(eq(account.id, accountId));
  if (!found) throw notFoundRefusal();
  if (await matchesPassword(found.passwordHash, password)) return found.passwordHash;
  const message = "That isn't your password.";
  throw new Refusal("invalid", message, { [field]: message });
}
