// The door of an HTML form with rows that buttons add and remove.
import { parseWithZod } from "@conform-to/zod/v3";
import { data, redirect } from "@remix-run/node";
import type { z } from "zod";
import { readForm } from "~/http/body.server";
import { statusOf } from "~/http/refusal.server";
import { Refusal } from "~/models/refusal";

/**
 * Obeys a row's button, or reads the form against its schema and runs the operation, which returns where to go on.
 * Bad input and refusals come back to the form with what was typed kept.
 */
export async function submitListForm<Schema extends z.ZodTypeAny>(
  request: Request,
  schema: Schema,
  run: (input: z.output<Schema>) => Promise<string>,
) {
  const submission = parseWithZod(await readForm(request), { schema });
  if (submission.status !== "success") {
    return data(submission.reply(), { status: submission.status === "error" ? 400 : 200 });
  }
  try {
    return redirect(await run(submission.value), 303);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const atFields = Object.fromEntries(Object.entries(error.fields).map(([name, says]) => [name, [says]]));
    const reply = submission.reply({ formErrors: [error.message], fieldErrors: atFields });
    return data(reply, { status: statusOf(error) });
  }
}
