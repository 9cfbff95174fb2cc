// Making backups: a consistent copy of the database and the pictures it refers to, while members write.
import { randomUUID } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { copyFile, link, mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import type { AttachmentKind } from "db/column-types";
import { reasonOf } from "db/errors.server";
import { openFile } from "db/write-ahead-log.server";
import Database from "libsql";
import { HOUR_MS } from "~/durations";
import { env } from "~/env.server";
import { storage } from "~/integrations/storage.server";
import { attachmentFiles } from "~/models/conversation/attachment/attachment";
import { saveLastBackup } from "~/models/operator/last-backup.server";
import { BANNER_SIZES, pictureFile, SQUARE_SIZES } from "~/models/picture-url";
import {
  BackupError,
  DATABASE_FILE,
  type Manifest,
  PICTURES_FOLDER,
  requireDatabase,
  SECRET_FILE,
  verifyArchive,
  writeArchive,
} from "./archive.server";
import { requireSpace } from "./backup-space.server";

const NAME = /^b-side-[\dTZ-]+\.tar\.gz$/;
const TIME = /^b-side-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)/;
/** What a backup leaves behind if it is killed: its folder, and the archive that it writes. */
const LEFT_OVER = /^(backup-[\da-f-]{36}|b-side-[\dTZ-]+\.tar\.gz\.unfinished)$/;

/** How often to fetch a database again whose server compacts its log meanwhile, and the pause between. */
const FETCHES = 30;
const FETCH_AGAIN_MS = 1000;

/**
 * Writes a backup to `archive` and verifies it. The database of a libSQL server is fetched from there. Pictures in a bucket are
 * included with `withPictures` only; pictures in a folder always. Throws a BackupError if another backup is being made, if
 * `archive` exists, or if the server doesn't answer.
 */
export async function createBackup(archive: string, { withPictures = false } = {}): Promise<Manifest> {
  return withBackupLock(async () => {
    const manifest = await makeArchive(archive, withPictures);
    await saveLastBackup((await stat(archive)).size, false);
    return manifest;
  });
}

/** Calls `run` while no other process of this machine makes a backup. */
async function withBackupLock<Result>(run: () => Promise<Result>): Promise<Result> {
  requireDatabase(env.databaseFile);
  // A lock of SQLite ends with its process, however that ends.
  const lockFile = join(env.dataDir, "backup-lock.sqlite");
  const lock = openFile(lockFile, 0);
  try {
    lock.exec("begin exclusive");
  } catch (error) {
    lock.close();
    const isLocked = (error as { code?: string }).code === "SQLITE_BUSY";
    throw new BackupError(
      isLocked ? "Another backup is being made." : `${lockFile} cannot be locked: ${reasonOf(error)}.`,
    );
  }
  try {
    await removeLeftOvers(env.dataDir);
    return await run();
  } finally {
    lock.close();
  }
}

/** Removes what killed backups left in a folder. None is running, because this one has the lock. */
async function removeLeftOvers(folder: string) {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => LEFT_OVER.test(each)))
    await rm(join(folder, name), { recursive: true, force: true });
}

/** The path of a new folder for one backup. */
function newFolder(): string {
  return join(env.dataDir, `backup-${randomUUID()}`);
}

async function makeArchive(archive: string, withPictures: boolean): Promise<Manifest> {
  if (await stat(archive).catch(() => undefined)) throw new BackupError(`${archive} already exists.`);
  const isIncluded = withPictures || !env.bucket;
  const [folder, fetched] = [newFolder(), newFolder()];
  const unfinished = `${archive}.unfinished`;
  try {
    const database = env.databaseFile ?? (await fetchDatabase(fetched));
    await requireSpace(database, resolve(archive), isIncluded);
    await mkdir(dirname(resolve(archive)), { recursive: true });
    await mkdir(join(folder, PICTURES_FOLDER), { recursive: true });
    copyDatabase(database, join(folder, DATABASE_FILE));
    await rm(fetched, { recursive: true, force: true });
    const secret = join(env.dataDir, SECRET_FILE);
    if (!process.env.SESSION_SECRET && existsSync(secret)) await copyFile(secret, join(folder, SECRET_FILE));
    if (isIncluded) await collectPictures(join(folder, DATABASE_FILE), join(folder, PICTURES_FOLDER));
    const manifest = await writeArchive(folder, unfinished, isIncluded ? "included" : "referenced");
    await verifyArchive(unfinished);
    await rename(unfinished, archive);
    return manifest;
  } finally {
    for (const each of [folder, fetched]) await rm(each, { recursive: true, force: true });
    await rm(unfinished, { force: true });
  }
}

/** Fetches the database of a libSQL server into a folder, as a replica. Blocks the process, which only makes the backup. */
async function fetchDatabase(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, DATABASE_FILE);
  const primary = { syncUrl: env.databaseUrl, authToken: env.databaseAuthToken };
  for (let fetches = 1; ; fetches++) {
    try {
      const database = new Database(file, primary);
      database.sync();
      database.close();
      return file;
    } catch (error) {
      const failure = reasonOf(error);
      // The server compacts its log meanwhile.
      if (!failure.includes("snapshot not found") || fetches === FETCHES)
        throw new BackupError(`The database cannot be fetched from its server: ${failure}.`);
      await pause(FETCH_AGAIN_MS);
    }
  }
}

