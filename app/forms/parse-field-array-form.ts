// Parsing of forms with field arrays, in the browser before sending and on the server after.
import { parseWithZod } from "@conform-to/zod/v3";
import { z } from "zod";
import { nextRowField, type RowValidators, rowValues } from "./field-array";

/**
 * Parses a form against its schema, or applies the button of a row. Text in a list's field for the next row is saved with the
 * form, since a member who types a name and clicks Save means it; a refused row is an error.
 */
export function parseFieldArrayForm<Schema extends z.ZodTypeAny>(
  form: FormData,
  schema: Schema,
  validators: RowValidators,
) {
  const errors: [field: string, message: string][] = [];
  const lists = form.has("__intent__") ? [] : Object.entries(validators);
  for (const [list, validateRow] of lists) {
    const field = nextRowField(list);
    const typed = form.get(field);
    if (typeof typed !== "string" || !typed.trim()) continue;
    const rows = rowValues(form, list);
    const message = validateRow(rows, typed);
    if (message) {
      errors.push([field, message]);
      continue;
    }
    form.delete(field);
    form.append(`${list}[${rows.length}]`, typed);
  }
  const schemaWithRows = z.preprocess((input, context) => {
    for (const [field, message] of errors) context.addIssue({ code: "custom", path: [field], message });
    return input;
  }, schema);
  return parseWithZod(form, { schema: schemaWithRows });
}
