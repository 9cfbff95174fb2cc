// Handles the forms about the email address of an account.
import { userAgentOf } from "~/auth/session.server";
import { decrypt, encrypt } from "~/encryption.server";
import { orNotFound, requireConfirmed } from "~/http/page.server";
import { accountIdOf } from "~/models/account/account.server";
import { emailInput, linkInput, resetInput } from "~/models/account/account-schema";
import { EMAIL_PATH, emailMessages } from "~/models/account/email";
import { confirmEmail, requestConfirmation, requestEmailChange } from "~/models/account/email.server";
import { SETTINGS_PATH } from "~/models/account/session";
import { undoChanges } from "~/models/account/undo.server";
import { submitBasicForm, submitVisitorForm } from "./basic-form.server";
import { submitButton } from "./mutation.server";

export { LinkForm } from "./link-form";

/** Mails a link to the member's new address. If the member has to confirm it's them first, the form holds it afterwards. */
export async function submitEmailChange(request: Request) {
  return submitBasicForm(request, { schema: emailInput }, async (member, { email }) => {
    const accountId = orNotFound(accountIdOf(member));
    await requireConfirmed(request, `${EMAIL_PATH}?typed=${encrypt(email, typedBy(accountId))}`);
    await requestEmailChange(accountId, email, userAgentOf(request));
    return { form: { sentTo: email } };
  });
}

/** The new address in the form's URL: only the server can put it there, and no log can read it. */
export function readTypedEmail(url: string, accountId: string): string | undefined {
  return decrypt(new URL(url).searchParams.get("typed") ?? "", typedBy(accountId));
}

const typedBy = (accountId: string) => `new email of ${accountId}`;

/** Mails a link that confirms the member's address. */
export function submitEmailConfirmation(request: Request) {
  return submitButton(request, { page: SETTINGS_PATH }, async (member) => {
    await requestConfirmation(orNotFound(accountIdOf(member)));
    return { notice: emailMessages.linkSent };
  });
}

/** Confirms an address with the link that was sent there. */
export function submitEmailLink(request: Request) {
  return submitVisitorForm(request, { schema: linkInput }, async ({ token }) => {
    return { form: { confirmed: await confirmEmail(token, userAgentOf(request)) } };
  });
}

/** Undoes changes of how a member signs in, and sets a new password; `address` is the client's. */
export function submitUndo(request: Request, address: string) {
  return submitVisitorForm(request, { schema: resetInput }, async (input) => {
    await undoChanges(input, { address, userAgent: userAgentOf(request) });
    return { form: { isDone: true } };
  });
}
