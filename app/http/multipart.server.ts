// Reading multipart/form-data as it arrives.
import type { Readable } from "node:stream";
import busboy from "busboy";
import { msg } from "~/language/text";
import { Refusal } from "~/refusal";
import { BODY_BYTES } from "./request-guard";

/** More than any form of this app has, including the rows of full lists. */
export const MAX_FIELDS = 200;
export const TOO_MANY_FIELDS = msg("That form has too many fields.");
const UNREADABLE = msg("The form could not be read.");

type MultipartReader = {
  /** The most that is read of the body. */
  bodyBytes: number;
  /** The most that `readFile` gets of a file. */
  fileBytes: number;
  /** Reads a file to its end, or discards it with `resume`. */
  readFile: (file: Readable, filename: string | undefined) => Promise<void>;
};

/**
 * The texts of a form, and whether its whole body was read. Files are read one after another. Refuses a malformed form
 * (invalid), more than 200 parts, and texts of 64 kB or more (too-large).
 */
export async function readMultipart(
  { body, headers }: Request,
  { bodyBytes, fileBytes, readFile }: MultipartReader,
): Promise<{ form: FormData; isWhole: boolean }> {
  const form = new FormData();
  const parser = openParser(headers.get("Content-Type") ?? "", fileBytes);
  let files = Promise.resolve();
  let texts = 0;
  const finished = new Promise<void>((resolve, reject) => {
    // An empty name is undefined, despite its type.
    parser.on("field", (name: string | undefined = "", value, { valueTruncated }) => {
      texts += name.length + value.length;
      if (valueTruncated || texts >= BODY_BYTES)
        reject(new Refusal("too-large", msg("That form is too long.")));
      else form.append(name, value);
    });
    parser.on("file", (_, file, { filename }) => {
      // Without a listener, an error before the file is read would crash the process.
      file.on("error", () => undefined);
      files = files.then(() => readFile(file, filename));
      files.catch(reject);
    });
    parser.on("partsLimit", () => reject(new Refusal("too-large", TOO_MANY_FIELDS)));
    parser.on("error", () => reject(new Refusal("invalid", UNREADABLE)));
    parser.on("close", resolve);
  });
  let read = 0;
  let isOver = false;
  const over = finished.finally(() => {
    isOver = true;
  });
  try {
    for await (const part of partsOf(body)) {
      read += part.length;
      if (read > bodyBytes) return { form, isWhole: false };
      if (isOver) break;
      const isTaken = new Promise<void>((resolve) => parser.write(part, () => resolve()));
      await Promise.race([isTaken, over]);
    }
    if (!isOver) parser.end();
    await over;
    await files;
  } finally {
    over.catch(() => undefined);
    parser.destroy();
    // A file that is still being opened would reappear after its removal.
    await files.catch(() => undefined);
  }
  return { form, isWhole: true };
}

/** The chunks of a body. Stopping early leaves the connection open for the response. Refuses (invalid) a broken upload. */
export async function* partsOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  const read = () =>
    reader?.read().catch(() => {
      throw new Refusal("invalid", msg("The upload was interrupted."));
    });
  for (let part = await read(); part && !part.done; part = await read()) yield part.value;
}

function openParser(type: string, fileBytes: number) {
  try {
    return busboy({
      headers: { "content-type": type },
      limits: {
        fieldNameSize: 200,
        fieldSize: BODY_BYTES,
        // One byte more shows that it is too large; the rest is skipped.
        fileSize: fileBytes + 1,
        // The event fires when this number is reached, not exceeded.
        parts: MAX_FIELDS + 1,
        headerPairs: 20,
      },
    });
  } catch {
    throw new Refusal("invalid", UNREADABLE);
  }
}
