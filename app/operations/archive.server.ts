// The archive of a backup: a gzipped tar of the database, the pictures and a manifest with the hash of every file.
import { createHash } from "node:crypto";
import { createReadStream, existsSync, type Stats } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { openFile } from "db/write-ahead-log.server";
import { create, extract, type ReadEntry, list as readArchive } from "tar";
import { z } from "zod";

export const DATABASE_FILE = "database.sqlite";
export const SECRET_FILE = "session-secret";
export const PICTURES_FOLDER = "pictures";
const MANIFEST_FILE = "manifest.json";

const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  /** When the newest migration of the database was made, in ms. */
  schemaVersion: z.number(),
  rows: z.record(z.number()),
  /** `referenced`: the pictures stay in their bucket and are not in the archive. */
  pictures: z.enum(["included", "referenced"]),
  sha256: z.record(z.string()),
});

export type Manifest = z.output<typeof manifestSchema>;

/** Why an archive or a folder cannot be used; the message is one sentence for the operator. */
export class BackupError extends Error {}

/** Throws a BackupError if the database's file is missing: opening it would create an empty one. */
export function requireDatabase(file: string | undefined) {
  if (file !== undefined && !existsSync(file))
    throw new BackupError(`No database at ${file}. Set DATA_DIR to the server's data directory.`);
}

/** Writes the manifest into `folder` and the whole folder into `archive`. */
export async function writeArchive(
  folder: string,
  archive: string,
  pictures: Manifest["pictures"],
): Promise<Manifest> {
  const files = await listFiles(folder);
  const sha256: Manifest["sha256"] = {};
  for (const file of files) sha256[file] = await hashFile(join(folder, file));
  const { schemaVersion, rows } = inspectDatabase(join(folder, DATABASE_FILE));
  const createdAt = new Date().toISOString();
  const manifest: Manifest = { format: 1, createdAt, schemaVersion, rows, pictures, sha256 };
  await writeFile(join(folder, MANIFEST_FILE), JSON.stringify(manifest));
  await create({ cwd: folder, file: archive, gzip: true, portable: true, mode: 0o600 }, [
    MANIFEST_FILE,
    ...files,
  ]);
  return manifest;
}

/** Reads an archive back and compares every file in it with the manifest. Throws a BackupError if they differ. */
export async function verifyArchive(archive: string): Promise<void> {
  const found: Manifest["sha256"] = {};
  let manifest = "";
  await readArchive({
    file: archive,
    onReadEntry(entry: ReadEntry) {
      const hash = createHash("sha256");
      entry.on("data", (part) => {
        if (entry.path === MANIFEST_FILE) manifest += part;
        hash.update(part);
      });
      entry.on("end", () => {
        if (entry.path !== MANIFEST_FILE) found[entry.path] = hash.digest("hex");
      });
    },
  });
  compareHashes(found, parseManifest(manifest, archive), archive);
}

/** Extracts an archive into an empty folder and verifies its hashes, the database's integrity and its row counts. */
export async function extractArchive(archive: string, folder: string): Promise<Manifest> {
  const others: string[] = [];
  // A link could make files of this machine pass for pictures.
  const filter = (path: string, entry: ReadEntry | Stats) => {
    const isPlain = "type" in entry && ["File", "OldFile", "Directory"].includes(entry.type);
    if (!isPlain) others.push(path);
    return isPlain;
  };
  await extract({ file: archive, cwd: folder, preserveOwner: false, strict: true, filter }).catch((error) => {
    throw new BackupError(`${archive} cannot be read: ${error.message}.`);
  });
  if (others.length) throw new BackupError(`${archive} has more than files in it: ${others[0]}.`);
  const text = await readFile(join(folder, MANIFEST_FILE), "utf8").catch(() => "");
  const manifest = parseManifest(text, archive);
  const found: Manifest["sha256"] = {};
  for (const file of await listFiles(folder)) found[file] = await hashFile(join(folder, file));
  compareHashes(found, manifest, archive);
  const { rows } = inspectDatabase(join(folder, DATABASE_FILE));
  if (JSON.stringify(rows) !== JSON.stringify(manifest.rows)) {
    throw new BackupError(`The database in ${archive} does not have the row counts of its manifest.`);
  }
  return manifest;
}

function parseManifest(text: string, archive: string): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new BackupError(`${archive} is not a backup of B-Side.`);
  }
}

function compareHashes(found: Manifest["sha256"], { sha256 }: Manifest, archive: string) {
  const names = new Set([...Object.keys(found), ...Object.keys(sha256)]);
  const damaged = [...names].find((name) => found[name] !== sha256[name]);
  if (damaged !== undefined)
    throw new BackupError(`${archive} is damaged: ${damaged} does not match the manifest.`);
}

/** Checks a database file's integrity and counts its rows. Throws a BackupError for a damaged one. */
function inspectDatabase(file: string): Pick<Manifest, "schemaVersion" | "rows"> {
  const database = openFile(file, 5000);
  try {
    const [integrity] = database.prepare("pragma integrity_check").all() as { integrity_check: string }[];
    if (integrity?.integrity_check !== "ok") throw new BackupError("The copy of the database is damaged.");
    const tables = database
      .prepare(
        "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%' order by name",
      )
      .all() as { name: string }[];
    const rows = Object.fromEntries(
      tables.map(({ name }) => {
        const { count } = database.prepare(`select count(*) as count from "${name}"`).get() as {
          count: number;
        };
        return [name, count];
      }),
    );
    const { newest } = database
      .prepare("select coalesce(max(created_at), 0) as newest from __drizzle_migrations")
      .get() as { newest: number };
    return { schemaVersion: Number(newest), rows };
  } finally {
    database.close();
  }
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name !== MANIFEST_FILE)
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
