// Handles the password and recovery forms.
import { readClient } from "~/auth/known-browser.server";
import { userAgentOf } from "~/auth/session.server";
import { submitForm, submitVisitorForm } from "~/forms/form.server";
import { submitButton } from "~/forms/mutation.server";
import {
  orNotFound,
  requireConfirmed,
  requireConfirmedAccount,
  requireSession,
  requireSignIn,
} from "~/http/page.server";
import { t } from "~/language/text";
import { accountIdOf } from "~/models/account/account.server";
import { emailInput, passwordInput, recoveryInput, resetInput } from "~/models/account/account-schema";
import { DELETE_PATH } from "~/models/account/leaving/deletion";
import { deleteAccount } from "~/models/account/leaving/deletion.server";
import type { Resetter } from "~/models/account/recovery/new-password.server";
import { passwordMessages, RECOVERY_CODES_PATH } from "~/models/account/recovery/recovery";
import { makeRecoveryCodes, resetWithCode } from "~/models/account/recovery/recovery-codes.server";
import { requestResetLink, resetWithLink } from "~/models/account/recovery/reset-link.server";
import { changePassword } from "~/models/account/sign-in/password-change.server";
import { SETTINGS_PATH } from "~/models/account/sign-in/session";

/** Changes the member's password and signs out their other browsers. */
export function submitPassword(request: Request) {
  const form = { schema: passwordInput, authorize: requireSession };
  return submitForm(request, form, async ({ member, sessionId }, input) => {
    const changer = { sessionId, userAgent: userAgentOf(request) };
    await changePassword(orNotFound(accountIdOf(member)), input, changer);
    return { flash: passwordMessages.changed, to: SETTINGS_PATH };
  });
}

/** Creates new recovery codes, which the form's next state shows once. */
export function submitRecoveryCodes(request: Request) {
  const button = { page: RECOVERY_CODES_PATH, authorize: requireConfirmedAccount };
  return submitButton(request, button, async ({ accountId, sessionId }) => {
    const browser = { sessionId, userAgent: userAgentOf(request) };
    return { form: { codes: await makeRecoveryCodes(accountId, browser) } };
  });
}

/** Deletes the member's account and signs out all their browsers. Suspended members can do this too. */
export function submitDeletion(request: Request) {
  const authorize = () => requireConfirmed(request, undefined, requireSignIn);
  const button = { page: DELETE_PATH, errorTitle: t("Failed to delete account"), authorize };
  return submitButton(request, button, async ({ member }) => {
    await deleteAccount(member.id, userAgentOf(request));
    return { to: "/account-deleted" };
  });
}

/** The client that resets a password; `address` is its network address. */
export async function readResetter(request: Request, address: string): Promise<Resetter> {
  return { ...(await readClient(request, address)), userAgent: userAgentOf(request) };
}

/** Sets a forgotten password with a recovery code; `address` is the client's, for the rate limits. */
export function submitRecovery(request: Request, address: string) {
  return submitVisitorForm(request, { schema: recoveryInput }, async (input) => {
    await resetWithCode(input, await readResetter(request, address));
    return { form: { isDone: true } };
  });
}

/** Sets a forgotten password with a one-use link. */
export function submitReset(request: Request, address: string) {
  return submitVisitorForm(request, { schema: resetInput }, async (input) => {
    const removed = await resetWithLink(input, await readResetter(request, address));
    return { form: { isDone: true, removed } };
  });
}

/** Mails a link to choose a new password; the answer is the same for every address. */
export function submitResetRequest(request: Request, address: string) {
  return submitVisitorForm(request, { schema: emailInput }, async ({ email }) => {
    await requestResetLink(email, await readClient(request, address));
    return { form: { isSent: true } };
  });
}
