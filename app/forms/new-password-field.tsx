// The field for a new password, with its strength.
import { PasswordStrength } from "~/components/account/password-strength";
import { BasicField } from "./basic-form";

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
