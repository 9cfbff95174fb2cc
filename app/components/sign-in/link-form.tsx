// The form of a one-time link that needs only a click.
import { BasicForm, BasicSubmit } from "~/forms/basic-form";

async function fetchSchema() {
  return (await import("~/models/account/account-schema")).linkInput;
}

export function LinkForm({ token, button, pending }: { token: string; button: string; pending: string }) {
  return (
    <BasicForm id="link" schema={fetchSchema} reload>
      <input type="hidden" className="hidden-field" name="token" value={token} />
      <BasicSubmit pending={pending}>{button}</BasicSubmit>
    </BasicForm>
  );
}
