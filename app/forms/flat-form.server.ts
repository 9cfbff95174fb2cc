// The door of an HTML form without rows.
import { data, redirect } from "@remix-run/node";
import { withZod } from "@remix-validated-form/with-zod";
import { z } from "zod";
import { readForm } from "~/http/body.server";
import { failure } from "~/http/notice.server";
import { retryHeaders, statusOf } from "~/http/refusal.server";
import { withSentForm } from "~/http/upload.server";
import type { NoticeWords } from "~/models/notice";
import { ownAddress, sentCover } from "~/models/picture";
import { addPicture } from "~/models/picture.server";
import { Refusal, refusalIn } from "~/models/refusal";
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
  return answerFlatForm(textFields(await readForm(request)), schema, run, trouble, worded);
}

/**
 * The same for a form with a cover, whose address is the field `name`: a file that comes with it is made a picture, once
 * all else is right, and `run` gets its address.
 */
export async function submitPictureForm<Schema extends z.ZodTypeAny>(
  request: Request,
  memberId: number,
  schema: Schema,
  name: string,
  run: (input: z.output<Schema>) => Promise<string>,
  trouble?: string,
) {
  return withSentForm(request, async ({ form, path, trouble: refused }) => {
    const typed = textFields(form);
    if (refused) return answerFlatForm(typed, z.unknown(), () => Promise.reject(atPicture(refused)), trouble);
    const covered = z.preprocess((sent) => {
      const fields = sent as Record<string, unknown>;
      return { ...fields, [name]: sentCover(fields, name) };
    }, schema);
    const runWithPicture = async (input: z.output<Schema>) => {
      if (!path) return run(input);
      const id = await addPicture(memberId, path).catch((error) => {
        throw error instanceof Refusal ? atPicture(error) : error;
      });
      const address = ownAddress(id, "square");
      // Should the rest be refused, the form comes back with the picture.
      typed.set("uploaded", address);
      return run({ ...input, [name]: address });
    };
    return answerFlatForm(typed, covered, runWithPicture, trouble);
  });
}

/** A refusal as that of the field with the file. */
function atPicture({ code, message, retryAfterSeconds }: Refusal) {
  return new Refusal(code, message, { picture: message }, retryAfterSeconds);
}

async function answerFlatForm<Input>(
  typed: FormData,
  schema: z.ZodType<Input, z.ZodTypeDef, unknown>,
  run: (input: Input) => Promise<string>,
  trouble?: string,
  worded: NoticeWords[] = [],
) {
  const result = await withZod(schema).validate(typed);
  try {
    if (result.error) throw invalid(result.error.fieldErrors);
    return redirect(await run(result.data), 303);
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    const words = worded.find(({ description }) => description === refusal.message);
    const answer = {
      // What remix-validated-form looks for in an answer.
      formId: result.formId,
      fieldErrors: Object.keys(refusal.fields).length ? refusal.fields : { form: refusal.message },
      repopulateFields: Object.fromEntries([...typed].filter(([name]) => name !== "password")),
      notice: words ? { ...failure(refusal), ...words } : failure(refusal, trouble),
    };
    return data(answer, { status: statusOf(refusal), headers: retryHeaders(refusal) });
  }
}

function invalid(fields: Record<string, string>) {
  return new Refusal("invalid", Object.values(fields)[0] ?? "The form could not be read.", fields);
}
