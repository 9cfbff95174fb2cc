// Who may sign in at the embedded identity provider: e-mail and password.
import { randomUUID } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { db } from "db/client.server";
import { account } from "db/schema";
import { eq } from "drizzle-orm";
import { spend } from "./allowance.server";
import type { SignInInput, SignUpInput } from "./member";
import { Refusal } from "./refusal";

/** The issuer that members of the embedded provider have in the database, whatever the app's address is today. */
export const EMBEDDED_MEMBERS = "embedded";

// OWASP's first choice of argon2id parameters; argon2id is the library's default algorithm.
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const noAccount = hash("no account has this password", strength);

/**
 * Makes an account and returns its id. Refuses (conflict, at `email`) an e-mail that has one already, and (too-many)
 * more than 10 sign-ins and sign-ups in 3 minutes from one `address`.
 */
export async function addAccount(input: Omit<SignUpInput, "adult">, address: string): Promise<string> {
  await spend("signIn", `address ${address}`);
  const id = randomUUID();
  const { password, ...person } = input;
  const added = await db
    .insert(account)
    .values({ ...person, id, passwordHash: await hash(password, strength), createdAt: new Date() })
    .onConflictDoNothing()
    .returning({ id: account.id });
  if (!added.length) {
    const says = "There is an account with this e-mail already. Sign in instead.";
    throw new Refusal("conflict", says, { email: says });
  }
  return id;
}

/**
 * Finds the account of an e-mail and password and returns its id.
 * Refuses an unknown e-mail and a wrong password alike, in words and in time. `address` is the caller's, for the
 * limit.
 */
export async function checkPassword({ email, password }: SignInInput, address: string): Promise<string> {
  await spend("signIn", `address ${address}`);
  await spend("signIn", `account ${email}`);
  const [found] = await db.select().from(account).where(eq(account.email, email));
  const right = await verify(found?.passwordHash ?? (await noAccount), password);
  if (!found || !right) throw new Refusal("invalid", "The e-mail or the password is wrong.");
  return found.id;
}

/** The account with this id, without its password. */
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
