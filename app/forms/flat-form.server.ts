// The door of an HTML form without rows.
import { data, redirect } from "@remix-run/node";
import { withZod } from "@remix-validated-form/with-zod";
import type { z } from "zod";
import { readForm } from "~/http/body.server";
import { failure } from "~/http/notice.server";
import { retryHeaders, statusOf } from "~/http/refusal.server";
import type { NoticeWords } from "~/models/notice";
import { Refusal } from "~/models/refusal";
import { textFields } from "./text-fields.server";

/**
 * Reads a form against its schema and runs the operation, which returns where to go on.
 * Bad input and refusals come back to the form: a sentence at each field, or above them all, with what was typed kept,
 * and a notice that says the first; `trouble` stands above it. What is refused in the very words of one of `worded` is
 * told as that.
 */
export async function submitFlatForm<Schema extends z.ZodTypeAny>(
  request: Request,
  schema: Schema,
  run: (input: z.output<Schema>) => Promise<string>,
  trouble?: string,
  worded: NoticeWords[] = [],
) {
  const typed = textFields(await readForm(request));
  const result = await withZod(schema as z.Schema<z.output<Schema>, z.ZodTypeDef, unknown>).validate(typed);
  try {
    if (result.error) throw invalid(result.error.fieldErrors);
    return redirect(await run(result.data), 303);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const words = worded.find(({ description }) => description === error.message);
    const answer = {
      // What remix-validated-form looks for in an answer.
      formId: result.formId,
      fieldErrors: Object.keys(error.fields).length ? error.fields : { form: error.message },
      repopulateFields: Object.fromEntries([...typed].filter(([name]) => name !== "password")),
      notice: words ? { ...failure(error), ...words } : failure(error, trouble),
    };
    return data(answer, { status: statusOf(error), headers: retryHeaders(error) });
  }
}

function invalid(fields: Record<string, string>) {
  return new Refusal("invalid", Object.values(fields)[0] ?? "The form could not be read.", fields);
}
