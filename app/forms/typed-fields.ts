// The input of a form, for the page that fills it in again.

export type TypedFields = {
  /** By field; of several values the last. */
  typed: Record<string, string>;
  /** All values by field, for boxes that share a name. */
  chosen: Record<string, string[]>;
};

/** The texts of a form by field. */
export function readTyped(form: Iterable<[string, FormDataEntryValue]>): TypedFields {
  const texts = [...form].filter((field): field is [string, string] => typeof field[1] === "string");
  const chosen = new Map<string, string[]>();
  for (const [name, value] of texts) chosen.set(name, [...(chosen.get(name) ?? []), value]);
  return { typed: Object.fromEntries(texts), chosen: Object.fromEntries(chosen) };
}
