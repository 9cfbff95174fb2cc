// The form of a one-time link that sets a new password.

import { NewPassword } from "~/components/account/new-password-field";
import { BasicCheckbox, BasicField, BasicForm } from "~/forms/basic-form";
import { t } from "~/language/text";

async function fetchSchema() {
  return (await import("~/models/account/account-schema")).resetInput;
}

/** `removable` names the ways to sign in that the member can remove, too. */
export function ResetForm({
  token,
  asksNames = false,
  removable,
}: {
  token: string;
  asksNames?: boolean;
  removable?: string;
}) {
  return (
    <BasicForm id="reset" schema={fetchSchema} reload>
      <input type="hidden" className="hidden-field" name="token" value={token} />
      {asksNames && (
        <>
          <BasicField name="firstName" label={t("First name")} required autoComplete="given-name" />
          <BasicField name="lastName" label={t("Last name")} isOptional autoComplete="family-name" />
        </>
      )}
      {removable && (
        <BasicCheckbox
          name="removesWays"
          label={t("Remove what I can't use or didn't set up: {removable}", { removable })}
        />
      )}
      <NewPassword />
    </BasicForm>
  );
}
