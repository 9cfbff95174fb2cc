// The form of a one-time link that sets a new password.
import { BasicForm } from "./basic-form";
import { NewPassword } from "./new-password";

async function fetchSchema() {
  return (await import("~/models/account/account-schema")).resetInput;
}

export function ResetForm({ token }: { token: string }) {
  return (
    <BasicForm id="reset" schema={fetchSchema} reload>
      <input type="hidden" name="token" value={token} />
      <NewPassword />
    </BasicForm>
  );
}
