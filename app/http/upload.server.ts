// Uploads: counted as they arrive, and written to disk instead of memory until they are processed.
import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { getFreeBytes } from "db/disk-space.server";
import { orUnavailable } from "db/errors.server";
import { HOUR_MS } from "~/durations";
import { env } from "~/env.server";
import { type Message, msg } from "~/language/text";
import { archiveErrors } from "~/models/account/export/archive";
import { VOICE_BYTES, voiceErrors } from "~/models/conversation/attachment/voice";
import { HISTORY_BYTES, historyErrors } from "~/models/music-account/history/history";
import { PHOTOS_MAX, photoErrors } from "~/models/picture/photos";
import { PICTURE_BYTES, pictureErrors } from "~/models/picture/upload";
import { NOTICE_FILES_MAX } from "~/models/safety/notice/notice";
import { Refusal } from "~/refusal";
import { getRequestContext } from "~/request-context.server";
import { readForm, rejectOtherSession } from "./body.server";
import { partsOf, readMultipart } from "./multipart.server";
import { IMPORT_BYTES, tooLargeMessage } from "./request-guard";

const folder = join(env.dataDir, "incoming");
const MOST_AT_ONCE = 40;
/** Otherwise, slow uploads by one member or one person's accounts could block everyone else's. */
const MOST_PER_MEMBER = 4;
const MOST_PER_ADDRESS = 20;
const MOST_LARGE = 4;
/** After this time, the slowest upload gives way to others. */
const GIVES_WAY_MS = 30_000;
const SECONDS_TO_WAIT = 20;
const SECONDS_FOR_SPACE = 600;
/** A form is read up to this multiple of its file limit, to keep the fields after a file that is too large. */
const READ_FILES = 5;

/** A form with files: its texts, the paths of the files, or why one was refused. `path` and `filename` are of the first. */
export type UploadForm = {
  form: FormData;
  path?: string;
  filename?: string;
  paths: string[];
  fileError?: Refusal;
};

/** The kinds of files in forms: their size limit, and the messages for those that are too large, empty or too many. */
const fileKinds = {
  picture: {
    bytes: PICTURE_BYTES,
    tooLarge: pictureErrors.tooLarge,
    empty: pictureErrors.damaged,
    none: pictureErrors.none,
  },
  photos: {
    bytes: PICTURE_BYTES,
    tooLarge: pictureErrors.tooLarge,
    empty: pictureErrors.damaged,
    none: pictureErrors.none,
    most: PHOTOS_MAX,
    tooMany: photoErrors.tooMany,
    bodyBytes: (PHOTOS_MAX + 2) * PICTURE_BYTES,
  },
  collection: {
    bytes: IMPORT_BYTES - 1,
    tooLarge: tooLargeMessage(IMPORT_BYTES),
    empty: msg("This file is empty."),
    none: msg("This file is empty."),
  },
  evidence: {
    bytes: PICTURE_BYTES,
    tooLarge: pictureErrors.tooLarge,
    empty: pictureErrors.damaged,
    none: pictureErrors.none,
    most: NOTICE_FILES_MAX,
    tooMany: msg("Choose up to {max} pictures.", { max: NOTICE_FILES_MAX }),
  },
  voice: {
    bytes: VOICE_BYTES,
    tooLarge: voiceErrors.tooLarge,
    empty: voiceErrors.notOne,
    none: voiceErrors.none,
    tooMany: voiceErrors.tooMany,
  },
  history: {
    bytes: HISTORY_BYTES,
    tooLarge: historyErrors.tooLarge,
    empty: historyErrors.empty,
    none: historyErrors.none,
    // Nothing after a file of this size is worth reading.
    bodyBytes: HISTORY_BYTES + 100_000,
  },
  archive: {
    bytes: HISTORY_BYTES,
    tooLarge: archiveErrors.tooLarge,
    empty: archiveErrors.notOne,
    none: archiveErrors.none,
    bodyBytes: HISTORY_BYTES + 100_000,
  },
};
export type FileKind = keyof typeof fileKinds;
type FileLimits = {
  bytes: number;
  tooLarge: Message;
  empty: Message;
  bodyBytes?: number;
  /** How many files a form may have; one by default. */
  most?: number;
  tooMany?: Message;
};

/** An upload in progress: how many bytes have arrived since when. Once it has a refusal, it gives way to another. */
type Upload = {
  /** Null for a visitor, whose network counts as one member. */
  memberId: number | null;
  address: string;
  /** How many bytes a large one may write. */
  largeBytes?: number;
  startedAt: number;
  bytes: number;
  isArriving: boolean;
  refusal?: Refusal;
  /** Ends the wait for its next chunk. */
  stopWaiting: (refusal: Refusal) => void;
};

const uploads = new Set<Upload>();

