// Handles the forms of the embedded sign-in, in a file of their own to keep the schemas out of the browser bundle.
import { redirect } from "@remix-run/node";
import { readBrowser, readClient } from "~/auth/known-browser.server";
import type { Interaction } from "~/auth/provider.server";
import { hasSignIn } from "~/auth/sign-in.server";
import { MINUTE_MS } from "~/durations";
import { env } from "~/env.server";
import { submitVisitorForm } from "~/forms/form.server";
import { addAccount, checkPassword } from "~/models/account/account.server";
import { creationInput, linkInput, signInInput, signUpInput } from "~/models/account/account-schema";
import { checkSecondFactor, hasAuthenticator } from "~/models/account/second-factor/authenticator.server";
import { secondFactorInput } from "~/models/account/second-factor/authenticator-schema";
import { checkPasskey, startUsingPasskey } from "~/models/account/second-factor/passkey.server";
import { passkeySignInInput } from "~/models/account/second-factor/passkey-schema";
import { isCurrent } from "~/models/account/sign-in/credentials.server";
import { knowsBrowser } from "~/models/account/sign-in/known-client.server";
import { firstProof, type Proof } from "~/models/account/sign-in/proof";
import { createPendingAccount, requestAccount } from "~/models/account/sign-in/sign-up.server";
import { acceptShown } from "~/models/document/acceptance.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { isExcluded } from "~/models/safety/sanctions/strike.server";
import { refusalIn } from "~/refusal";

/** How long an entered password is valid while the code is asked for. */
const PASSWORD_MS = 10 * MINUTE_MS;

/** Finishes a sign-in with the account of an email and password; `address` is the client's, for the rate limits. */
export function submitSignIn(request: Request, interaction: Interaction, address: string) {
  return submitVisitorForm(request, { schema: signInInput }, async (input) => {
    const proof = await checkPassword(input, await readClient(request, address));
    if (!(await hasAuthenticator(proof.accountId))) return { to: await interaction.finish(proof) };
    await interaction.keepPasswordProof({ ...proof, at: Date.now() });
    return { to: `/oidc/interaction/${interaction.uid}/code` };
  });
}

/**
 * The proof of the password entered in this sign-in within the last ten minutes. Redirects sign-ins without one, or with a void
 * one, to the page that asks for the password.
 */
export async function requirePasswordOf({ uid, passwordProof, findFinish }: Interaction): Promise<Proof> {
  const isFresh = passwordProof && passwordProof.at > Date.now() - PASSWORD_MS;
  if (isFresh && (await isCurrent(passwordProof))) return passwordProof;
  throw redirect((await findFinish()) ?? `/oidc/interaction/${uid}`, 303);
}

/** The sign-in forms being handled, by the sign-in's id. */
const handled = new Map<string, Promise<string>>();

/**
 * The URL that `finish` returns. A form that is sent twice waits for the first one and gets the same result once that has
 * finished the sign-in, even on another machine.
 */
async function finishOnce(interaction: Interaction, finish: () => Promise<string>) {
  const { uid, findFinish } = interaction;
  const earlier = handled.get(uid);
  const finishing = (async () => {
    await earlier?.catch(() => undefined);
    return (earlier && (await findFinish())) ?? finish();
  })();
  handled.set(uid, finishing);
  try {
    return { to: await finishing };
  } catch (error) {
    const to = refusalIn(error) && (await findFinish());
    if (!to) throw error;
    return { to };
  } finally {
    if (handled.get(uid) === finishing) handled.delete(uid);
  }
}

/** Finishes a sign-in with a code after the password; `address` is the client's, for the rate limits. */
export async function submitCode(request: Request, interaction: Interaction, address: string) {
  const proof = await requirePasswordOf(interaction);
  const { accountId, version } = proof;
  return submitVisitorForm(request, { schema: secondFactorInput }, async (input) => {
    const isKnown = await knowsBrowser(accountId, await readBrowser(request));
    return finishOnce(interaction, async () => {
      await checkSecondFactor(accountId, input, { address, isKnown, version });
      return interaction.finish(proof);
    });
  });
}

/** The challenge for a passkey that signs in; `address` is the client's, for the rate limit. */
export async function startPasskeySignIn({ uid }: Interaction, address: string) {
  await consumeRateLimit("challenge", address);
  // Not translated: a key.
  return startUsingPasskey(`sign in ${uid}`);
}

/** Finishes a sign-in with a passkey, whose device has verified its owner; `address` is the client's. */
export function submitPasskeySignIn(request: Request, interaction: Interaction, address: string) {
  return submitVisitorForm(request, { schema: passkeySignInInput }, async ({ passkey }) => {
    await consumeRateLimit("signIn", address);
    // Not translated: a key.
    return { to: await interaction.finish(await checkPasskey(`sign in ${interaction.uid}`, passkey)) };
  });
}

/**
 * Finishes a sign-in with a new account, or with a mail server mails a link to create it. `address` is the client's, for
 * the rate limit.
 */
export function submitSignUp(request: Request, interaction: Interaction, address: string) {
  return submitVisitorForm(request, { schema: signUpInput }, async (input) => {
    const person = newAccountOf(input);
    if (!env.mail)
      return finishOnce(interaction, async () =>
        interaction.finish(firstProof(await addAccount(person, address, await isExcluded(person.email)))),
      );
    await requestAccount(person, { address, interaction: interaction.uid });
    return { form: { isSent: true } };
  });
}

/** The person who signs up. Refuses as `acceptShown` does. */
function newAccountOf<Person extends { adult: true; accepts: boolean; versions: string }>(input: Person) {
  const { adult: _, accepts, versions, ...person } = input;
  return { ...person, accepted: acceptShown({ accepts, versions }) };
}

/** Whether this sign-in in progress belongs to the browser that signed up. */
export function isSignUpBrowser(
  request: Request,
  interaction: Interaction | undefined,
): interaction is Interaction {
  return interaction !== undefined && hasSignIn(request, interaction.state);
}

/**
 * Creates an account with the link from the mail. The browser that signed up continues its sign-in; in others the name and
 * password are typed, since the reader of the mail may not be the person who signed up.
 */
export function submitCreation(request: Request, interaction: Interaction | undefined) {
  if (!isSignUpBrowser(request, interaction))
    return submitVisitorForm(request, { schema: creationInput }, async ({ token, ...input }) => {
      await createPendingAccount(token, newAccountOf(input));
      return { form: { isDone: true } };
    });
  return submitVisitorForm(request, { schema: linkInput }, ({ token }) => {
    const create = () => createPendingAccount(token, { interaction: interaction.uid });
    return finishOnce(interaction, async () => interaction.finish(firstProof(await create())));
  });
}
