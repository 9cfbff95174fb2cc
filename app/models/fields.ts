// Builders for the fields of all schemas: a blank in a form and a missing value in JSON mean the same.
import { z } from "zod";
import { isVisible } from "~/clean-text";
import { msg, toText, type Wording } from "~/language/text";

// Control characters (except tab and line feed) and lone surrogates, which no database returns unchanged.
const UNWRITABLE = /[\p{Cs}]|(?![\t\n])\p{Cc}/gu;

function blankToMissing(value: unknown) {
  if (typeof value !== "string") return value;
  const text = value.replace(/\r\n?/g, "\n").replace(UNWRITABLE, "").trim();
  return isVisible(text) ? text : undefined;
}

/** The message for any value that zod refuses, as an `errorMap` or for a `refine()`: it is worded at that moment. */
export function saying(message: Wording): () => { message: string } {
  return () => ({ message: toText(message) });
}

const tooLongText = (max: number): Wording => msg("Use at most {max} characters", { max });
const MUST_BE_TEXT = msg("Must be text");

/** Text of at most `max` characters. `required` is the message for an empty one. */
function textField(max: number, tooLong: Wording, required: Wording) {
  const errorMap: z.ZodErrorMap = (issue) => {
    const isMissing = issue.code === "invalid_type" && issue.received === "undefined";
    return saying(issue.code === "too_big" ? tooLong : isMissing ? required : MUST_BE_TEXT)();
  };
  return z.string({ errorMap }).trim().max(max);
}

/** Required text: trimmed, at most `max` characters. `required` is the message for a blank. */
export function requiredText(required: Wording, max: number, tooLong = tooLongText(max)) {
  return z.preprocess(blankToMissing, textField(max, tooLong, required));
}

/** Optional text: trimmed, at most `max` characters; blank becomes "". */
export function optionalText(max: number, tooLong = tooLongText(max)) {
  return z.preprocess((value) => blankToMissing(value) ?? "", textField(max, tooLong, MUST_BE_TEXT));
}

/** The value that `read` makes of a text. A text for which it returns undefined is refused with `message`. */
export function readText<Text extends z.ZodType<string, z.ZodTypeDef, unknown>, Value>(
  text: Text,
  read: (typed: string) => Value | undefined,
  message: Wording,
) {
  return text.transform((typed, context): Value => {
    const value = read(typed);
    if (value !== undefined) return value;
    context.addIssue({ code: "custom", message: toText(message) });
    return z.NEVER;
  });
}

/** As `readText()`, but optional: blank becomes null. */
export function readOptionalText<Value>(
  max: number,
  read: (typed: string) => Value | undefined,
  message: Wording,
) {
  return readText(optionalText(max), (typed) => (typed === "" ? null : read(typed)), message);
}

/** A whole number: digits in a form, a number in JSON. */
export function wholeNumber({
  min,
  max,
  message,
}: {
  min: [number, Wording];
  max: [number, Wording];
  message: Wording;
}) {
  return z.preprocess(
    digitsToNumber,
    numberField({ message, tooSmall: min[1], tooBig: max[1] }).min(min[0]).max(max[0]),
  );
}

/** A whole number. `tooSmall` and `tooBig` are the messages beyond its limits, `message` the one for anything else. */
function numberField({
  message,
  tooSmall = message,
  tooBig = message,
}: {
  message: Wording;
  tooSmall?: Wording;
  tooBig?: Wording;
}) {
  const errorMap: z.ZodErrorMap = ({ code }) =>
    saying(code === "too_small" ? tooSmall : code === "too_big" ? tooBig : message)();
  return z.number({ errorMap }).int();
}

/** An optional whole number; blank becomes null. */
export function optionalWholeNumber({ min, max, message }: { min: number; max?: number; message: Wording }) {
  return z.preprocess(
    (value) => digitsToNumber(value) ?? null,
    numberField({ message })
      .min(min)
      .max(max ?? Number.MAX_SAFE_INTEGER)
      .nullable(),
  );
}

/** One of a list; blank becomes `fallback`. */
export function choice<Option extends string>(
  options: readonly [Option, ...Option[]],
  fallback: Option,
  message: Wording,
) {
  return z.preprocess(
    (value) => (typeof value === "string" && value.trim() === "" ? fallback : (value ?? fallback)),
    z.enum(options, { errorMap: saying(message) }),
  );
}

/** A list of `min` to `max` items. A list of another length is refused before its items are looked at. */
export function listOf<Item extends z.ZodTypeAny>(item: Item, min: number, max: number, message: Wording) {
  return z.preprocess((value, context) => {
    if (Array.isArray(value) && value.length >= min && value.length <= max) return value;
    context.addIssue({ code: "custom", message: toText(message), fatal: true });
    return z.NEVER;
  }, z.array(item));
}

const COUNT_MAX = 1_000_000_000;

/** A count of 0 or more; blank becomes 0. */
export function count(message: Wording) {
  const errorMap: z.ZodErrorMap = ({ code }, { data }) => {
    if (code === "too_big") return saying(msg("Must be at most {max}", { max: COUNT_MAX }))();
    return saying(
      Number.isFinite(data) && !Number.isInteger(data) ? msg("Must be a whole number") : message,
    )();
  };
  return z.preprocess(
    (value) => digitsToNumber(value) ?? 0,
    z.number({ errorMap }).int().min(0).max(COUNT_MAX),
  );
}

/** Text without NUL and lone surrogates, which no database returns unchanged. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what it refuses
const WRITABLE = /^[^\u0000\p{Cs}]*$/u;

/** Text that is kept exactly as it is, or refused with `message`: a password, an id, a cursor. */
export function exactString(message: Wording) {
  return z.string({ errorMap: saying(message) }).regex(WRITABLE);
}

const CHOOSE = msg("Choose a member");

/** A member's id in digits. `required` is the message for a blank, `message` the one for anything else that isn't an id. */
export function memberIdWithMessage(required: Wording, message: Wording) {
  return z.preprocess(readMemberId, memberNumber(message, required));
}

/** An optional member's id in digits; blank becomes undefined. `message` is for anything that isn't an id. */
export function optionalMemberIdWithMessage(message: Wording) {
  return z.preprocess(readMemberId, memberNumber(message).optional());
}

function memberNumber(message: Wording, required = message) {
  const errorMap: z.ZodErrorMap = (issue) => {
    const isMissing = issue.code === "invalid_type" && issue.received === "undefined";
    return saying(isMissing ? required : message)();
  };
  return z.number({ errorMap }).int().nonnegative().safe();
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
  z.boolean({ errorMap: saying(msg("Must be true or false")) }),
);

/** A UUID made by the client, so that a repeated request creates the same row. */
export const clientId = exactString(msg("Must be a UUID")).uuid();

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
  msg("targetUserId is required"),
  msg("targetUserId must be a member id"),
);

/**
 * An object with rules across its fields. Unlike zod's own, they are checked even while fields are invalid, so that a form
 * shows everything wrong at once: `check` gets the valid fields, and calls `refuse` with a field and its message.
 */
export function withRules<Shape extends z.ZodRawShape>(
  fields: z.ZodObject<Shape>,
  check: (
    valid: Partial<z.output<z.ZodObject<Shape>>>,
    refuse: (field: keyof Shape & string, message: Wording) => void,
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
        context.addIssue({ code: "custom", path: [field], message: toText(message) }),
      );
    })
    .transform(() => ({}));
  return fields.and(rules);
}
