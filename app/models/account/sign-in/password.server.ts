// Passwords: hashed and checked.
import { hash, verify } from "@node-rs/argon2";
import { dictionary } from "@zxcvbn-ts/language-common";
import { db } from "db/client.server";
import { account } from "db/schema";
import { and, eq } from "drizzle-orm";
import { msg } from "~/language/text";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { invalidAt, notFoundRefusal } from "~/refusal";
import { normalizePassword } from "./normalized-password";

// The parameters that OWASP recommends for argon2id, the library's default algorithm.
const hashOptions = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Verified for an unknown account, so that the response takes as long as for a wrong password. */
// Not translated: nobody reads it.
const dummyHash = hash("no account has this password", hashOptions);
// Read at start: unpacking the list occupies the main thread for about 40 ms, which no request should wait for.
const commonPasswords = new Set(dictionary["passwords-common"]);

/** The hash of a new password. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalizePassword(password), hashOptions);
}

type Owner = Pick<typeof account.$inferSelect, "id" | "passwordHash">;

/**
 * The hash of an account's password if it is the one that was typed, else undefined. Without an account, takes as long. A hash
 * from before passwords were normalized is replaced.
 */
export async function matchPassword(owner: Owner | undefined, typed: string): Promise<string | undefined> {
  const passwordHash = owner?.passwordHash ?? (await dummyHash);
  const normalized = normalizePassword(typed);
  if (await verify(passwordHash, normalized)) return owner?.passwordHash;
  if (typed === normalized || !(await verify(passwordHash, typed)) || !owner) return undefined;
  const isSame = and(eq(account.id, owner.id), eq(account.passwordHash, passwordHash));
  const newHash = await hashPassword(typed);
  const { rowsAffected } = await db.update(account).set({ passwordHash: newHash }).where(isSame);
  return rowsAffected ? newHash : passwordHash;
}

/** Refuses common passwords (invalid, at `field`). */
export function rejectCommonPassword(password: string, field: string) {
  if (!commonPasswords.has(normalizePassword(password).toLowerCase())) return;
  const message = msg("This password is too easy to guess. Choose another.");
  throw invalidAt(field, message);
}

/**
 * Checks a signed-in member's password before a sensitive change and returns its hash. Refuses a wrong one (invalid, at
 * `field`), an unknown account (absent) and more than 10 attempts in 3 minutes in one session (too-many): a thief of another
 * session can't use up the owner's.
 */
export async function checkCurrentPassword(
  { accountId, sessionId }: { accountId: string; sessionId: string },
  password: string,
  field: string,
): Promise<string> {
  await consumeRateLimit("password", sessionId);
  const [found] = await db
    .select({ id: account.id, passwordHash: account.passwordHash })
    .from(account)
    .where(eq(account.id, accountId));
  if (!found) throw notFoundRefusal();
  const passwordHash = await matchPassword(found, password);
  if (passwordHash !== undefined) return passwordHash;
  const message = msg("That isn't your password.");
  throw invalidAt(field, message);
}
