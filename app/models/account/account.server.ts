// Accounts of the embedded identity provider: email and password.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { account } from "db/schema";
import { eq } from "drizzle-orm";
import { consumeRateLimit } from "~/models/shared/rate-limit.server";
import { Refusal } from "~/refusal";
import type { SignInInput, SignUpInput } from "./account-schema";
import { hashPassword, matchesPassword, rejectCommonPassword } from "./password.server";
import type { Proof } from "./proof";

/** The embedded provider's issuer in the database, which stays the same when APP_ORIGIN changes. */
export const EMBEDDED_MEMBERS = "embedded";

/**
 * Adds an account and returns its id. Refuses a common password (invalid, at `password`), an email that has an account
 * (conflict, at `email`) and more than 20 sign-ins and sign-ups in 3 minutes from one `address` (too-many).
 * With `isTaken` it refuses the email like one that has an account, so that nobody learns why it can't be used.
 */
export async function addAccount(
  input: Omit<SignUpInput, "adult">,
  address: string,
  isTaken = false,
): Promise<string> {
  await consumeRateLimit("signIn", address);
  const id = randomUUID();
  const { password, ...person } = input;
  rejectCommonPassword(password, "password");
  const row = { ...person, id, passwordHash: await hashPassword(password), createdAt: new Date() };
  const added = isTaken
    ? []
    : await db.insert(account).values(row).onConflictDoNothing().returning({ id: account.id });
  if (!added.length) {
    const message = "An account with this email already exists. Sign in instead.";
    throw new Refusal("conflict", message, { email: message });
  }
  return id;
}

/** The client that signs in: its address and the ids of accounts its browser has signed in to before. */
type Caller = { address: string; knownAccounts: string[] };

/**
 * Proves an account with its email and password.
 * Refuses an unknown email like a wrong password (invalid), with the same message and in the same time, and as too-many:
 * more than 20 sign-ins and sign-ups in 3 minutes from one address, more than 10 to one account from one address, and more
 * than 100 an hour to one account from browsers that have never signed in to it.
 */
export async function checkPassword(
  { email, password }: SignInInput,
  { address, knownAccounts }: Caller,
): Promise<Proof> {
  await consumeRateLimit("signIn", address);
  await consumeRateLimit("password", `${email} ${address}`);
  const [found] = await db.select().from(account).where(eq(account.email, email));
  if (!found || !knownAccounts.includes(found.id)) await consumeRateLimit("unknownBrowser", email);
  const isCorrect = await matchesPassword(found?.passwordHash, password);
  if (!found || !isCorrect) throw new Refusal("invalid", "The email or password is wrong.");
  return { accountId: found.id, version: found.credentialsVersion };
}

/** The account with this id, without its password hash. */
export async function getAccount(id: string) {
  const [found] = await db
    .select({
      id: account.id,
      email: account.email,
      firstName: account.firstName,
      lastName: account.lastName,
    })
    .from(account)
    .where(eq(account.id, id));
  return found;
}

/** The id of a member's account at the embedded provider; undefined if they sign in at an outside one. */
export function accountIdOf(member: { issuer: string; subject: string }): string | undefined {
  return member.issuer === EMBEDDED_MEMBERS ? member.subject : undefined;
}
