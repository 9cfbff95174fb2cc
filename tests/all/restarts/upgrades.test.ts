// A kept database of every release still opens with all that is in it, and servers that start at once do so once.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { demoMembers } from "db/seed/demo-members";
import { afterAll, expect, test } from "vitest";
import { startServer } from "../../api/server";
import { openDatabaseFile } from "../../database-file";

const RELEASES = "tests/releases";
const releases = readdirSync(RELEASES).map((name) => name.replace(".sqlite.gz", ""));
const { entries } = JSON.parse(readFileSync("db/migrations/meta/_journal.json", "utf8")) as {
  entries: { when: number }[];
};
/** The tables of what members have made; a server deletes from others what has expired since. */
const KEPT = [
  ...["account", "member", "preferences", "member_artist", "decision", "match"],
  ...["conversation", "message", "reaction", "record", "playlist", "playlist_song"],
  ...["trivia_question", "trivia_game", "trivia_answer"],
];

const folder = mkdtempSync(join(tmpdir(), "b-side-upgrades-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A data folder with the database of a release. */
function unpack(release: string, name: string): { dataDir: string; file: string } {
  const dataDir = join(folder, name);
  mkdirSync(dataDir);
  const file = join(dataDir, "b-side.sqlite");
  writeFileSync(file, gunzipSync(readFileSync(join(RELEASES, `${release}.sqlite.gz`))));
  return { dataDir, file };
}

async function read(file: string, statement: string) {
  const client = openDatabaseFile(file);
  const { rows } = await client.execute(statement);
  client.close();
  return rows.map((row) => ({ ...row }));
}

async function countRows(file: string) {
  const counts = KEPT.map((table) => `select '${table}' as name, count(*) as count from "${table}"`);
  const rows = await read(file, counts.join(" union all "));
  return rows.map(({ name, count }) => [String(name), Number(count)] as const);
}

test.each(releases)("a database of %s keeps every row", async (release) => {
  const { dataDir, file } = unpack(release, release);
  const before = await countRows(file);
  expect(before.filter(([, rows]) => rows === 0)).toEqual([]);

  const running = await startServer({ DATA_DIR: dataDir, MIN_FREE_DISK_MB: "0" });
  expect(await running.stop()).toBe(0);
  expect(running.output()).not.toContain('"msg":"bug"');

  expect(await read(file, "pragma integrity_check")).toEqual([{ integrity_check: "ok" }]);
  expect(await read(file, "pragma foreign_key_check")).toEqual([]);
  const after = new Map(await countRows(file));
  expect(before.filter(([table, rows]) => (after.get(table) ?? 0) < rows)).toEqual([]);
});

test("two servers that start at once on the first release migrate it once", async () => {
  const { dataDir, file } = unpack(releases[0] ?? "", "at-once");
  const servers = await Promise.all([startServer({ DATA_DIR: dataDir }), startServer({ DATA_DIR: dataDir })]);
  for (const running of servers) expect(await running.stop()).toBe(0);
  const applied = await read(file, "select created_at from __drizzle_migrations order by id");
  expect(applied.map(({ created_at }) => Number(created_at))).toEqual(entries.map(({ when }) => when));
});

test("two servers that start at once on no database at all add the demo members once", async () => {
  const dataDir = join(folder, "demo-at-once");
  mkdirSync(dataDir);
  const variables = { DATA_DIR: dataDir, DEMO: "1" };
  const servers = await Promise.all([startServer(variables), startServer(variables)]);
  for (const running of servers) expect(await running.stop()).toBe(0);
  const counts = new Map(await countRows(join(dataDir, "b-side.sqlite")));
  // Plus the demo member and the moderator.
  expect(counts.get("member")).toBe(demoMembers.length + 2);
  expect(counts.get("account")).toBe(2);
  expect(await read(join(dataDir, "b-side.sqlite"), "select id from moderation_case")).toHaveLength(1);
  expect(counts.get("playlist")).toBe(2);
  expect(counts.get("trivia_game")).toBe(2);
});
