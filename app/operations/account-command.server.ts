// The command that helps members back into their accounts.
import { client, openDatabase } from "db/client.server";
import { RESET_MINUTES } from "~/durations";
import { makeResetLink } from "~/models/account/recovery/reset-link.server";
import { removeAuthenticatorOf } from "~/models/account/second-factor/authenticator.server";
import { Refusal } from "~/refusal";

/** Runs `reset EMAIL` or `remove-authenticator EMAIL` and returns what to print. Refuses anything else (invalid). */
export async function runAccountCommand([action, email]: string[]): Promise<string> {
  if (!["reset", "remove-authenticator"].includes(action ?? "") || !email)
    throw new Refusal("invalid", "Usage: npm run account -- reset|remove-authenticator EMAIL");
  await openDatabase();
  try {
    if (action === "remove-authenticator") {
      await removeAuthenticatorOf(email);
      return `${email} no longer needs a code to sign in. The password is unchanged.`;
    }
    return `${await makeResetLink(email)}\nThis link sets a new password. It works once and expires in ${RESET_MINUTES} minutes.`;
  } finally {
    client.close();
  }
}
