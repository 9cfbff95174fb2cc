// Files on their way in: counted as they come, and on the disk instead of in memory until they are done with.
import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import busboy from "busboy";
import { env } from "~/env.server";
import { PICTURE_BYTES, pictureTrouble } from "~/models/picture";
import { Refusal } from "~/models/refusal";
import { MOST_FIELDS, readForm } from "./body.server";
import { BODY_BYTES } from "./front-door";

const folder = join(env.dataDir, "incoming");
const MOST_AT_ONCE = 40;
const SECONDS_TO_WAIT = 20;
/** How much of a form is read for the sake of what was typed behind a file that is too large. */
const MOST_READ_BYTES = 5 * PICTURE_BYTES;
const HOUR_MS = 3_600_000;

/** A form with at most one file: its texts, where the file lies, or why it was not taken. */
export type SentForm = { form: FormData; path?: string; trouble?: Refusal };

let inside = 0;

/**
 * Runs something with the file that a body is, after `begin` has let it in. Refuses one over 10 MB (too-large) as soon as
 * it is seen, an empty one (invalid), and the 41st at a time (unavailable).
 */
export async function withSentFile<Result>(
  body: ReadableStream<Uint8Array> | null,
  begin: () => Promise<void>,
  run: (path: string) => Promise<Result>,
): Promise<Result> {
  const leave = takePlace();
  try {
    await begin();
    return await withPath(async (path) => {
      const length = await writeFile(path, upToLimit(partsOf(body)));
      if (length === 0) throw new Refusal("invalid", pictureTrouble.none);
      return run(path);
    });
  } finally {
    leave();
  }
}

/**
 * Runs something with a form that may have a picture in it. What is wrong with the picture, the 41st at a time included, is
 * told beside the fields. Refuses what is no form (wrong-type, invalid) and too many or too large texts (too-large).
 */
export async function withSentForm<Result>(
  request: Request,
  run: (sent: SentForm) => Promise<Result>,
): Promise<Result> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) return run({ form: await readForm(request) });
  const places: (() => void)[] = [];
  try {
    return await withPath(async (path) => run(await readParts(request.body, type, path, places)));
  } finally {
    for (const leave of places) leave();
  }
}

/** Removes what a crash has left lying. */
export async function sweepSentFiles() {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const { mtimeMs } = (await stat(path).catch(() => undefined)) ?? {};
    if (mtimeMs !== undefined && mtimeMs < Date.now() - HOUR_MS) await rm(path, { force: true });
  }
}

/** Lets a file in, and returns how to say that it is done with. Refuses the 41st at a time (unavailable). */
function takePlace(): () => void {
  if (inside >= MOST_AT_ONCE) {
    const says = "Too many pictures are being uploaded right now. Try again in a moment.";
    throw new Refusal("unavailable", says, {}, SECONDS_TO_WAIT);
  }
  inside += 1;
  return () => {
    inside -= 1;
  };
}

async function withPath<Result>(run: (path: string) => Promise<Result>): Promise<Result> {
  const path = join(folder, randomUUID());
  try {
    await mkdir(folder, { recursive: true });
    return await run(path);
  } finally {
    await rm(path, { force: true });
  }
}

async function readParts(
  body: ReadableStream<Uint8Array> | null,
  type: string,
  path: string,
  places: (() => void)[],
): Promise<SentForm> {
  const sent: SentForm = { form: new FormData() };
  const parser = openParser(type);
  let files = Promise.resolve();
  let texts = 0;
  const finished = new Promise<void>((resolve, reject) => {
    parser.on("field", (name, value, { valueTruncated }) => {
      texts += name.length + value.length;
      if (valueTruncated || texts > BODY_BYTES) reject(new Refusal("too-large", "That form is too long."));
      else sent.form.append(name, value);
    });
    parser.on("file", (_, file, { filename }) => {
      // It may break before it is read, and would end the process if nobody listened.
      file.on("error", () => undefined);
      files = files
        .then(() => {
          if (filename) places.push(takePlace());
          return keepFile(sent, path, file, filename);
        })
        .catch((error) => {
          if (!(error instanceof Refusal)) throw error;
          sent.trouble ??= error;
          file.resume();
        });
      files.catch(reject);
    });
    parser.on("partsLimit", () => reject(new Refusal("too-large", "That form has too many fields.")));
    parser.on("error", () => reject(new Refusal("invalid", "The form could not be read.")));
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
      if (read > MOST_READ_BYTES) return { ...sent, trouble: tooLarge() };
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
    // A file that is still being opened would stand where it has just been removed.
    await files.catch(() => undefined);
  }
  return sent;
}

function openParser(type: string) {
  try {
    return busboy({
      headers: { "content-type": type },
      limits: {
        fieldNameSize: 200,
        fieldSize: BODY_BYTES,
        // Enough to see that it is too much; the rest is passed over.
        fileSize: PICTURE_BYTES + 1,
        parts: MOST_FIELDS,
        headerPairs: 20,
      },
    });
  } catch {
    throw new Refusal("invalid", "The form could not be read.");
  }
}

/** A field that was left empty comes as a file without a name and without bytes. */
async function keepFile(sent: SentForm, path: string, file: Readable, filename: string | undefined) {
  const isSecond = sent.path !== undefined;
  const length = await writeFile(isSecond ? undefined : path, file);
  if (length > PICTURE_BYTES) throw tooLarge();
  if (length === 0 && !filename) return;
  if (isSecond) throw new Refusal("invalid", pictureTrouble.tooMany);
  if (length === 0) throw new Refusal("invalid", pictureTrouble.damaged);
  sent.path = path;
}

/** Writes parts as they come, up to 10 MB (nowhere without a path), and returns the length of them all. */
async function writeFile(path: string | undefined, parts: AsyncIterable<Uint8Array>): Promise<number> {
  const file = path === undefined ? undefined : await open(path, "w");
  let length = 0;
  try {
    for await (const part of parts) {
      length += part.length;
      if (length <= PICTURE_BYTES) await file?.write(part);
    }
  } finally {
    await file?.close();
  }
  return length;
}

/** Refuses (too-large) as soon as more than 10 MB are seen. */
async function* upToLimit(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const part of parts) {
    length += part.length;
    if (length > PICTURE_BYTES) throw tooLarge();
    yield part;
  }
}

function tooLarge() {
  return new Refusal("too-large", pictureTrouble.tooLarge);
}

/** Read to the end or not, the connection stays: the answer goes over it. Refuses (invalid) what breaks off. */
async function* partsOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  const read = () =>
    reader?.read().catch(() => {
      throw new Refusal("invalid", "The upload broke off.");
    });
  for (let part = await read(); part && !part.done; part = await read()) yield part.value;
}
