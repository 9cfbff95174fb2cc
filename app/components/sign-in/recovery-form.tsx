// The form that sets a forgotten password with a recovery code.

import { NewPassword } from "~/components/account/new-password-field";
import { BasicField, BasicForm } from "~/forms/basic-form";
import { t } from "~/language/text";

async function fetchSchema() {
  return (await import("~/models/account/account-schema")).recoveryInput;
}

export function RecoveryForm() {
  return (
    <BasicForm id="recovery" schema={fetchSchema} reload>
      <BasicField name="email" label={t("Email")} required type="email" autoComplete="username" />
      <BasicField
        name="code"
        label={t("Recovery code")}
        required
        autoComplete="off"
        hint={t("For example, 7k2mq-x9d4a.")}
      />
      <NewPassword />
    </BasicForm>
  );
}
