// The form that changes a password.

import { BasicField, BasicForm } from "~/forms/basic-form";
import { SETTINGS_PATH } from "~/models/account/sign-in/session";
import { ButtonLink } from "~/ui/button";
import { NewPassword } from "./new-password-field";

export function PasswordForm() {
  return (
    <BasicForm id="change-password" schema={fetchSchema}>
      <BasicField
        name="currentPassword"
        label="Current password"
        required
        type="password"
        autoComplete="current-password"
      />
      <NewPassword>
        <ButtonLink to={SETTINGS_PATH}>Cancel</ButtonLink>
      </NewPassword>
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/account/account-schema")).passwordInput;
}
