// Builders for the fields of every schema, so that a form's blank and JSON's missing value mean the same.
import { z } from "zod";

// Control characters (but for tab and line feed) and halves of characters: no database gives them back as they were.
const UNWRITABLE = /[\p{Cs}]|(?![\t\n])\p{Cc}/gu;

function blankToMissing(value: unknown) {
  if (typeof value !== "string") return value;
  const written = value.replace(/\r\n?/g, "\n").replace(UNWRITABLE, "").trim();
  return written === "" ? undefined : written;
}

/** Text that must be there: trimmed, at most `max` characters. `required` is said when it is blank. */
export function requiredText(required: string, max: number, tooLong = `Use at most ${max} characters`) {
  return z.preprocess(
    blankToMissing,
    z.string({ required_error: required, invalid_type_error: "Must be text" }).trim().max(max, tooLong),
  );
}

/** Text that may be left out: trimmed, at most `max` characters; blank reads as "". */
export function optionalText(max: number, tooLong = `Use at most ${max} characters`) {
  return z.preprocess(
    (value) => blankToMissing(value) ?? "",
    z.string({ invalid_type_error: "Must be text" }).trim().max(max, tooLong),
  );
}

/** A whole number that a form sends as digits and JSON as a number. */
export function wholeNumber({
  min,
  max,
  says,
}: {
  min: [number, string];
  max: [number, string];
  says: string;
}) {
  return z.preprocess(
    digitsToNumber,
    z
      .number({ required_error: says, invalid_type_error: says })
      .int(says)
      .min(min[0], min[1])
      .max(max[0], max[1]),
  );
}

/** A whole number that may be left out; blank reads as null. */
export function optionalWholeNumber({ min, max, says }: { min: number; max: number; says: string }) {
  return z.preprocess(
    (value) => digitsToNumber(value) ?? null,
    z.number({ invalid_type_error: says }).int(says).min(min, says).max(max, says).nullable(),
  );
}

/** One of a list; blank reads as `usual`. */
export function choice<Option extends string>(
  options: readonly [Option, ...Option[]],
  usual: Option,
  says: string,
) {
  return z.preprocess(
    (value) => (typeof value === "string" && value.trim() === "" ? usual : (value ?? usual)),
    z.enum(options, { errorMap: () => ({ message: says }) }),
  );
}

/** A count of 0 or more; blank reads as 0. */
export function count(says: string, max = 1_000_000_000) {
  return z.preprocess(
    (value) => digitsToNumber(value) ?? 0,
    z
      .number({ invalid_type_error: says })
      .int("Must be a whole number")
      .min(0, says)
      .max(max, `Must be at most ${max}`),
  );
}

/** No database gives back the character that ends texts, nor halves of characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is refused
const WRITABLE = /^[^\u0000\p{Cs}]*$/u;

/** Text that is taken as it is or refused with one sentence: a password, an id, a cursor. */
export function exactText(says: string) {
  return z.string({ required_error: says, invalid_type_error: says }).regex(WRITABLE, says);
}

const WHICH = "Say which member";

/** A member's id: digits, as JSON and forms carry it. `required` is said when it is blank, `says` when it is no id. */
export function memberIdSaying(required: string, says: string) {
  return z.preprocess(readMemberId, memberNumber(says, required));
}

/** The same where it may be left out; blank is missing. */
export function optionalMemberIdSaying(says: string) {
  return z.preprocess(readMemberId, memberNumber(says).optional());
}

function memberNumber(says: string, required = says) {
  return z
    .number({ required_error: required, invalid_type_error: says })
    .int(says)
    .nonnegative(says)
    .safe(says);
}

function readMemberId(value: unknown) {
  if (typeof value !== "string") return value ?? undefined;
  const typed = value.trim();
  if (typed === "") return undefined;
  return /^\d{1,16}$/.test(typed) ? Number(typed) : value;
}

/** A member's id that the app itself fills in. */
export const memberIdField = memberIdSaying(WHICH, WHICH);

/** The same where it may be left out; blank reads as null. */
export const optionalMemberId = z.preprocess(
  (value) => (value === "" || value === undefined ? null : value),
  memberIdField.nullable(),
);

/** A box that is ticked or not: a form's "on" or nothing, JSON's true or false. */
export const tick = z.preprocess(
  (value) => ({ on: true, true: true, false: false, "": false })[String(value ?? "")] ?? value,
  z.boolean({ invalid_type_error: "Must be true or false" }),
);

/** An id made by the client (a UUID), so that a repeat of a request is the same row. */
export const clientId = exactText("Must be a UUID").uuid("Must be a UUID");

/** The same where it may be left out; a form's blank is missing. */
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
