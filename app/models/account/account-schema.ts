// Schemas of the embedded identity provider's forms: sign-in, sign-up and passwords.

import type { AcceptedDocument } from "db/column-types";
import { z } from "zod";
import { cleanPersonName } from "~/clean-text";
import { type Message, msg, t } from "~/language/text";
import { ADULTS_ONLY } from "~/models/account/age/age";
import { secondFactorFields } from "~/models/account/second-factor/authenticator-schema";
import { passkeyAssertion } from "~/models/account/second-factor/passkey-schema";
import { checkbox, exactString, optionalText, readText, requiredText, saying } from "~/models/fields";
import { NO_EMAIL_ADDRESS, toEmailAddress } from "./email";
import { FIRST_NAME_MAX, isNameAllowed, isSurnameAllowed, LAST_NAME_MAX, NAME_MESSAGE } from "./name";
import { passwordLength } from "./sign-in/normalized-password";

const PASSWORD_MIN = 8;
const PASSWORD_MAX = 200;

const EMAIL_MAX = 254;
const NAME_REQUIRED = msg("First name is required");

const email = readText(requiredText(msg("Email is required"), EMAIL_MAX), readEmail, NO_EMAIL_ADDRESS);

function readEmail(typed: string): string | undefined {
  const address = toEmailAddress(typed);
  return address && address.length <= EMAIL_MAX ? address : undefined;
}

const newPassword = passwordField(PASSWORD_MIN, msg("Use at least 8 characters"));
const password = passwordField(1, msg("Password is required"));

function passwordField(least: number, tooShort: Message) {
  const length = (typed: string) => passwordLength(typed, PASSWORD_MAX);
  return exactString(msg("Password is required"))
    .refine((typed) => length(typed) >= least, saying(tooShort))
    .refine(
      (typed) => length(typed) <= PASSWORD_MAX,
      saying(msg("Use at most {max} characters", { max: PASSWORD_MAX })),
    );
}

/** The sign-in form of the embedded identity provider. */
export const signInInput = z.object({
  email,
  password,
});
export type SignInInput = z.output<typeof signInInput>;

const names = {
  firstName: requiredText(NAME_REQUIRED, FIRST_NAME_MAX)
    .transform(cleanPersonName)
    .refine((name) => name !== "", saying(NAME_REQUIRED))
    .refine(isNameAllowed, saying(NAME_MESSAGE)),
  /** Blank for people with a single name. */
  lastName: optionalText(LAST_NAME_MAX)
    .transform(cleanPersonName)
    .refine(isSurnameAllowed, saying(NAME_MESSAGE)),
};

/** The checkbox for the operator's documents, if there are any to accept, and which versions were shown. */
export const acceptanceFields = { accepts: checkbox, versions: optionalText(300) };

/** The sign-up form of the embedded identity provider. */
export const signUpInput = z.object({
  ...names,
  email,
  password: newPassword,
  adult: z.preprocess(
    (value) => value === "on" || value === true,
    z.literal(true, { errorMap: saying(ADULTS_ONLY) }),
  ),
  ...acceptanceFields,
  /** The code of an invitation, where one is needed. */
  invitation: optionalText(100),
});
export type SignUpInput = z.output<typeof signUpInput>;

/** The person who signs up, and which documents they have accepted. */
export type NewAccount = Pick<SignUpInput, "firstName" | "lastName" | "email" | "password"> & {
  accepted?: AcceptedDocument[];
  invitation?: string;
};

/** The form that changes a password. */
export const passwordInput = z.object({ currentPassword: password, newPassword });
export type PasswordInput = z.output<typeof passwordInput>;

/** The form that asks members again who they are: by password and code, or by a passkey. */
export const confirmInput = z
  .object({ passkey: passkeyAssertion.optional(), password: password.optional(), ...secondFactorFields })
  .refine(
    ({ passkey, password }) => passkey || password,
    () => ({ path: ["password"], message: t("Password is required") }),
  );

/** The form for a forgotten password. */
export const recoveryInput = z.object({
  email,
  code: requiredText(msg("Recovery code is required"), 100),
  newPassword,
});
export type RecoveryInput = z.output<typeof recoveryInput>;

/** A form with nothing but an email address. */
export const emailInput = z.object({ email });

const token = exactString(msg("This link is incomplete")).max(100);

/** A form that confirms a link with one click. */
export const linkInput = z.object({ token });

/** The form in which members accept documents and, if they come from an outside sign-in provider, say that they are adults. */
export const agreementInput = z.object({ ...acceptanceFields, adult: checkbox });

/** The form behind a sign-up's link when it is opened in another browser than the one that signed up. */
export const creationInput = signUpInput.omit({ email: true, invitation: true }).extend({ token });

/** The form behind a link that sets a new password, with names where they are asked for. */
export const resetInput = z.object({
  token,
  newPassword,
  firstName: names.firstName.optional(),
  lastName: names.lastName.optional(),
  removesWays: z.preprocess((value) => value === "on" || value === true, z.boolean()),
});
export type ResetInput = z.output<typeof resetInput>;