/**
 * Makes a backup at BACKUP_TO, named after the time, and removes all but the newest BACKUP_KEEP there. If there are several
 * machines, the first one makes it. Throws a BackupError as `createBackup()` does.
 */
export async function createScheduledBackup(): Promise<{ name: string; bytes: number }> {
  const { to } = env.backup;
  if (!to) throw new BackupError("BACKUP_TO is not set.");
  return withBackupLock(() => storeBackup(to));
}

async function storeBackup(to: string): Promise<{ name: string; bytes: number }> {
  const name = `b-side-${new Date().toISOString().replaceAll(/[:.]/g, "-")}.tar.gz`;
  const target = to.startsWith("s3://") ? openBucketFolder(to) : openFolder(to);
  const local = join(target.folder, name);
  try {
    const newest = (await listBackups(target)).at(-1);
    if (newest && env.databaseFile === undefined && isRecent(newest)) {
      await saveLastBackup(undefined, true);
      return { name: newest, bytes: 0 };
    }
    await removeLeftOvers(target.folder);
    await makeArchive(local, false);
    const { size } = await stat(local);
    await target.store(local);
    await saveLastBackup(size, true);
    for (const old of (await listBackups(target)).slice(0, -env.backup.keep)) await target.remove(old);
    return { name, bytes: size };
  } finally {
    await target.close();
  }
}

/** The backups at a target, the oldest first. */
async function listBackups(target: { list: () => Promise<string[]> }): Promise<string[]> {
  return (await target.list()).filter((each) => NAME.test(each)).sort();
}

/** Whether another machine has made the backup that is due: each machine looks once an hour. */
function isRecent(name: string): boolean {
  const [, date, hours, minutes, seconds] = TIME.exec(name) ?? [];
  const age = Date.now() - Date.parse(`${date}T${hours}:${minutes}:${seconds}Z`);
  return age < (env.backup.everyHours - 0.5) * HOUR_MS;
}

/**
 * Copies the committed state in one read transaction, which blocks no writers. Throws a BackupError for another
 * program's database.
 */
function copyDatabase(from: string, to: string) {
  const database = openFile(from, 5000);
  try {
    database.prepare("select count(*) from __drizzle_migrations").get();
    database.prepare("vacuum into ?").run(to);
  } catch (error) {
    throw new BackupError(`${from} cannot be copied: ${reasonOf(error)}.`);
  } finally {
    database.close();
  }
}

/** Links files if possible, so that one removed in the meantime is still in the backup. */
async function collectPictures(database: string, folder: string) {
  const copy = openFile(database, 5000);
  const rows = copy
    .prepare("select id from picture where made_at is not null and removed_at is null")
    .all() as { id: string }[];
  const attachments = copy.prepare("select kind, file from attachment").all() as {
    kind: AttachmentKind;
    file: string;
  }[];
  copy.close();
  const sizes = [...SQUARE_SIZES, ...BANNER_SIZES];
  const names = rows.flatMap(({ id }) => sizes.map((size) => pictureFile(id, size)));
  for (const name of [...names, ...attachments.flatMap(attachmentFiles)]) {
    const to = join(folder, name);
    if (env.bucket) {
      const bytes = await storage.get(name);
      if (bytes) await writeFile(to, bytes);
      continue;
    }
    const from = join(env.dataDir, PICTURES_FOLDER, name);
    await link(from, to)
      .catch(() => copyFile(from, to))
      .catch((error: NodeJS.ErrnoException) => {
        // Removed since the database was copied.
        if (error.code !== "ENOENT") throw error;
      });
  }
}

function openFolder(folder: string) {
  return {
    folder,
    store: async () => {},
    list: async () => (existsSync(folder) ? readdir(folder) : []),
    remove: (name: string) => rm(join(folder, name)),
    close: async () => {},
  };
}

/** `s3://bucket/prefix`, at the service and with the keys of the S3_… variables. */
function openBucketFolder(to: string) {
  if (!env.bucket) throw new BackupError("BACKUP_TO names a bucket, which needs the five S3_… variables.");
  const { address, region, accessKeyId, secretAccessKey } = env.bucket;
  const { host, pathname } = new URL(to);
  const prefix = pathname.replace(/^\/|\/$/g, "");
  const base = `${address.slice(0, address.lastIndexOf("/"))}/${host}`;
  const folder = newFolder();
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3" });
  const keyOf = (name: string) => (prefix ? `${prefix}/${name}` : name);
  async function ask(path: string, init?: RequestInit): Promise<Response> {
    const answer = await client.fetch(`${base}${path}`, { redirect: "error", ...init }).catch((error) => {
      throw new BackupError(`The backup bucket cannot be reached: ${reasonOf(error)}.`);
    });
    if (!answer.ok) throw new BackupError(`The backup bucket responded with status ${answer.status}.`);
    return answer;
  }
  return {
    folder,
    async store(file: string) {
      const { size } = await stat(file);
      const body = Readable.toWeb(createReadStream(file)) as ReadableStream;
      const init = { method: "PUT", body, duplex: "half", headers: { "Content-Length": String(size) } };
      await ask(`/${keyOf(basename(file))}`, init as RequestInit);
    },
    async list() {
      const answer = await ask(`?list-type=2&prefix=${encodeURIComponent(keyOf("b-side-"))}`);
      return [...(await answer.text()).matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = ""]) => basename(key));
    },
    remove: (name: string) => ask(`/${keyOf(name)}`, { method: "DELETE" }),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
