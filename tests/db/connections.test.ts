// Every place that opens a database, found in the sources: a file that is written is opened where automatic checkpoints end.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sourcesIn } from "../sources";

const HOME = "db/write-ahead-log.server.ts";

/** Where a database is opened otherwise, and why that cannot lose anything. */
const elsewhere: Record<string, string> = {
  "db/local.server.ts": "the pool, whose connections are told before each use",
  "db/remote.server.ts": "a libSQL server, which opens its file itself",
  "app/operations/backup.server.ts": "fetches a libSQL server's database into a file of its own",
  "db/seed/run.ts": "reads the gazetteer",
  "db/seed/places.ts": "writes the gazetteer alone, before it is there, without a log",
};

const sources = [
  ...["app", "bin", "db", "tests"].flatMap((folder) => sourcesIn(folder, /\.(ts|tsx|mjs)$/)),
  { path: "server.ts", text: readFileSync("server.ts", "utf8") },
].filter(({ path }) => path !== "tests/db/connections.test.ts");

test("a database file is opened in one place, but for those that need not be", () => {
  // Tests ask a libSQL server by its address.
  const opening =
    /\bnew Database\(|\bcreateClient\((?!\{ url: primary\.address \}\))|\bDatabaseSync\b|\bimport\("(libsql|@libsql)/;
  const found = sources.filter(({ text }) => opening.test(text)).map(({ path }) => path);
  expect(found.sort()).toEqual([HOME, ...Object.keys(elsewhere)].sort());
});

test("the driver has the same name everywhere, and no second one is there", () => {
  for (const { path, text } of sources) {
    const names = [...text.matchAll(/import (?:type )?(\w+) from "libsql"/g)].map(([, name]) => name);
    expect.soft(new Set([...names, "Database"]), path).toEqual(new Set(["Database"]));
    expect.soft(text, path).not.toMatch(/from "(node:sqlite|better-sqlite3|sqlite3)"|createClient as/);
  }
});

test("nothing but the one place copies the log", () => {
  const copying = sources.filter(
    ({ path, text }) => !path.startsWith("tests/") && text.includes("wal_checkpoint"),
  );
  expect(copying.map(({ path }) => path)).toEqual([HOME]);
});
