// What of a posted form is handed to a form library: text under names that it can read.

/** Names that the libraries refuse by throwing. */
const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);
const MAX_ROWS = 1000;

/**
 * The form's texts under plain names, and the rows of `lists` (`name`, `name[]` or `name[3]`) numbered from 0 in their
 * order. Files, deeper names and rows beyond 1,000 are left out: no form of this app sends them.
 */
export function textFields(form: FormData, lists: string[] = []): FormData {
  const fields = new FormData();
  const counts = new Map<string, number>();
  for (const [name, value] of form) {
    if (typeof value !== "string") continue;
    const list = name.replace(/\[\d{0,9}\]$/, "");
    if (lists.includes(list)) {
      const row = counts.get(list) ?? 0;
      counts.set(list, row + 1);
      if (row < MAX_ROWS) fields.append(`${list}[${row}]`, value);
    } else if (/^[\w-]{1,100}$/.test(name) && !FORBIDDEN.has(name)) {
      fields.append(name, value);
    }
  }
  return fields;
}
