// Lists in a form that grow row by row: how their fields are named and read.

/** Why a text may not become one more row of a list; undefined when it may. */
export type RefuseRow = (rows: string[], typed: string) => string | undefined;

/** The lists of a form that grow by a text field of their own, each with its rule. */
export type Additions = Record<string, RefuseRow>;

/** The name of the field in which the next row of a list is typed. */
export function nextRowField(list: string): string {
  return `next-${list}`;
}

/** The rows of a list in a form. */
export function rowsOf(form: FormData, list: string): string[] {
  return [...form]
    .filter(([name]) => name === list || name.startsWith(`${list}[`))
    .map(([, value]) => String(value));
}
