// The field for a new password, with its strength, and the end of the forms that set one.
import { type ReactNode, useEffect, useState } from "react";
import { BasicField, BasicSubmit } from "~/forms/basic-form";
import { t } from "~/language/text";
import { estimateStrength, STRENGTHS, strengthTexts } from "~/models/account/sign-in/password-strength";

export function NewPasswordField({ name, label }: { name: string; label: string }) {
  return (
    <div>
      <BasicField
        name={name}
        label={label}
        required
        type="password"
        hint={t("At least 8 characters.")}
        autoComplete="new-password"
      />
      <PasswordStrength field={name} />
    </div>
  );
}

/** Watches the field with the id `field`. */
function PasswordStrength({ field }: { field: string }) {
  const [password, setPassword] = useState("");
  useEffect(() => {
    const input = document.getElementById(field) as HTMLInputElement | null;
    const read = () => setPassword(input?.value ?? "");
    read();
    input?.addEventListener("input", read);
    return () => input?.removeEventListener("input", read);
  }, [field]);
  const strength = password ? estimateStrength(password) : undefined;
  return (
    <p className="cluster small-print">
      {strength ? (
        // Red while weak, yellow while fair.
        <meter
          aria-hidden="true"
          max={STRENGTHS.length}
          low={1.5}
          high={STRENGTHS.length - 0.5}
          optimum={STRENGTHS.length}
          value={STRENGTHS.indexOf(strength) + 1}
        />
      ) : null}
      <span role="status">{strength ? t(strengthTexts[strength]) : ""}</span>
    </p>
  );
}

/** The field and, beside `children`, the button. */
export function NewPassword({ children }: { children?: ReactNode }) {
  return (
    <>
      <NewPasswordField name="newPassword" label={t("New password")} />
      <div className="cluster">
        <BasicSubmit pending={t("Changing...")}>{t("Change Password")}</BasicSubmit>
        {children}
      </div>
    </>
  );
}
