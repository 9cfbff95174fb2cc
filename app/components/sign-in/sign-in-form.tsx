// The form that signs a member in with a password.
import { BasicField, BasicForm, BasicSubmit } from "~/forms/basic-form";

/** `id` is the form's, which the button for passkeys fills in. */
export function SignInForm({ id }: { id: string }) {
  return (
    <BasicForm id={id} schema={fetchSchema} reload>
      <BasicField name="email" label="Email" required type="email" autoComplete="username webauthn" />
      <BasicField name="password" label="Password" required type="password" autoComplete="current-password" />
      <BasicSubmit pending="Signing in...">Sign In</BasicSubmit>
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/account/account-schema")).signInInput;
}
