// The door of an HTML form without rows.
import { redirect } from "@remix-run/node";
import { withZod } from "@remix-validated-form/with-zod";
import { validationError } from "remix-validated-form";
import type { z } from "zod";
import { readForm } from "~/http/body.server";
import { statusOf } from "~/http/refusal.server";
import { Refusal } from "~/models/refusal";

/**
 * Reads a form against its schema and runs the operation, which returns where to go on.
 * Bad input and refusals come back to the form: a sentence at each field, or above them all, with what was typed kept.
 */
export async function submitFlatForm<Schema extends z.ZodTypeAny>(
  request: Request,
  schema: Schema,
  run: (input: z.output<Schema>) => Promise<string>,
) {
  const typed = await readForm(request);
  const result = await withZod(schema as z.Schema<z.output<Schema>, z.ZodTypeDef, unknown>).validate(typed);
  const kept = Object.fromEntries([...typed].filter(([name]) => name !== "password"));
  if (result.error) return validationError(result.error, kept);
  try {
    return redirect(await run(result.data), 303);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const atFields = Object.keys(error.fields).length ? error.fields : { form: error.message };
    return validationError({ fieldErrors: atFields, formId: result.formId }, kept, {
      status: statusOf(error),
    });
  }
}
