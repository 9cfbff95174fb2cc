// The fields for a code of an authenticator app, or a recovery code in its place.

import type { FieldMessages } from "~/refusal";
import { Field } from "~/ui/field";

export function SecondFactorFields({ errors }: { errors: FieldMessages }) {
  return (
    <>
      <Field
        name="code"
        label="Authenticator code"
        hint="The 6 digits that your app shows now."
        inputMode="numeric"
        autoComplete="one-time-code"
        error={errors.code}
      />
      <details open={Boolean(errors.recoveryCode)}>
        <summary className="link py-2">Lost your device? Use a recovery code</summary>
        <Field
          name="recoveryCode"
          label="Recovery code"
          hint="For example, 7k2mq-x9d4a."
          autoComplete="off"
          error={errors.recoveryCode}
        />
      </details>
    </>
  );
}
