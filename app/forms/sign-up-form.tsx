// The form that creates an account.
import { BasicCheckbox, BasicField, BasicForm, BasicSubmit } from "./basic-form";
import { NewPasswordField } from "./new-password-field";

export function SignUpForm() {
  return (
    <BasicForm id="sign-up" schema={fetchSchema} reload>
      <BasicField name="firstName" label="First name" required autoComplete="given-name" />
      <BasicField
        name="lastName"
        label="Last name"
        required
        hint="Others only see the initial."
        autoComplete="family-name"
      />
      <BasicField name="email" label="Email" required type="email" autoComplete="username" />
      <NewPasswordField name="password" label="Password" />
      <BasicCheckbox name="adult" label="I'm 18 or older" required />
      <BasicSubmit pending="Creating your account...">Create Account</BasicSubmit>
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/account/account-schema")).signUpInput;
}
