// Handles the forms that set up and remove an authenticator app.

import { userAgentOf } from "~/auth/session.server";
import { submitForm } from "~/forms/form.server";
import { submitButton } from "~/forms/mutation.server";
import { requireConfirmedAccount } from "~/http/page.server";
import { t } from "~/language/text";
import { AUTHENTICATOR_PATH, authenticatorMessages } from "~/models/account/second-factor/authenticator";
import {
  confirmAuthenticator,
  removeAuthenticator,
  startAuthenticator,
} from "~/models/account/second-factor/authenticator.server";
import { firstCodeInput } from "~/models/account/second-factor/authenticator-schema";

const page = AUTHENTICATOR_PATH;
const authorize = (request: Request) => requireConfirmedAccount(request, page);

/** Shows a new key. */
export function submitAuthenticatorStart(request: Request) {
  return submitButton(request, { page, authorize }, async ({ accountId, sessionId }) => {
    await startAuthenticator(accountId, sessionId);
    return {};
  });
}

/** Turns the authenticator app on with its first code. */
export function submitFirstCode(request: Request) {
  const form = { schema: firstCodeInput, authorize };
  return submitForm(request, form, async ({ accountId, sessionId }, { code }) => {
    await confirmAuthenticator(accountId, code, { sessionId, userAgent: userAgentOf(request) });
    return { flash: authenticatorMessages.added, to: AUTHENTICATOR_PATH };
  });
}

/** Turns the authenticator app off. */
export function submitAuthenticatorRemoval(request: Request) {
  const button = { page, errorTitle: t("Failed to remove authenticator app"), authorize };
  return submitButton(request, button, async ({ accountId }) => {
    await removeAuthenticator(accountId, userAgentOf(request));
    return { flash: authenticatorMessages.removed };
  });
}
