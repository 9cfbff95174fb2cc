import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFile } from "db/write-ahead-log.server";
import { create, extract } from "tar";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../../api/client";
import { operate } from "../../api/operate";
import { signUp } from "../../api/people";
import { startServer } from "../../api/server";

const folder = mkdtempSync(join(tmpdir(), "b-side-commands-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = (name: string) => join(folder, name);

beforeAll(async () => {
  for (const name of ["server", "empty", "junk", "other"]) mkdirSync(path(name));
  writeFileSync(path("junk/b-side.sqlite"), "x".repeat(5000));
  openFile(path("other/b-side.sqlite"), 0).exec("create table song (title text)");
  const server = await startServer({ DATA_DIR: path("server") });
  await server.stop();
  await operate(path("server"), ["backup", path("whole.tar.gz")]);
  for (const name of ["cut.tar.gz", "short.tar.gz"]) await operate(path("server"), ["backup", path(name)]);
  truncateSync(path("cut.tar.gz"), 10_000);
  truncateSync(path("short.tar.gz"), 5);
  writeFileSync(path("text.tar.gz"), "not an archive");
  await create({ file: path("foreign.tar.gz"), cwd: folder, gzip: true }, ["text.tar.gz"]);
  for (const kind of ["symbolic", "hard"] as const) await addLink(kind);
});

/** Makes a backup whose pictures are elsewhere, by a link that its manifest doesn't have. */
async function addLink(kind: "symbolic" | "hard") {
  const unpacked = path(kind);
  mkdirSync(unpacked);
  await extract({ file: path("whole.tar.gz"), cwd: unpacked });
  if (kind === "symbolic") symlinkSync(path("other"), join(unpacked, "pictures"));
  else {
    mkdirSync(join(unpacked, "pictures"));
    linkSync(join(unpacked, "manifest.json"), join(unpacked, "pictures/0.jpg"));
  }
  await create({ file: path(`${kind}.tar.gz`), cwd: unpacked, gzip: true }, readdirSync(unpacked));
}

const BACKUP = "Usage: npm run backup -- FILE [--with-pictures]";
const RESTORE = "Usage: npm run restore -- FILE";
const STAFF = "Usage: npm run operator -- add EMAIL | remove EMAIL | list";
const NO_DATABASE = `No database at ${path("empty/b-side.sqlite")}. Set DATA_DIR to the server's data directory.`;

test.each<[folder: string, args: string[], message: string | RegExp]>([
  [
    "server",
    [],
    "Usage: node build/cli.js backup | restore | account | invite | export | check-scores | moderator | operator",
  ],
  [
    "server",
    ["constructor"],
    "Usage: node build/cli.js backup | restore | account | invite | export | check-scores | moderator | operator",
  ],
  ["server", ["backup"], BACKUP],
  ["server", ["backup", path("a"), path("b")], BACKUP],
  ["server", ["backup", "--with-picture", path("a")], BACKUP],
  ["server", ["backup", "--scheduled"], "BACKUP_TO is not set."],
  ["server", ["backup", folder], `${folder} already exists.`],
  ["server", ["backup", path("text.tar.gz/a")], /^That failed: EEXIST|^That failed: ENOTDIR/],
  ["empty", ["backup", path("a")], NO_DATABASE],
  ["junk", ["backup", path("a")], /junk\/b-side\.sqlite cannot be copied: file is not a database\.$/],
  [
    "other",
    ["backup", path("a")],
    /other\/b-side\.sqlite cannot be copied: no such table: __drizzle_migrations\.$/,
  ],
  ["empty", ["restore"], RESTORE],
  ["empty", ["restore", path("whole.tar.gz"), path("cut.tar.gz")], RESTORE],
  ["empty", ["restore", "--force", path("whole.tar.gz")], RESTORE],
  ["empty", ["restore", path("none.tar.gz")], /none\.tar\.gz cannot be read: ENOENT/],
  ["empty", ["restore", folder], /cannot be read: EISDIR/],
  ["empty", ["restore", path("text.tar.gz")], /text\.tar\.gz cannot be read: /],
  ["empty", ["restore", path("cut.tar.gz")], /cut\.tar\.gz cannot be read: /],
  ["empty", ["restore", path("short.tar.gz")], /short\.tar\.gz (cannot be read: |is not a backup)/],
  ["empty", ["restore", path("foreign.tar.gz")], `${path("foreign.tar.gz")} is not a backup of B-Side.`],
  ["empty", ["restore", path("symbolic.tar.gz")], /symbolic\.tar\.gz has more than files in it: pictures\.$/],
  ["empty", ["restore", path("hard.tar.gz")], /hard\.tar\.gz has more than files in it: pictures\/0\.jpg\.$/],
  ["server", ["restore", path("whole.tar.gz")], /exists: restore into an empty DATA_DIR/],
  ["empty", ["operator", "list"], NO_DATABASE],
  ["empty", ["moderator", "add", "ada@example.org"], NO_DATABASE],
  ["empty", ["account", "ada@example.org"], NO_DATABASE],
  ["junk", ["operator", "list"], /^The database .+ cannot be opened for writing: file is not a database\.$/],
  ["server", ["operator"], STAFF],
  ["server", ["operator", "list", "ada@example.org"], STAFF],
  ["server", ["operator", "add", "ada@example.org", "ben@example.org"], STAFF],
  ["server", ["operator", "remove", "ada@example.org"], "No member has the email address ada@example.org."],
])("in the folder %s, %j is refused with one sentence", async (name, args, message) => {
  const before = readdirSync(path(name));
  const { code, said } = await operate(path(name), args);
  expect([code, said.split("\n").length]).toEqual([1, 1]);
  if (typeof message === "string") expect(said).toBe(message);
  else expect(said).toMatch(message);
  const made = readdirSync(path(name)).filter((file) => !before.includes(file));
  expect(made.filter((file) => !/^backup-lock\.sqlite$|-(wal|shm)$/.test(file))).toEqual([]);
  expect(readdirSync(folder)).not.toContain("a");
});

test("a command without the server's SESSION_SECRET leaves no other one behind, and backups contain none", async () => {
  mkdirSync(path("secret"));
  const server = await startServer({ DATA_DIR: path("secret"), SESSION_SECRET: "s".repeat(32) });
  await server.stop();
  for (const role of ["operator", "moderator"]) {
    expect((await operate(path("secret"), [role, "list"])).code).toBe(0);
    expect((await operate(path("secret"), [role, "add", "ada@example.org"])).code).toBe(1);
  }
  expect((await operate(path("secret"), ["backup", path("secret.tar.gz")])).code).toBe(0);
  expect((await operate(path("secret"), ["restore", path("secret.tar.gz")])).code).toBe(1);
  expect(readdirSync(path("secret"))).not.toContain("session-secret");
});

test("a command that ends with a query's error prints the statement, and none of its values", async () => {
  const server = await startServer();
  const ada = await signUp(openBrowser(server), "Ada");
  openFile(join(server.dataDir, "b-side.sqlite"), 5000).exec(
    "create trigger fail before insert on account_link begin select raise(abort, 'refused'); end",
  );
  const failed = await operate(server.dataDir, ["account", "reset", ada.email]);
  expect([failed.code, failed.said]).toEqual([
    1,
    expect.stringContaining('Failed query: insert into "account_link"'),
  ]);
  expect(failed.said).toContain("SQLITE_CONSTRAINT");
  expect(failed.said).not.toMatch(/[\da-f]{8}-[\da-f]{4}|[\da-f]{20}/);
  expect(await server.stop()).toBe(0);
});
