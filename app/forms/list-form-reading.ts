// How a form with rows is read, by the browser before it is sent and by the server after.
import { parseWithZod } from "@conform-to/zod/v3";
import type { z } from "zod";
import { type Additions, nextRowField, rowsOf } from "./list-rows";

/**
 * Reads a form against its schema, or obeys the button of a row. What stands in a list's field for the next row is
 * saved with the form: who types a name and presses Save means it.
 */
export function readListForm<Schema extends z.ZodTypeAny>(
  form: FormData,
  schema: Schema,
  additions: Additions,
) {
  if (!form.has("__intent__")) {
    for (const list of Object.keys(additions)) {
      const typed = form.get(nextRowField(list));
      if (typeof typed !== "string" || !typed.trim()) continue;
      form.delete(nextRowField(list));
      form.append(`${list}[${rowsOf(form, list).length}]`, typed);
    }
  }
  return parseWithZod(form, { schema });
}
