// Accounts of the embedded identity provider: email and password.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { EMBEDDED_MEMBERS } from "db/column-types";
import { account } from "db/schema";
import { eq } from "drizzle-orm";
import { env } from "~/env.server";
import { type Client, findKnown } from "~/models/account/sign-in/known-client.server";
import {
  hashPassword,
  matchesPassword,
  rejectCommonPassword,
} from "~/models/account/sign-in/password.server";
import type { Proof } from "~/models/account/sign-in/proof";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { Refusal } from "~/refusal";
import type { SignInInput, SignUpInput } from "./account-schema";

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

/**
 * Proves an account with its email and password.
 * Refuses an unknown email like a wrong password (invalid), with the same message and in the same time, and as too-many:
 * more than 20 sign-ins and sign-ups in 3 minutes from one address, more than 10 to one account from one address or known
 * browser, and more than 100 an hour to one account from browsers that it doesn't know. Past those 100, the right password
 * is still accepted from an address that the account knows, in 30 tries an hour; everything else gets one answer, so that
 * nobody learns which addresses those are.
 */
export async function checkPassword({ email, password }: SignInInput, client: Client): Promise<Proof> {
  const { address, browser } = client;
  const [found] = await db.select().from(account).where(eq(account.email, email));
  const known = await findKnown(found?.id, client);
  await (known.browser
    ? consumeRateLimit("password", `${email} in ${browser}`)
    : consumeAddressLimits(email, address));
  const refusal = known.browser ? undefined : await refusalOf("unknownBrowser", email);
  // Counted for unknown addresses as well, for which it would otherwise take less time.
  const isClosed = refusal && (await refusalOf("knownAddress", `${email} ${address}`));
  const isOpen = !refusal || (known.address && !isClosed);
  const isCorrect = await matchesPassword(isOpen ? found?.passwordHash : undefined, password);
  if (found && isCorrect) return { accountId: found.id, version: found.credentialsVersion };
  throw refusal ? closedRefusal(refusal) : new Refusal("invalid", "The email or password is wrong.");
}

async function consumeAddressLimits(email: string, address: string) {
  await consumeRateLimit("signIn", address);
  await consumeRateLimit("password", `${email} ${address}`);
}

/** Counts a try; resolves with the refusal of one that is too many. */
async function refusalOf(kind: "unknownBrowser" | "knownAddress", key: string): Promise<Refusal | undefined> {
  try {
    await consumeRateLimit(kind, key);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Says what is still open to whoever owns the account. */
function closedRefusal({ message, retryAfterSeconds }: Refusal): Refusal {
  const again = message.replace(/^.*?Try/, "try");
  const mended = env.mail ? "get a link by email" : "use a recovery code";
  return new Refusal(
    "too-many",
    `There were too many wrong passwords for this email. In a browser or on a network where you've signed in before, the right one still works. You can also use a passkey, or choose "Forgot your password?" to ${mended}. Otherwise, ${again}`,
    {},
    retryAfterSeconds,
  );
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
