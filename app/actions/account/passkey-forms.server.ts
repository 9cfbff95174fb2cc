// Handles the forms and challenges of passkeys.
import { userAgentOf } from "~/auth/session.server";
import { submitForm } from "~/forms/form.server";
import { submitButton } from "~/forms/mutation.server";
import { requireConfirmedAccount } from "~/http/page.server";
import { t } from "~/language/text";
import { PASSKEYS_PATH, passkeyMessages } from "~/models/account/second-factor/passkey";
import {
  addPasskey,
  removePasskey,
  renamePasskey,
  startAddingPasskey,
} from "~/models/account/second-factor/passkey.server";
import { passkeyInput, passkeyNameInput } from "~/models/account/second-factor/passkey-schema";
import { consumeRateLimit } from "~/models/rate-limit.server";
import type { Refusal } from "~/refusal";

const authorize = (request: Request) => requireConfirmedAccount(request, PASSKEYS_PATH);

/** The challenge for a new passkey; `address` is the client's, for the rate limit. */
export async function startNewPasskey(request: Request, address: string) {
  const { accountId, sessionId } = await requireConfirmedAccount(request);
  await consumeRateLimit("challenge", address);
  // Not translated: a key.
  return startAddingPasskey(accountId, `add ${sessionId}`);
}

/** Adds a passkey to the member's account. */
export function submitNewPasskey(request: Request) {
  // Without a name the browser isn't asked for a passkey.
  const reject = ({ fields: { name } }: Refusal) => (name ? { fields: { name } } : {});
  return submitForm(
    request,
    { schema: passkeyInput, authorize, reject },
    async ({ accountId, sessionId }, input) => {
      const browser = { sessionId, userAgent: userAgentOf(request) };
      // Not translated: a key.
      await addPasskey(accountId, `add ${sessionId}`, input, browser);
      return { flash: passkeyMessages.added(input.name), to: PASSKEYS_PATH };
    },
  );
}

/** Renames one of the member's passkeys. */
export function submitPasskeyName(request: Request, id: string) {
  return submitForm(request, { schema: passkeyNameInput, authorize }, async ({ accountId }, { name }) => {
    await renamePasskey(accountId, id, name);
    return { flash: passkeyMessages.renamed, to: PASSKEYS_PATH };
  });
}

/** Removes one of the member's passkeys. */
export function submitPasskeyRemoval(request: Request, id: string) {
  const button = { page: PASSKEYS_PATH, errorTitle: t("Failed to remove passkey"), authorize };
  return submitButton(request, button, async ({ accountId }) => {
    await removePasskey(accountId, id, userAgentOf(request));
    return { flash: passkeyMessages.removed };
  });
}
