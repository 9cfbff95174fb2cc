// Reading what was sent, up to a limit, whether its length was announced or not.
import { Refusal } from "~/models/refusal";
import { BODY_BYTES, tooLarge } from "./front-door";

/** More than any form of this app has, with rows for all that a member may list. */
export const MOST_FIELDS = 1_000;

/**
 * The fields of a posted form.
 * Refuses a body over `limit` or more than 1,000 fields (too-large), and what is no form (wrong-type, invalid).
 */
export async function readForm(request: Request, limit = BODY_BYTES): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw new Refusal("wrong-type", "A form is expected here.");
  }
  const bytes = await readBytes(request.body, limit);
  const form = await new Response(bytes, { headers: { "Content-Type": type } }).formData().catch(() => {
    throw new Refusal("invalid", "The form could not be read.");
  });
  // The form libraries take a time that grows with the square of their number.
  let fields = 0;
  for (const _ of form.keys()) fields++;
  if (fields > MOST_FIELDS) throw new Refusal("too-large", "That form has too many fields.");
  return form;
}

/** The value of a JSON body; undefined for an empty one. Refuses what is not JSON, by type and by content. */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request.body);
  if (bytes.length === 0) return undefined;
  if (!/^application\/json\b/i.test(request.headers.get("Content-Type") ?? "")) {
    throw new Refusal("wrong-type", "The content type must be application/json.");
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal("invalid", "The body is not valid JSON.");
  }
}

/** All bytes of a body. Refuses (too-large) one of `limit` bytes and more as soon as it is seen. */
export async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  limit = BODY_BYTES,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.length;
    if (length >= limit) throw new Refusal("too-large", tooLarge(limit));
    chunks.push(part.value);
  }
  return new Uint8Array(Buffer.concat(chunks, length));
}
