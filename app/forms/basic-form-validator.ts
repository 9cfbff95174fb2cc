// The validator of a form of plain fields, in the browser and on the server.
import { withZod } from "@remix-validated-form/with-zod";
import type { Validator } from "remix-validated-form";
import type { z } from "zod";

/** Validates by a schema; the errors come in the order of the form's fields. */
export function checkedBy<Schema extends z.ZodTypeAny>(schema: Schema): Validator<z.output<Schema>> {
  const { validate } = withZod(schema as z.Schema<z.output<Schema>, z.ZodTypeDef, unknown>);
  return {
    validate: async (typed) => {
      const result = await validate(typed);
      if (!result.error) return result;
      const names = Object.keys(result.submittedData);
      // Unchecked boxes are not submitted.
      const position = ([name]: [string, string]) =>
        names.includes(name) ? names.indexOf(name) : names.length;
      const errors = Object.entries(result.error.fieldErrors).sort((a, b) => position(a) - position(b));
      return { ...result, error: { ...result.error, fieldErrors: Object.fromEntries(errors) } };
    },
  };
}
