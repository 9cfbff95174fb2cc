// The field for a new password, with its strength.

import { BasicField } from "~/forms/basic-form";
import { PasswordStrength } from "./password-strength";

export function NewPasswordField({ name, label }: { name: string; label: string }) {
  return (
    <div>
      <BasicField
        name={name}
        label={label}
        required
        type="password"
        hint="At least 8 characters."
        autoComplete="new-password"
      />
      <PasswordStrength field={name} />
    </div>
  );
}
