// Field arrays: how their fields are named and read.

/** Why a text can't be added to a list; undefined if it can. */
export type ValidateRow = (rows: string[], typed: string) => string | undefined;

/** The row validators of a form's lists, by name. */
export type RowValidators = Record<string, ValidateRow>;

/** The name of the field for the next row of a list. */
export function nextRowField(list: string): string {
  return `next-${list}`;
}

/** The rows of a list in a form. */
export function rowValues(form: FormData, list: string): string[] {
  return [...form]
    .filter(([name]) => name === list || name.startsWith(`${list}[`))
    .map(([, value]) => String(value));
}
