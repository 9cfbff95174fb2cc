// Handles the form that asks members again who they are.
import { submitForm } from "~/forms/form.server";
import { orNotFound, requireOpenAccount, requireOwnSignIn, requireSignIn } from "~/http/page.server";
import { accountIdOf } from "~/models/account/account.server";
import { confirmInput } from "~/models/account/account-schema";
import { checkSecondFactor, hasAuthenticator } from "~/models/account/second-factor/authenticator.server";
import { checkPasskey, startUsingPasskey } from "~/models/account/second-factor/passkey.server";
import { checkCurrentPassword } from "~/models/account/sign-in/password.server";
import { confirmSession } from "~/models/account/sign-in/session.server";
import { consumeRateLimit } from "~/models/rate-limit.server";

/** Confirms who the member is, then redirects to `to`. Suspended members can do this too. */
export function submitConfirmation(request: Request, to: string) {
  const form = { schema: confirmInput, authorize: requireAskedAccount };
  return submitForm(request, form, async ({ accountId, sessionId }, input) => {
    const { passkey, password = "", ...secondFactor } = input;
    // Not translated: a key.
    if (passkey) await checkPasskey(`confirm ${sessionId}`, passkey, accountId);
    else {
      await checkCurrentPassword({ accountId, sessionId }, password, "password");
      if (await hasAuthenticator(accountId)) await checkSecondFactor(accountId, secondFactor, { sessionId });
    }
    await confirmSession(sessionId, new Date());
    return { to };
  });
}

/** The challenge for one of the member's passkeys; `address` is the client's, for the rate limit. */
export async function startPasskeyConfirmation(request: Request, address: string) {
  const { accountId, sessionId } = await requireAskedAccount(request);
  await consumeRateLimit("challenge", address);
  // Not translated: a key.
  return startUsingPasskey(`confirm ${sessionId}`, accountId);
}

/** The session and account of a member who can be asked. Throws the not-found screen's 404 for others. */
async function requireAskedAccount(request: Request) {
  requireOwnSignIn();
  const session = await requireSignIn(request);
  requireOpenAccount(request, session.member);
  return { ...session, accountId: orNotFound(accountIdOf(session.member)) };
}
