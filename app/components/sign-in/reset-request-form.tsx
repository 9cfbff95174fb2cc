// The form that asks for a link to choose a new password.
import { BasicField, BasicForm, BasicSubmit } from "~/forms/basic-form";

async function fetchSchema() {
  return (await import("~/models/account/account-schema")).emailInput;
}

export function ResetRequestForm() {
  return (
    <BasicForm id="reset-request" schema={fetchSchema} reload>
      <BasicField name="email" label="Email" required type="email" autoComplete="username" />
      <BasicSubmit pending="Sending...">Send Link</BasicSubmit>
    </BasicForm>
  );
}
