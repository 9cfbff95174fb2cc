// Handles the forms about the email address of an account.
import { getCurrentSession, userAgentOf } from "~/auth/session.server";
import { decrypt, encrypt } from "~/encryption.server";
import { submitForm, submitVisitorForm } from "~/forms/form.server";
import { submitButton } from "~/forms/mutation.server";
import { parseInput } from "~/http/body.server";
import { orNotFound, requireConfirmed } from "~/http/page.server";
import { accountIdOf } from "~/models/account/account.server";
import { emailInput, linkInput, resetInput } from "~/models/account/account-schema";
import { EMAIL_PATH, emailMessages } from "~/models/account/email";
import {
  confirmEmail,
  findEmailToConfirm,
  requestConfirmation,
  requestEmailChange,
} from "~/models/account/email.server";
import { closedLinkRefusal } from "~/models/account/recovery/link.server";
import { resetWithLink } from "~/models/account/recovery/reset-link.server";
import { undoChanges } from "~/models/account/recovery/undo.server";
import { SETTINGS_PATH } from "~/models/account/sign-in/session";
import { Refusal } from "~/refusal";
import { readResetter } from "./password-forms.server";

/**
 * Mails a link to the member's new address. If the member first has to confirm it's them, the form then still has the address.
 */
export async function submitEmailChange(request: Request) {
  return submitForm(request, { schema: emailInput }, async (member, { email }) => {
    const accountId = orNotFound(accountIdOf(member));
    await requireConfirmed(request, `${EMAIL_PATH}?typed=${encrypt(email, typedBy(accountId))}`);
    await requestEmailChange(accountId, email, userAgentOf(request));
    return { form: { sentTo: email } };
  });
}

/** The new address in the form's URL: encrypted, so that only the server can put it there and no log can read it. */
export function readTypedEmail(url: string, accountId: string): string | undefined {
  return decrypt(new URL(url).searchParams.get("typed") ?? "", typedBy(accountId));
}

// Not translated: a key.
const typedBy = (accountId: string) => `new email of ${accountId}`;

/** Mails a link that confirms the member's address. */
export function submitEmailConfirmation(request: Request) {
  return submitButton(request, { page: SETTINGS_PATH }, async (member) => {
    await requestConfirmation(orNotFound(accountIdOf(member)));
    return { flash: emailMessages.linkSent };
  });
}

/** The account at the embedded provider that this browser is signed in to. */
export async function findOwnAccount(request: Request): Promise<string | undefined> {
  const session = await getCurrentSession(request);
  return session && accountIdOf(session.member);
}

/**
 * Confirms an address with the link that was sent there. Somebody who isn't signed in to the account proves its owner for the
 * first time, and sets name and password; `address` is the client's.
 */
export async function submitEmailLink(request: Request, address: string) {
  const accountId = await findOwnAccount(request);
  const userAgent = userAgentOf(request);
  return submitVisitorForm(request, { schema: linkInput.passthrough() }, async (input) => {
    const link = await findEmailToConfirm(input.token);
    if (!link) throw closedLinkRefusal();
    if (link.accountId === accountId)
      return { form: { confirmed: await confirmEmail(input.token, accountId, userAgent) } };
    if (link.isChange) throw new Refusal("forbidden", emailMessages.signInFirst);
    await resetWithLink(parseInput(resetInput, input), await readResetter(request, address), "confirm");
    return { form: { isDone: true } };
  });
}

/** Undoes changes of how a member signs in, and sets a new password; `address` is the client's. */
export function submitUndo(request: Request, address: string) {
  return submitVisitorForm(request, { schema: resetInput }, async (input) => {
    await undoChanges(input, await readResetter(request, address));
    return { form: { isDone: true } };
  });
}
