// Sanitizes posted fields before a form library reads them.

/** Names that make the libraries throw. */
const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Keeps texts with plain names, and the rows of `lists` (`name`, `name[]` or `name[3]`), renumbered from 0 in their order.
 * Drops files and deeper names, which no form of this app has.
 */
export function sanitizeFields(form: FormData, lists: string[] = []): FormData {
  const fields = new FormData();
  const counts = new Map<string, number>();
  for (const [name, value] of form) {
    if (typeof value !== "string") continue;
    const list = name.replace(/\[\d{0,9}\]$/, "");
    if (lists.includes(list)) {
      const row = counts.get(list) ?? 0;
      counts.set(list, row + 1);
      fields.append(`${list}[${row}]`, value);
    } else if (/^[\w-]{1,100}$/.test(name) && !FORBIDDEN.has(name)) {
      fields.append(name, value);
    }
  }
  return fields;
}
