// What the forms of the embedded sign-in are read by. Apart from their pages, which would bring the schemas along.
import type { Interaction } from "~/http/provider.server";
import { addAccount, checkPassword } from "~/models/account.server";
import { signInInput, signUpInput } from "~/models/member";
import { submitFlatForm } from "./flat-form.server";

/** Finishes a sign-in with the account of an e-mail and password; `address` is the caller's, for the limit. */
export function submitSignIn(request: Request, interaction: Interaction, address: string) {
  return submitFlatForm(request, signInInput, async (input) =>
    interaction.finish(await checkPassword(input, address)),
  );
}

/** Finishes a sign-in with a new account; `address` is the caller's, for the limit. */
export function submitSignUp(request: Request, interaction: Interaction, address: string) {
  return submitFlatForm(request, signUpInput, async ({ adult: _, ...person }) =>
    interaction.finish(await addAccount(person, address)),
  );
}
