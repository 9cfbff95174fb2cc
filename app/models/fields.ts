// Builders for the fields of all schemas: a form's blank and JSON's missing value mean the same.
import { z } from "zod";
import { isVisible } from "~/clean-text";

// Control characters (except tab and line feed) and lone surrogates, which no database returns unchanged.
const UNWRITABLE = /[\p{Cs}]|(?![\t\n])\p{Cc}/gu;

function blankToMissing(value: unknown) {
  if (typeof value !== "string") return value;
  const text = value.replace(/\r\n?/g, "\n").replace(UNWRITABLE, "").trim();
  return isVisible(text) ? text : undefined;
}

/** Required text: trimmed, at most `max` characters. `required` is the message for a blank. */
export function requiredText(required: string, max: number, tooLong = `Use at most ${max} characters`) {
  return z.preprocess(
    blankToMissing,
    z.string({ required_error: required, invalid_type_error: "Must be text" }).trim().max(max, tooLong),
  );
}

/** Optional text: trimmed, at most `max` characters; blank becomes "". */
export function optionalText(max: number, tooLong = `Use at most ${max} characters`) {
  return z.preprocess(
    (value) => blankToMissing(value) ?? "",
    z.string({ invalid_type_error: "Must be text" }).trim().max(max, tooLong),
  );
}

/** What `read` makes of a text. One for which it returns undefined is refused with `message`. */
export function readText<Text extends z.ZodType<string, z.ZodTypeDef, unknown>, Value>(
  text: Text,
  read: (typed: string) => Value | undefined,
  message: string,
) {
  return text.transform((typed, context): Value => {
    const value = read(typed);
    if (value !== undefined) return value;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

/** As `readText()` of an optional text; blank becomes null. */
export function readOptionalText<Value>(
  max: number,
  read: (typed: string) => Value | undefined,
  message: string,
) {
  return readText(optionalText(max), (typed) => (typed === "" ? null : read(typed)), message);
}

/** A whole number: digits in a form, a number in JSON. */
export function wholeNumber({
  min,
  max,
  message,
}: {
  min: [number, string];
  max: [number, string];
  message: string;
}) {
  return z.preprocess(
    digitsToNumber,
    z
      .number({ required_error: message, invalid_type_error: message })
      .int(message)
      .min(min[0], min[1])
      .max(max[0], max[1]),
  );
}

/** An optional whole number; blank becomes null. */
export function optionalWholeNumber({ min, max, message }: { min: number; max?: number; message: string }) {
  return z.preprocess(
    (value) => digitsToNumber(value) ?? null,
    z
      .number({ invalid_type_error: message })
      .int(message)
      .min(min, message)
      .max(max ?? Number.MAX_SAFE_INTEGER, message)
      .nullable(),
  );
}

/** One of a list; blank becomes `fallback`. */
export function choice<Option extends string>(
  options: readonly [Option, ...Option[]],
  fallback: Option,
  message: string,
) {
  return z.preprocess(
    (value) => (typeof value === "string" && value.trim() === "" ? fallback : (value ?? fallback)),
    z.enum(options, { errorMap: () => ({ message }) }),
  );
}

/** A list of `min` to `max` items. A list of another length is refused before its items are looked at. */
export function listOf<Item extends z.ZodTypeAny>(item: Item, min: number, max: number, message: string) {
  return z.preprocess((value, context) => {
    if (Array.isArray(value) && value.length >= min && value.length <= max) return value;
    context.addIssue({ code: "custom", message, fatal: true });
    return z.NEVER;
  }, z.array(item));
}

const COUNT_MAX = 1_000_000_000;

/** A count of 0 or more; blank becomes 0. */
export function count(message: string) {
  return z.preprocess(
    (value) => digitsToNumber(value) ?? 0,
    z
      .number({ invalid_type_error: message })
      .int("Must be a whole number")
      .min(0, message)
      .max(COUNT_MAX, `Must be at most ${COUNT_MAX}`),
  );
}

/** Text without NUL and lone surrogates, which no database returns unchanged. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what it refuses
const WRITABLE = /^[^\u0000\p{Cs}]*$/u;

/** Text that is kept exactly as it is, or refused with `message`: a password, an id, a cursor. */
export function exactString(message: string) {
  return z.string({ required_error: message, invalid_type_error: message }).regex(WRITABLE, message);
}

const CHOOSE = "Choose a member";

/** A member's id in digits. `required` is the message for a blank, `message` the one for anything that is no id. */
export function memberIdWithMessage(required: string, message: string) {
  return z.preprocess(readMemberId, memberNumber(message, required));
}

/** An optional member's id in digits; blank becomes undefined. `message` is for anything that is no id. */
export function optionalMemberIdWithMessage(message: string) {
  return z.preprocess(readMemberId, memberNumber(message).optional());
}

function memberNumber(message: string, required = message) {
  return z
    .number({ required_error: required, invalid_type_error: message })
    .int(message)
    .nonnegative(message)
    .safe(message);
}

function readMemberId(value: unknown) {
  if (typeof value !== "string") return value ?? undefined;
  const digits = value.trim();
  if (digits === "") return undefined;
  return /^\d{1,16}$/.test(digits) ? Number(digits) : value;
}

/** A member's id that the app fills in itself. */
export const memberIdField = memberIdWithMessage(CHOOSE, CHOOSE);

/** An optional member's id that the app fills in itself; blank becomes null. */
export const optionalMemberId = z.preprocess(
  (value) => (value === "" || value === undefined ? null : value),
  memberIdField.nullable(),
);

/** A checkbox: "on" or nothing in a form, true or false in JSON. */
export const checkbox = z.preprocess(
  (value) =>
    typeof value === "object" && value !== null
      ? value
      : ({ on: true, true: true, false: false, "": false }[String(value ?? "")] ?? value),
  z.boolean({ invalid_type_error: "Must be true or false" }),
);

/** A UUID made by the client, so that a repeated request creates the same row. */
export const clientId = exactString("Must be a UUID").uuid("Must be a UUID");

/** An optional UUID made by the client; a form's blank becomes undefined. */
export const optionalClientId = z.preprocess(
  (value) => (value === "" ? undefined : value),
  clientId.optional(),
);

function digitsToNumber(value: unknown) {
  if (typeof value !== "string") return value;
  const trimmed = value.trim();
  if (trimmed === "") return undefined;
  return /^-?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : value;
}

/** The other member of a decision or a conversation. */
export const targetUserId = memberIdWithMessage(
  "targetUserId is required",
  "targetUserId must be a member id",
);

/**
 * An object with rules across its fields. Unlike zod's own they are checked while fields are invalid as well, so that a form
 * says at once all that is wrong: `check` gets the fields that are valid, and calls `refuse` with a field and its message.
 */
export function withRules<Shape extends z.ZodRawShape>(
  fields: z.ZodObject<Shape>,
  check: (
    valid: Partial<z.output<z.ZodObject<Shape>>>,
    refuse: (field: keyof Shape & string, message: string) => void,
  ) => void,
) {
  const rules = z
    .record(z.unknown())
    .superRefine((typed, context) => {
      const read = Object.entries(fields.shape).map(([name, field]) => [
        name,
        field.safeParse(typed[name]).data,
      ]);
      check(Object.fromEntries(read), (field, message) =>
        context.addIssue({ code: "custom", path: [field], message }),
      );
    })
    .transform(() => ({}));
  return fields.and(rules);
}
