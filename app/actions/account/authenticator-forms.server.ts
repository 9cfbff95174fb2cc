// Handles the forms that set up and remove an authenticator app.

import { userAgentOf } from "~/auth/session.server";
import { submitForm } from "~/forms/form.server";
import { submitButton } from "~/forms/mutation.server";
import { requireConfirmedAccount } from "~/http/page.server";
import { AUTHENTICATOR_PATH, authenticatorMessages } from "~/models/account/second-factor/authenticator";
import {
  confirmAuthenticator,
  removeAuthenticator,
  startAuthenticator,
} from "~/models/account/second-factor/authenticator.server";
import { firstCodeInput } from "~/models/account/second-factor/authenticator-schema";

/** Shows a new key. */
export async function submitAuthenticatorStart(request: Request) {
  const { accountId, sessionId, member } = await requireConfirmedAccount(request, AUTHENTICATOR_PATH);
  const start = async () => {
    await startAuthenticator(accountId, sessionId);
    return {};
  };
  return submitButton(request, { page: AUTHENTICATOR_PATH, authorize: async () => member }, start);
}

/** Turns the authenticator app on with its first code. */
export async function submitFirstCode(request: Request) {
  const { accountId, sessionId, member } = await requireConfirmedAccount(request);
  const form = { schema: firstCodeInput, authorize: async () => member };
  return submitForm(request, form, async (_, { code }) => {
    await confirmAuthenticator(accountId, code, { sessionId, userAgent: userAgentOf(request) });
    return { flash: authenticatorMessages.added, to: AUTHENTICATOR_PATH };
  });
}

/** Turns the authenticator app off. */
export async function submitAuthenticatorRemoval(request: Request) {
  const { accountId, member } = await requireConfirmedAccount(request, AUTHENTICATOR_PATH);
  const remove = async () => {
    await removeAuthenticator(accountId, userAgentOf(request));
    return { flash: authenticatorMessages.removed };
  };
  return submitButton(
    request,
    {
      page: AUTHENTICATOR_PATH,
      errorTitle: "Failed to remove authenticator app",
      authorize: async () => member,
    },
    remove,
  );
}
