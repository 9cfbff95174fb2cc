// Schemas of the forms for passkeys. A browser's answer is sent as JSON in a field.
import { z } from "zod";
import { msg, t } from "~/language/text";
import { requiredText, saying } from "~/models/fields";

const NAME_MAX = 60;
const UNREADABLE = msg("Your browser's answer can't be read. Please try again.");

const name = requiredText(msg("Name is required"), NAME_MAX);
const text = z.string().min(1);
const answer = { id: text, rawId: text, type: z.literal("public-key") };

function sentAsJson<Shape extends z.ZodTypeAny>(shape: Shape) {
  return z.string({ errorMap: saying(UNREADABLE) }).transform((value, context): z.output<Shape> => {
    const parsed = shape.safeParse(parseJson(value));
    if (parsed.success) return parsed.data;
    context.addIssue({ code: "custom", message: t(UNREADABLE) });
    return z.NEVER;
  });
}

/** Undefined for a text that isn't JSON. */
function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** The answer of a browser that was asked for a passkey. */
export const passkeyAssertion = sentAsJson(
  z.object({
    ...answer,
    response: z.object({
      clientDataJSON: text,
      authenticatorData: text,
      signature: text,
      userHandle: z.string().optional(),
    }),
  }),
);
export type PasskeyAssertion = z.output<typeof passkeyAssertion>;

/** The form that signs in with a passkey. */
export const passkeySignInInput = z.object({ passkey: passkeyAssertion });

/** The form that adds a passkey. */
export const passkeyInput = z.object({
  name,
  passkey: sentAsJson(
    z.object({
      ...answer,
      response: z.object({
        clientDataJSON: text,
        attestationObject: text,
        transports: z.array(z.string().max(20)).max(10).default([]),
      }),
    }),
  ),
});
export type PasskeyInput = z.output<typeof passkeyInput>;

/** The form that renames a passkey. */
export const passkeyNameInput = z.object({ name });
