// Accounts of the embedded identity provider: email and password.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { EMBEDDED_MEMBERS } from "db/column-types";
import { account } from "db/schema";
import { transaction } from "db/transaction.server";
import { eq } from "drizzle-orm";
import { env } from "~/env.server";
import { msg } from "~/language/text";
import { redeemInvitation, requireInvitation } from "~/models/account/invitation/invitation.server";
import { type Client, knowsBrowser } from "~/models/account/sign-in/known-client.server";
import { hashPassword, matchPassword, rejectCommonPassword } from "~/models/account/sign-in/password.server";
import type { Proof } from "~/models/account/sign-in/proof";
import { rejectNewcomer } from "~/models/account/sign-in/registration.server";
import { consumeRateLimit, describeWait } from "~/models/rate-limit.server";
import { Refusal } from "~/refusal";
import type { NewAccount, SignInInput } from "./account-schema";

/**
 * Adds an account and returns its id. Refuses a common password (invalid, at `password`), an email that has an account
 * (conflict, at `email`), more than 20 sign-ins and sign-ups in 3 minutes from one `address` (too-many), and newcomers as
 * `rejectNewcomer` and `requireInvitation` do. With `isTaken` it refuses the email like one that has an account, so that nobody
 * learns why it can't be used.
 */
export async function addAccount(input: NewAccount, address: string, isTaken = false): Promise<string> {
  await consumeRateLimit("signIn", address);
  rejectNewcomer(input.email);
  const id = randomUUID();
  const { password, invitation, ...person } = input;
  rejectCommonPassword(password, "password");
  const invitationId = await requireInvitation(invitation, address);
  const createdAt = new Date();
  const row = { ...person, id, invitationId, passwordHash: await hashPassword(password), createdAt };
  await transaction(async (tx) => {
    const { rowsAffected } = isTaken
      ? { rowsAffected: 0 }
      : await tx.insert(account).values(row).onConflictDoNothing();
    if (!rowsAffected) {
      const message = msg("An account with this email already exists. Sign in instead.");
      throw new Refusal("conflict", message, { email: message });
    }
    await redeemInvitation(tx, invitationId);
  });
  return id;
}

/**
 * Proves an account with its email and password.
 * Refuses an unknown email like a wrong password (invalid), with the same message and in the same time, and as too-many:
 * more than 20 sign-ins and sign-ups in 3 minutes from one address, and more than 10 to one account from one address or known
 * browser. After 100 in an hour to one account from browsers that it doesn't know, one a minute from each of their addresses.
 */
export async function checkPassword({ email, password }: SignInInput, client: Client): Promise<Proof> {
  const { address, browser } = client;
  const [found] = await db.select().from(account).where(eq(account.email, email));
  // Not translated: a key.
  await ((await knowsBrowser(found?.id, browser))
    ? consumeRateLimit("password", `${email} in ${browser}`)
    : consumeAddressLimits(email, address));
  const isCorrect = (await matchPassword(found, password)) !== undefined;
  if (found && isCorrect) return { accountId: found.id, version: found.credentialsVersion };
  throw new Refusal("invalid", msg("The email or password is wrong."));
}

async function consumeAddressLimits(email: string, address: string) {
  await consumeRateLimit("signIn", address);
  await consumeRateLimit("password", `${email} ${address}`);
  if (!(await refusalOf("unknownBrowser", email))) return;
  const refusal = await refusalOf("slowedBrowser", `${email} ${address}`);
  if (refusal) throw slowedRefusal(refusal);
}

/** Counts an attempt; resolves with a refusal if there were too many. */
async function refusalOf(
  kind: "unknownBrowser" | "slowedBrowser",
  key: string,
): Promise<Refusal | undefined> {
  try {
    await consumeRateLimit(kind, key);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Names the other ways to sign in, which stay open to the account's owner. */
function slowedRefusal({ retryAfterSeconds = 1 }: Refusal): Refusal {
  const wait = describeWait(retryAfterSeconds);
  return new Refusal(
    "too-many",
    env.mail
      ? msg(
          'There were many wrong passwords for this email, so a new browser can try once a minute. Try again in {wait}. In a browser where you\'ve signed in before, the right one works at once. You can also use a passkey, or choose "Forgot your password?" to get a link by email.',
          { wait },
        )
      : msg(
          'There were many wrong passwords for this email, so a new browser can try once a minute. Try again in {wait}. In a browser where you\'ve signed in before, the right one works at once. You can also use a passkey, or choose "Forgot your password?" to use a recovery code.',
          { wait },
        ),
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
