import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { FlatField, FlatForm, FlatSubmit } from "~/forms/flat-form";
import { submitFlatForm } from "~/forms/flat-form.server";
import { interactionOf } from "~/http/interaction.server";
import { page } from "~/http/member.server";
import { checkPassword } from "~/models/account.server";
import { signInInput } from "~/models/member";

export const meta: MetaFunction = () => [{ title: "Sign in · B-Side" }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  await interactionOf(request, context);
  return null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const interaction = await interactionOf(request, context);
  return page(() =>
    submitFlatForm(request, signInInput, async (input) =>
      interaction.finish(await checkPassword(input, context.clientAddress)),
    ),
  );
}

export default function SignIn() {
  return (
    <main id="main" className="door">
      <h1>Sign in</h1>
      <FlatForm id="sign-in" schema={signInInput} reload>
        <FlatField name="email" label="E-mail" type="email" autoComplete="username" />
        <FlatField name="password" label="Password" type="password" autoComplete="current-password" />
        <FlatSubmit pending="Signing in...">Sign in</FlatSubmit>
      </FlatForm>
      <p>
        New here? <a href="sign-up">Make an account</a>
      </p>
    </main>
  );
}