/**
 * Calls `run` with the path of the file in a body, which is read once `begin` has resolved. Refuses a file as soon as it is
 * too large for its kind (too-large), none (invalid), a member's fifth and an address's 21st at a time (too-many), the
 * 41st overall if none of them has had its time, and one that gives way to another (unavailable).
 */
export async function withUploadedFile<Result>(
  memberId: number,
  body: ReadableStream<Uint8Array> | null,
  kind: FileKind,
  run: (path: string) => Promise<Result>,
  begin = async () => {},
): Promise<Result> {
  const { bytes, tooLarge, none } = fileKinds[kind];
  const upload = startUpload(memberId, kind);
  try {
    await begin();
    return await withPaths(1, async ([path = ""]) => {
      const length = await writeFile(path, upTo(bytes, tooLarge, partsOf(body)), bytes, upload);
      if (length === 0) throw new Refusal("invalid", none);
      return run(path);
    });
  } finally {
    uploads.delete(upload);
  }
}

/**
 * Calls `run` with a form that may contain files, which count as one upload and are read once `begin` has resolved. A refusal
 * of a file, including one for too many uploads and of `begin`, is passed on as `fileError`. Refuses a malformed form
 * (wrong-type, invalid), too many or too large texts (too-large), a form of another member's page (conflict), and one that
 * arrived after its session had ended (signed-out).
 */
export async function withUploadForm<Result>(
  memberId: number | null,
  request: Request,
  kind: FileKind,
  run: (sent: UploadForm) => Promise<Result>,
  begin = async () => {},
): Promise<Result> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) return run({ form: await readForm(request), paths: [] });
  let upload: Upload | undefined;
  try {
    const chosen: FileLimits = fileKinds[kind];
    return await withPaths(chosen.most ?? 1, async (paths) => {
      const startFile = async () => {
        if (!upload) {
          upload = startUpload(memberId, kind);
          await begin();
        }
        return upload;
      };
      const sent = await readUploadForm(request, chosen, paths, startFile);
      await rejectOtherSession(request, sent.form);
      return run(sent);
    });
  } finally {
    if (upload) uploads.delete(upload);
  }
}

/** Removes files left behind by a crash. */
export async function removeStaleUploads() {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const { mtimeMs } = (await stat(path).catch(() => undefined)) ?? {};
    if (mtimeMs !== undefined && mtimeMs < Date.now() - HOUR_MS) await rm(path, { force: true });
  }
}

/**
 * Counts an upload as in progress, until it is taken out of `uploads`. Refuses a member's fifth and their second large one at
 * a time (too-many) and, unless another gives way, an address's 21st (too-many), the 41st and the fifth large one overall
 * (unavailable).
 */
function startUpload(memberId: number | null, kind: FileKind): Upload {
  const address = getRequestContext()?.clientAddress ?? "";
  const isOwn = (other: Upload) =>
    other.memberId === memberId && (memberId !== null || other.address === address);
  const own = [...uploads].filter(isOwn);
  if (own.length >= MOST_PER_MEMBER) {
    const message = msg("You're already uploading {count} files. Wait until one of them is done.", {
      count: MOST_PER_MEMBER,
    });
    throw new Refusal("too-many", message, {}, SECONDS_TO_WAIT);
  }
  const isLarge = kind === "history" || kind === "archive";
  if (isLarge && own.some((other) => other.largeBytes))
    throw new Refusal("too-many", historyErrors.busy, {}, SECONDS_TO_WAIT);
  const message = msg(
    "Too many files are being uploaded from your network right now. Try again in a moment.",
  );
  const refusal = new Refusal("too-many", message, {}, SECONDS_TO_WAIT);
  makeRoom(
    [...uploads].filter((other) => other.address === address),
    MOST_PER_ADDRESS,
    refusal,
  );
  makeRoom([...uploads], MOST_AT_ONCE);
  if (isLarge)
    makeRoom(
      [...uploads].filter((other) => other.largeBytes),
      MOST_LARGE,
    );
  const upload: Upload = {
    ...{ memberId, address, largeBytes: isLarge ? HISTORY_BYTES : undefined },
    ...{ startedAt: Date.now(), bytes: 0, isArriving: true, stopWaiting: () => {} },
  };
  uploads.add(upload);
  return upload;
}

/**
 * Ends the slowest of `most` uploads, so that nobody can hold all slots by sending next to nothing. Throws the refusal
 * if all are new or have arrived.
 */
function makeRoom(others: Upload[], most: number, refusal = crowdedRefusal()) {
  if (others.length < most) return;
  const now = Date.now();
  const [slowest] = others
    .filter(({ isArriving, startedAt }) => isArriving && now - startedAt > GIVES_WAY_MS)
    .map((upload) => ({ upload, speed: upload.bytes / (now - upload.startedAt) }))
    .sort((one, other) => one.speed - other.speed);
  if (!slowest) throw refusal;
  uploads.delete(slowest.upload);
  slowest.upload.refusal = refusal;
  slowest.upload.stopWaiting(refusal);
}

