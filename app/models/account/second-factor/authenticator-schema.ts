// Schemas of the forms that take a code of an authenticator app.
import { z } from "zod";
import { msg } from "~/language/text";
import { optionalText, saying } from "~/models/fields";

const DIGITS = msg("Enter the 6 digits from your app");

/** A code as it was typed, with or without spaces; "" for none. */
const code = optionalText(20)
  .transform((typed) => typed.replace(/\s/g, ""))
  .refine((typed) => /^(\d{6})?$/.test(typed), saying(DIGITS));

/** The fields of a code, or of a recovery code in its place. */
export const secondFactorFields = { code, recoveryCode: optionalText(100) };

/** The form that asks for a code after the password. */
export const secondFactorInput = z.object(secondFactorFields);
export type SecondFactorInput = z.output<typeof secondFactorInput>;

/** The form that turns an authenticator app on. */
export const firstCodeInput = z.object({ code: code.refine((typed) => typed !== "", saying(DIGITS)) });
