// Reading request bodies up to a limit, with or without a Content-Length, and checking what a request brings.
import type { Readable } from "node:stream";
import type { z } from "zod";
import { getCurrentSession, rejectEndedSession } from "~/auth/session.server";
import { msg } from "~/language/text";
import { fullNameOf } from "~/models/public-member";
import { readBytes } from "~/read-bytes";
import { type FieldMessages, Refusal } from "~/refusal";
import { MAX_FIELDS, readMultipart, TOO_MANY_FIELDS } from "./multipart.server";
import { BODY_BYTES, tooLargeMessage } from "./request-guard";

/**
 * The texts of a posted form; files are left out. Refuses a body of 64 kB or more than 200 fields (too-large), a body that is
 * not a form (wrong-type, invalid), a form from another member's page (conflict), and one that arrived after its session had
 * ended (signed-out).
 */
export async function readForm(request: Request): Promise<FormData> {
  const form = await readTexts(request);
  await rejectOtherSession(request, form);
  return form;
}

/**
 * Removes the field of `ViewerField` from a form. Refuses the form if the field names another member than is signed in
 * (conflict): its page was loaded before somebody else signed in. Refuses it too if the session has ended (signed-out).
 */
export async function rejectOtherSession(request: Request, form: FormData) {
  await rejectEndedSession(request);
  const viewer = form.get("viewer");
  form.delete("viewer");
  const member = viewer === null ? undefined : (await getCurrentSession(request))?.member;
  if (!member || String(member.id) === viewer) return;
  throw new Refusal(
    "conflict",
    msg("You're signed in as {name} now. Nothing was changed.", { name: fullNameOf(member) }),
  );
}

async function readTexts(request: Request): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  if (/^multipart\/form-data\b/i.test(type)) {
    const readFile = async (file: Readable) => void file.resume();
    const { form, isWhole } = await readMultipart(request, { bodyBytes: BODY_BYTES, fileBytes: 0, readFile });
    if (!isWhole) throw new Refusal("too-large", tooLargeMessage(BODY_BYTES));
    return form;
  }
  if (!/^application\/x-www-form-urlencoded\b/i.test(type))
    throw new Refusal("wrong-type", msg("A form is expected here."));
  const text = new TextDecoder().decode(await readBody(request));
  // Counted before anything is parsed: the form libraries take quadratic time.
  if (text.split("&", MAX_FIELDS + 1).length > MAX_FIELDS) throw new Refusal("too-large", TOO_MANY_FIELDS);
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(text)) form.append(name, value);
  return form;
}

/**
 * The value of a JSON body that has been read; undefined for an empty one. Refuses other types (wrong-type), malformed JSON
 * (invalid), and a body that arrived after its session had ended (signed-out).
 */
export async function parseJson(request: Request, bytes: Uint8Array): Promise<unknown> {
  await rejectEndedSession(request);
  if (bytes.length === 0) return undefined;
  if (!/^application\/json\b/i.test(request.headers.get("Content-Type") ?? "")) {
    throw new Refusal("wrong-type", msg("The content type must be application/json."));
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal("invalid", msg("The body is not valid JSON."));
  }
}

/** The bytes of a body. Refuses one of 64 kB (too-large). */
export async function readBody(request: Request): Promise<Uint8Array> {
  const bytes = await readBytes(request.body, BODY_BYTES);
  if (!bytes) throw new Refusal("too-large", tooLargeMessage(BODY_BYTES));
  return bytes;
}

/** Parses a value with a schema. Refuses (invalid) with the first message, and with one message per field. */
export function parseInput<Schema extends z.ZodTypeAny>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields: FieldMessages = {};
  for (const issue of parsed.error.issues) fields[issue.path.join(".")] ??= issue.message;
  const [name, first] = Object.entries(fields)[0] ?? ["", ""];
  if (name === "") throw new Refusal("invalid", msg("The body must be a JSON object."));
  throw new Refusal("invalid", first, fields);
}
