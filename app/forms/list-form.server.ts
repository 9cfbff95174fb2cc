// The door of an HTML form with rows that buttons add and remove.
import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import { readForm } from "~/http/body.server";
import { failure } from "~/http/notice.server";
import { retryHeaders, statusOf } from "~/http/refusal.server";
import { Refusal, refusalIn } from "~/models/refusal";
import { readListForm } from "./list-form-reading";
import { type Additions, nextRowField, rowsOf } from "./list-rows";
import { textFields } from "./text-fields.server";

/** What the buttons of rows, and the one that fills a field, send under `__intent__`. */
const rowButton = z.discriminatedUnion("type", [
  z.object({ type: z.literal("insert"), payload: z.object({ name: z.string() }) }),
  z.object({
    type: z.literal("update"),
    payload: z.object({ name: z.string().regex(/^\w+$/), value: z.string().max(100) }),
  }),
  z.object({
    type: z.literal("remove"),
    payload: z.object({ name: z.string(), index: z.number().int().min(0).max(999) }),
  }),
]);

const UNREADABLE = "The form could not be read.";
const UNFINISHED = "This page was still loading. Please do that again.";

/**
 * Obeys a row's button, or reads the form against its schema and runs the operation, which returns where to go on.
 * Bad input and refusals come back to the form with what was typed kept, and a notice that says the first.
 */
export async function submitListForm<Schema extends z.ZodTypeAny>(
  request: Request,
  schema: Schema,
  additions: Additions,
  run: (input: z.output<Schema>) => Promise<string>,
) {
  const form = textFields(await readForm(request), Object.keys(additions));
  if (!form.has("end")) {
    // Sent before the page had arrived whole: fields are missing that nobody has emptied.
    for (const name of ["__intent__", "__state__"]) form.delete(name);
    const { initialValue, fields } = readListForm(form, schema, additions).reply();
    const reply = { status: "error" as const, initialValue, fields, error: { "": [UNFINISHED] } };
    return refuse({ ...reply, unfinished: true }, new Refusal("invalid", UNFINISHED));
  }
  const refusedRow = readButton(form, additions);
  const submission = readListForm(form, schema, additions);
  if (submission.status !== "success") {
    const reply = submission.reply(refusedRow && { fieldErrors: refusedRow });
    if (submission.status !== "error") return data(reply, refusedRow ? 400 : 200);
    const says = Object.values(reply.error ?? {}).flatMap((messages) => messages ?? []);
    return refuse(reply, new Refusal("invalid", says[0] ?? UNREADABLE));
  }
  try {
    return redirect(await run(submission.value), 303);
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    const fieldErrors = Object.fromEntries(
      Object.entries(refusal.fields).map(([name, says]) => [name, [says]]),
    );
    const formErrors = Object.keys(fieldErrors).length ? undefined : [refusal.message];
    return refuse(submission.reply({ formErrors, fieldErrors }), refusal);
  }
}

/**
 * Leaves under `__intent__` what the library is to do, and returns the sentence for a row that is not to be added.
 * Refuses (invalid) a button that no form of this app has.
 */
function readButton(form: FormData, additions: Additions): Record<string, string[]> | undefined {
  form.delete("__state__");
  form.delete("end");
  // Enter presses the form's first button: it adds what was typed as a row, or else saves.
  const entered = String(form.get("enter") ?? "");
  const pressed = form.get("__intent__");
  form.delete("enter");
  form.delete("__intent__");
  let button: z.output<typeof rowButton> | undefined;
  if (pressed !== null) button = parseButton(String(pressed));
  else if (entered && String(form.get(nextRowField(entered)) ?? "").trim()) {
    button = { type: "insert", payload: { name: entered } };
  }
  if (!button) return undefined;

  if (button.type === "update") {
    if (Object.hasOwn(additions, button.payload.name)) throw new Refusal("invalid", UNREADABLE);
    form.set("__intent__", JSON.stringify(button));
    return undefined;
  }
  const list = button.payload.name;
  const refuseRow = Object.hasOwn(additions, list) ? additions[list] : undefined;
  if (!refuseRow) throw new Refusal("invalid", UNREADABLE);
  if (button.type === "remove") {
    form.set("__intent__", JSON.stringify(button));
    return undefined;
  }
  const field = nextRowField(list);
  const typed = String(form.get(field) ?? "");
  const says = refuseRow(rowsOf(form, list), typed);
  const intent = says
    ? { type: "validate", payload: { name: field } }
    : { type: "insert", payload: { name: list, defaultValue: typed.trim() } };
  form.set("__intent__", JSON.stringify(intent));
  if (says) return { [field]: [says] };
  form.delete(field);
  return undefined;
}

function parseButton(pressed: string) {
  try {
    return rowButton.parse(JSON.parse(pressed));
  } catch {
    throw new Refusal("invalid", UNREADABLE);
  }
}

function refuse<Reply extends object>(reply: Reply, refusal: Refusal) {
  const init = { status: statusOf(refusal), headers: retryHeaders(refusal) };
  return data({ ...reply, notice: failure(refusal) }, init);
}
