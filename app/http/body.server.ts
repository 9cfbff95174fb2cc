// Reading what was sent, up to a limit, whether its length was announced or not.
import { Refusal } from "~/models/refusal";

export const BODY_BYTES = 1_000_000;

/** The fields of a posted form. Refuses a body over 1 MB (too-large) or that is no form (wrong-type, invalid). */
export async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw new Refusal("wrong-type", "A form is expected here.");
  }
  const bytes = await readBytes(request);
  try {
    return await new Response(bytes, { headers: { "Content-Type": type } }).formData();
  } catch {
    throw new Refusal("invalid", "The form could not be read.");
  }
}

/** The value of a JSON body; undefined for an empty one. Refuses what is not JSON, by type and by content. */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request);
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

async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.length;
    if (length >= BODY_BYTES) throw new Refusal("too-large", "That is too much at once: at most 1 MB.");
    chunks.push(part.value);
  }
  return new Uint8Array(Buffer.concat(chunks, length));
}
