// Handles conform's forms, whose buttons add and remove rows.
import { z } from "zod";
import { readForm } from "~/http/body.server";
import { requireMember } from "~/http/page.server";
import { msg } from "~/language/text";
import { rejectAfterEnd } from "~/models/community/ending.server";
import type { Member } from "~/models/member/member.server";
import { invalidAt, Refusal } from "~/refusal";
import { addPickedRows, nextRowField, type RowValidators, rowValues } from "./field-array";
import { versionIn } from "./form.server";
import { mutate, type Outcome } from "./mutation.server";
import { parseFieldArrayForm } from "./parse-field-array-form";
import { sanitizeFields } from "./sanitize-fields.server";

const position = z.number().int().min(0).max(999);

/** The values of `__intent__`: buttons add, move or remove a row, fill a field, or only return the form. */
const rowButton = z.discriminatedUnion("type", [
  z.object({ type: z.literal("insert"), payload: z.object({ name: z.string() }) }),
  z.object({
    type: z.literal("update"),
    payload: z.object({ name: z.string().regex(/^\w+$/), value: z.string().max(100) }),
  }),
  z.object({ type: z.literal("validate"), payload: z.object({ name: z.string().regex(/^\w+$/) }) }),
  z.object({
    type: z.literal("remove"),
    payload: z.object({ name: z.string(), index: position }),
  }),
  z.object({
    type: z.literal("reorder"),
    payload: z.object({ name: z.string(), from: position, to: position }),
  }),
]);

const UNREADABLE = msg("The form could not be read.");
const UNFINISHED = msg("This page was still loading. Please try again.");

/**
 * Validates a signed-in member's form and runs the change, or applies the button of a row. A refused form keeps its input.
 * `prepare` may change the form before it is read, and returns further parts of its reply.
 */
export async function submitFieldArrayForm<Schema extends z.ZodTypeAny>(
  request: Request,
  {
    schema,
    validators,
    prepare = () => ({}),
  }: { schema: Schema; validators: RowValidators; prepare?: (form: FormData) => object | Promise<object> },
  change: (member: Member, input: z.output<Schema>, version?: string) => Promise<Outcome>,
) {
  const member = await requireMember(request);
  // Fields that are missing from a partial form keep their saved values.
  const toPartialReply = (partial: FormData) => (refusal: Refusal) => ({
    ...parseFieldArrayForm(partial, z.unknown(), validators).reply(toErrors(refusal)),
    unfinished: true,
  });
  let reject: (refusal: Refusal) => Record<string, unknown> = toPartialReply(new FormData());
  return mutate(request, { reject: (refusal) => reject(refusal) }, async () => {
    const form = sanitizeFields(await readForm(request), Object.keys(validators));
    if (!form.has("end")) {
      // Submitted before the page had fully arrived: the member did not empty the missing fields.
      for (const name of ["__intent__", "__state__"]) form.delete(name);
      reject = toPartialReply(form);
      throw new Refusal("invalid", UNFINISHED);
    }
    const version = versionIn(form);
    addPickedRows(form, validators);
    const added = await prepare(form);
    const refusedRow = readButton(form, validators);
    const submission = parseFieldArrayForm(form, schema, validators);
    reject = (refusal) => ({
      ...submission.reply(submission.status === "error" ? {} : toErrors(refusal)),
      version: refusal.version ?? version,
      ...added,
    });
    if (refusedRow) throw refusedRow;
    if (submission.status === "success") {
      rejectAfterEnd(request);
      return change(member, submission.value, version);
    }
    if (submission.status !== "error") return { form: { ...submission.reply(), version, ...added } };
    const [message = UNREADABLE] = Object.values(submission.error ?? {}).flatMap((each) => each ?? []);
    throw new Refusal("invalid", message);
  });
}

function toErrors({ message, fields }: Refusal) {
  const named = Object.entries(fields).map(([name, text]) => [name, [text]]);
  return { formErrors: named.length ? undefined : [message], fieldErrors: Object.fromEntries(named) };
}

/**
 * Sets `__intent__` to the operation for the library, and returns the refusal of a row that can't be added.
 * Refuses (invalid) an unknown button.
 */
function readButton(form: FormData, validators: RowValidators): Refusal | undefined {
  form.delete("__state__");
  form.delete("end");
  // Enter presses the form's first button, which adds the input as a row, or saves if there is none.
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

  if (button.type === "update" || button.type === "validate") {
    if (button.type === "update" && Object.hasOwn(validators, button.payload.name))
      throw new Refusal("invalid", UNREADABLE);
    form.set("__intent__", JSON.stringify(button));
    return undefined;
  }
  const list = button.payload.name;
  const validateRow = Object.hasOwn(validators, list) ? validators[list] : undefined;
  if (!validateRow) throw new Refusal("invalid", UNREADABLE);
  if (button.type !== "insert") {
    form.set("__intent__", JSON.stringify(button));
    return undefined;
  }
  const field = nextRowField(list);
  const typed = String(form.get(field) ?? "");
  const message = validateRow(rowValues(form, list), typed);
  const intent = message
    ? { type: "validate", payload: { name: field } }
    : { type: "insert", payload: { name: list, defaultValue: typed.trim() } };
  form.set("__intent__", JSON.stringify(intent));
  if (message) return invalidAt(field, message);
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
