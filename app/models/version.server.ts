// Versions of what forms edit: sent with a form, so that a stale one overwrites nothing.
import { digest } from "~/digest.server";
import { msg, t } from "~/language/text";
import { type FieldMessages, Refusal } from "~/refusal";

const DIGEST_LENGTH = 8;

/** Saved values by field, as a form edits them. */
type Values = Record<string, unknown>;

/** The version of saved values: a digest of each field. */
export function versionOf(values: Values): string {
  return namesOf(values)
    .map((name) => digestOf(values[name]))
    .join(".");
}

/**
 * Refuses (conflict) an input that would overwrite a field saved since `version`, and says at the field what is saved now.
 * Without a version the last save wins. `toText` words values that aren't shown as they are.
 */
export function rejectStale<Saved extends Values>(
  version: string | undefined,
  saved: Saved,
  input: { [Name in keyof Saved]: unknown },
  toText: { [Name in keyof Saved]?: (value: Saved[Name]) => string } = {},
): void {
  if (version === undefined) return;
  const known = version.split(".");
  const fields: FieldMessages = {};
  for (const [index, name] of namesOf(saved).entries()) {
    const now = digestOf(saved[name]);
    if (known[index] === now || digestOf(input[name]) === now) continue;
    const text = toText[name]?.(saved[name] as Saved[typeof name]) ?? describe(saved[name]);
    fields[name] = t("This changed meanwhile. Saved now: {saved}", { saved: text });
  }
  if (!Object.keys(fields).length) return;
  throw new Refusal(
    "conflict",
    msg("This changed meanwhile. Nothing was saved."),
    fields,
    undefined,
    versionOf(saved),
  );
}

function namesOf(values: Values): string[] {
  return Object.keys(values).sort();
}

function digestOf(value: unknown): string {
  return digest(JSON.stringify(value ?? null)).slice(0, DIGEST_LENGTH);
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return value.join(", ") || t("nothing");
  if (typeof value === "boolean") return value ? t("on") : t("off");
  return value === null || value === "" ? t("nothing") : String(value);
}
