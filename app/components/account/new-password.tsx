// The end of the forms that set a new password.
import type { ReactNode } from "react";
import { BasicSubmit } from "~/forms/basic-form";
import { NewPasswordField } from "./new-password-field";

/** The field and, beside `children`, the button. */
export function NewPassword({ children }: { children?: ReactNode }) {
  return (
    <>
      <NewPasswordField name="newPassword" label="New password" />
      <div className="cluster">
        <BasicSubmit pending="Changing...">Change Password</BasicSubmit>
        {children}
      </div>
    </>
  );
}
