// Field arrays: how their fields are named and read.

/** Why a text can't be added to a list; undefined if it can. */
export type ValidateRow = (rows: string[], typed: string) => string | undefined;

/** The row validators of a form's lists, by name. */
export type RowValidators = Record<string, ValidateRow>;

/** The name of the field for the next row of a list. */
export function nextRowField(list: string): string {
  return `next-${list}`;
}

/** The name of checkboxes that add a row to a list, each with its text as the value. */
export function pickedRowsField(list: string): string {
  return `picked-${list}`;
}

/** The rows of a list in a form. */
export function rowValues(form: FormData, list: string): string[] {
  return [...form]
    .filter(([name]) => name === list || name.startsWith(`${list}[`))
    .map(([, value]) => String(value));
}

/** No list can have more rows; comparing each checked row with a longer one would take long. */
const MAX_ROWS = 100;

/** Adds the rows whose checkboxes are checked; rows that can't be added, such as those already listed, are left out. */
export function addPickedRows(form: FormData, validators: RowValidators) {
  for (const [list, validateRow] of Object.entries(validators)) {
    const rows = rowValues(form, list);
    for (const text of form.getAll(pickedRowsField(list)).map(String).slice(0, MAX_ROWS)) {
      if (rows.length >= MAX_ROWS || validateRow(rows, text)) continue;
      form.append(`${list}[${rows.length}]`, text);
      rows.push(text);
    }
    form.delete(pickedRowsField(list));
  }
}