function crowdedRefusal() {
  const message = msg("Too many files are being uploaded right now. Try again in a moment.");
  return new Refusal("unavailable", message, {}, SECONDS_TO_WAIT);
}

/**
 * Refuses a large upload that the disk has no room for besides the others in progress and what the database needs
 * (unavailable). To be called before its first byte is read.
 */
export async function requireSpace(memberId: number, request: Request): Promise<void> {
  const declared = Number(request.headers.get("Content-Length") ?? Number.NaN);
  const bytes = Number.isNaN(declared) ? HISTORY_BYTES : Math.min(declared, HISTORY_BYTES);
  for (const upload of uploads)
    if (upload.memberId === memberId && upload.largeBytes) upload.largeBytes = bytes;
  const promised = [...uploads].reduce((sum, { largeBytes = 0 }) => sum + largeBytes, 0);
  const free = await getFreeBytes(folder);
  if (free === undefined || free >= promised + env.minFreeDiskBytes) return;
  throw new Refusal("unavailable", historyErrors.noSpace, {}, SECONDS_FOR_SPACE);
}

async function withPaths<Result>(count: number, run: (paths: string[]) => Promise<Result>): Promise<Result> {
  const paths = Array.from({ length: count }, () => join(folder, randomUUID()));
  try {
    await mkdir(folder, { recursive: true });
    return await run(paths);
  } finally {
    for (const path of paths) await rm(path, { force: true });
  }
}

async function readUploadForm(
  request: Request,
  kind: FileLimits,
  paths: string[],
  startFile: () => Promise<Upload>,
): Promise<UploadForm> {
  const sent: UploadForm = { form: new FormData(), paths: [] };
  const readFile = async (file: Readable, filename: string | undefined) => {
    try {
      const upload = filename ? await startFile() : undefined;
      const length = await writeFile(paths[sent.paths.length], file, kind.bytes, upload);
      keepFile(sent, kind, paths[sent.paths.length], length, filename);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      sent.fileError ??= error;
      file.resume();
    }
  };
  const limits = { bodyBytes: kind.bodyBytes ?? READ_FILES * kind.bytes, fileBytes: kind.bytes };
  const { form, isWhole } = await readMultipart(request, { ...limits, readFile });
  sent.form = form;
  return isWhole ? sent : { ...sent, fileError: new Refusal("too-large", kind.tooLarge) };
}

/** Keeps the stored file of a field, unless it has no path left. A field without a file sends one without a name and bytes. */
function keepFile(
  sent: UploadForm,
  kind: FileLimits,
  path: string | undefined,
  length: number,
  filename: string | undefined,
) {
  if (length > kind.bytes) throw new Refusal("too-large", kind.tooLarge);
  if (length === 0 && !filename) return;
  if (!path) throw new Refusal("invalid", kind.tooMany ?? pictureErrors.tooMany);
  if (length === 0) throw new Refusal("invalid", kind.empty);
  sent.path ??= path;
  sent.filename ??= filename;
  sent.paths.push(path);
}

/** Writes chunks up to `limit` bytes, nowhere without a path. Returns their total length; refuses an upload that gives way. */
async function writeFile(
  path: string | undefined,
  parts: AsyncIterable<Uint8Array>,
  limit: number,
  upload?: Upload,
): Promise<number> {
  const file = path === undefined ? undefined : await open(path, "w");
  let length = 0;
  try {
    for await (const part of upload ? untilItGivesWay(upload, parts) : parts) {
      length += part.length;
      if (length <= limit) await file?.write(part);
    }
  } catch (error) {
    throw orUnavailable(error);
  } finally {
    await file?.close();
  }
  return length;
}

/** Counts chunks as they arrive. Ends with the refusal of an upload that gives way, which must not wait for the next chunk. */
async function* untilItGivesWay(
  upload: Upload,
  parts: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const iterator = parts[Symbol.asyncIterator]();
  upload.isArriving = true;
  try {
    for (;;) {
      // A race with a promise of the whole upload would keep all chunks in memory until its end.
      const next = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        upload.stopWaiting = reject;
        if (upload.refusal) reject(upload.refusal);
        else iterator.next().then(resolve, reject);
      });
      if (next.done) return;
      upload.bytes += next.value.length;
      yield next.value;
    }
  } finally {
    upload.isArriving = false;
    iterator.return?.().catch(() => undefined);
  }
}

/** Passes chunks on; refuses (too-large) as soon as they exceed `limit` bytes. */
async function* upTo(
  limit: number,
  tooLarge: Message,
  parts: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const part of parts) {
    length += part.length;
    if (length > limit) throw new Refusal("too-large", tooLarge);
    yield part;
  }
}
