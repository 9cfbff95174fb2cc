// The fields for a code of an authenticator app, or a recovery code in its place.

import { BasicDisclosure, BasicField } from "~/forms/basic-form";
import { t } from "~/language/text";

export function SecondFactorFields() {
  return (
    <>
      <BasicField
        name="code"
        label={t("Authenticator code")}
        hint={t("The 6 digits that your app shows now.")}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <BasicDisclosure summary={t("Lost your device? Use a recovery code")} names={["recoveryCode"]}>
        <BasicField
          name="recoveryCode"
          label={t("Recovery code")}
          hint={t("For example, 7k2mq-x9d4a.")}
          autoComplete="off"
        />
      </BasicDisclosure>
    </>
  );
}
