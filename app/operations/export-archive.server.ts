// Making an export: a ZIP is assembled in a file of this machine, then moved into the storage.
import { createWriteStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { db } from "db/client.server";
import { getFreeBytes } from "db/disk-space.server";
import { dataExport, member } from "db/schema";
import { eq } from "drizzle-orm";
import { ZipFile } from "yazl";
import { env } from "~/env.server";
import { exportFolder, exportStorage } from "~/integrations/storage.server";
import { exportFile } from "~/models/account/export/export";
import {
  type ExportClaim,
  finishExport,
  releaseClaim,
  renewClaim,
} from "~/models/account/export/export.server";
import { type ExportPart, listExportParts } from "./export-content.server";

const RENEW_MS = 1000;
/** As `ls -l` shows it: -rw-r--r--. */
const FILE_MODE = 0o100644;

/** The outcome of an export. Its id is the secret name of the file and stays out of the log. */
type MadeExport =
  | { memberId: number; parts: number; bytes: number }
  | { memberId: number; isAbandoned: true };

/**
 * Makes a claimed export. If it is removed or claimed by another machine meanwhile, it is abandoned. Throws any failure, after
 * which it is retried, three attempts in all.
 */
export async function makeExport(claim: ExportClaim): Promise<MadeExport> {
  const { id, memberId } = claim;
  const progress = { done: 0, total: null as number | null };
  const lost = new AbortController();
  let shown = -1;
  const renewing = setInterval(() => {
    const isNew = progress.done !== shown;
    shown = progress.done;
    renewClaim(claim, progress, isNew)
      // A busy database may be available again before the claim ends.
      .catch(() => true)
      .then((isHeld) => isHeld || lost.abort());
  }, RENEW_MS);
  const path = unfinishedFile(id, claim.attempts);
  try {
    const [self] = await db.select().from(member).where(eq(member.id, memberId));
    if (!self) return { memberId, isAbandoned: true };
    const parts = await listExportParts(self);
    progress.total = parts.length;
    await mkdir(exportFolder, { recursive: true });
    for (let killed = 1; killed < claim.attempts; killed++)
      await rm(unfinishedFile(id, killed), { force: true });
    await writeZip(path, countParts(parts, progress, lost.signal));
    const { size } = await stat(path);
    if (!(await renewClaim(claim, progress))) return { memberId, isAbandoned: true };
    await exportStorage.put(exportFile(id), path);
    if (await finishExport(claim, parts.length, size)) return { memberId, parts: parts.length, bytes: size };
    // Unless another process has claimed the export, whose file has the same name.
    if (!(await db.$count(dataExport, eq(dataExport.id, id)))) await exportStorage.remove(exportFile(id));
    return { memberId, isAbandoned: true };
  } catch (error) {
    if (lost.signal.aborted) return { memberId, isAbandoned: true };
    await releaseClaim(claim).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(renewing);
    await rm(path, { force: true });
  }
}

/** Each attempt has a file of its own: a process that was stopped for a while may still write to it. */
function unfinishedFile(id: string, attempt: number): string {
  return join(exportFolder, `${id}.${attempt}.unfinished`);
}

/** Counts the parts as they are written. Throws once the claim is lost or the disk is nearly full. */
async function* countParts(
  parts: ExportPart[],
  progress: { done: number },
  lost: AbortSignal,
): AsyncGenerator<ExportPart> {
  for (const part of parts) {
    lost.throwIfAborted();
    const free = await getFreeBytes(`${exportFolder}/`);
    if (free !== undefined && free < env.minFreeDiskBytes) {
      throw new Error("An export needs more space than MIN_FREE_DISK_MB leaves.");
    }
    yield part;
    progress.done++;
  }
}

/** Writes the parts one after another, each only as fast as the disk takes it. */
async function writeZip(path: string, parts: AsyncIterable<ExportPart>) {
  const zip = new ZipFile();
  // The error also reaches whoever awaits the part or the file.
  zip.on("error", () => undefined);
  const archive = createWriteStream(path, { mode: 0o600, flush: true });
  const written = pipeline(zip.outputStream, archive);
  written.catch(() => undefined);
  try {
    for await (const { file, isCompressed, read } of parts) {
      const content = await read();
      if (!content) continue;
      const stream = Readable.from(content, { objectMode: false });
      const isRead = finished(stream);
      zip.addReadStream(stream, file, { mtime: new Date(), mode: FILE_MODE, compress: isCompressed });
      await Promise.race([isRead, written]);
    }
    zip.end();
    await written;
  } finally {
    archive.destroy();
  }
}
