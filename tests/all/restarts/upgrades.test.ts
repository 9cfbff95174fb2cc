import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "@libsql/client";
import { migrationsFolder } from "db/migrations.server";
import { demoMembers } from "db/seed/demo-members";
import { drizzle } from "drizzle-orm/libsql";
import { migrate } from "drizzle-orm/libsql/migrator";
import { afterAll, describe, expect, test } from "vitest";
import { hasPrimary, startPrimary } from "../../api/primary";
import { startServer } from "../../api/server";
import { openDatabaseFile } from "../../database-file";

const { entries } = JSON.parse(readFileSync("db/migrations/meta/_journal.json", "utf8")) as {
  entries: { tag: string; when: number }[];
};
/** Tables renamed in later schemas. */
const RENAMED: Record<string, string> = { census: "statistics" };
/** A table that later schemas lack. */
const DROPPED = "posting";
const OBJECTS = new Set(["data", "payload", "snapshot"]);
const LISTS = new Set(["favorite_genres", "rows", "options", "top_artists"]);
/** The statistics, under both names: one row, which the server counts again when a new schema or score needs it. */
const STATISTICS = new Set(["census", "statistics"]);

const folder = mkdtempSync(join(tmpdir(), "b-side-upgrades-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Column = { name: string; type: string; notnull: number; pk: number; dflt_value: string | null };

/** A trigger fills it with each message, and a server empties it. */
const QUEUE = "unindexed_message";

async function read<Row>(client: Client, statement: string): Promise<Row[]> {
  return (await client.execute(statement)).rows.map((row) => ({ ...row }) as Row);
}

async function listTables(client: Client): Promise<string[]> {
  const tables = await read<{ name: string }>(
    client,
    "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%' and name not like '\\_\\_%' escape '\\'",
  );
  return tables.map(({ name }) => name).filter((name) => name !== QUEUE);
}

/** A valid value for a column of this name and type: a time, JSON, or text. */
function makeValue(table: string, { name, type }: Column, row: number): string | number {
  if (OBJECTS.has(name)) return "{}";
  if (LISTS.has(name)) return "[]";
  // The server deletes what has expired.
  if (name === "expires_at") return Date.now() + 86_400_000;
  if (/^(.*_)?at$/.test(name)) return Date.now() + row;
  return /int|real/i.test(type) ? row : `${table} ${name} ${row}`;
}

/** Inserts two rows into every table, or one into the statistics; each refers to rows of its own number. */
async function fill(client: Client) {
  await client.execute("pragma foreign_keys = off");
  for (const table of await listTables(client)) {
    const columns = await read<Column>(client, `pragma table_info("${table}")`);
    const parents = await read<{ from: string; table: string; to: string | null }>(
      client,
      `pragma foreign_key_list("${table}")`,
    );
    const needed = columns.filter(({ notnull, pk, dflt_value }) => pk || (notnull && dflt_value === null));
    for (const row of STATISTICS.has(table) ? [1] : [1, 2]) {
      const values = needed.map((column) => {
        const parent = parents.find(({ from }) => from === column.name);
        if (!parent) return makeValue(table, column, row);
        return parent.table === "member" || parent.table === "artist" ? row : `${parent.table} id ${row}`;
      });
      await client.execute({
        sql: `insert into "${table}" (${needed.map(({ name }) => `"${name}"`)}) values (${needed.map(() => "?")})`,
        args: values,
      });
    }
  }
}

async function countRows(client: Client): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await listTables(client)) {
    const [row] = await read<{ count: number }>(client, `select count(*) as count from "${table}"`);
    counts[RENAMED[table] ?? table] = row?.count ?? 0;
  }
  return counts;
}

/** The files of empty databases, of the first schema and as many after it as were needed so far. */
const schemas: string[] = [];

/** Makes the missing schemas up to one, each from a copy of the one before; returns its file. */
async function findSchema(index: number): Promise<string> {
  for (const { tag } of entries.slice(schemas.length, index + 1)) {
    const file = join(folder, `${tag}.sqlite`);
    const before = schemas.at(-1);
    if (before) copyFileSync(before, file);
    const client = openDatabaseFile(file);
    const statements = readFileSync(`db/migrations/${tag}.sql`, "utf8").split("--> statement-breakpoint");
    await client.migrate(statements.map((statement) => statement.trim()).filter(Boolean));
    client.close();
    schemas.push(file);
  }
  return schemas[index] ?? "";
}

/** A database with the schema of migration `tag`, with rows in every table. */
async function makeOldDatabase(file: string, tag: string) {
  const index = entries.findIndex((entry) => entry.tag === tag);
  copyFileSync(await findSchema(index), file);
  const client = openDatabaseFile(file);
  await client.execute(
    "create table __drizzle_migrations (id integer primary key autoincrement, hash text not null, created_at numeric)",
  );
  await client.execute({
    sql: "insert into __drizzle_migrations (hash, created_at) values ('', ?)",
    args: [entries[index]?.when ?? 0],
  });
  await fill(client);
  const counts = await countRows(client);
  client.close();
  return counts;
}

/** Upgrades a filled database of schema `tag`, and expects no broken rows. Resolves with the tables that have lost some. */
async function findLosses(tag: string, upgrade: (dataDir: string, file: string) => Promise<void>) {
  const dataDir = mkdtempSync(join(folder, tag));
  const file = join(dataDir, "b-side.sqlite");
  const before = await makeOldDatabase(file, tag);
  expect(Object.keys(before).length).toBeGreaterThan(8);
  expect(Object.values(before).every((count) => count > 0)).toBe(true);
  await upgrade(dataDir, file);
  const client = openDatabaseFile(file);
  const after = await countRows(client);
  expect(await read(client, "pragma integrity_check")).toEqual([{ integrity_check: "ok" }]);
  expect(await read(client, "pragma foreign_key_check")).toEqual([]);
  client.close();
  // The server adds rows: its keys, and new statistics.
  return Object.keys(before).filter(
    (table) => table !== DROPPED && (after[table] ?? 0) < (before[table] ?? 0),
  );
}

test.each(entries.map(({ tag }) => tag))("a database of schema %s keeps every row", async (tag) => {
  const losses = await findLosses(tag, async (_, file) => {
    const client = openDatabaseFile(file);
    await migrate(drizzle(client), { migrationsFolder });
    client.close();
  });
  expect(losses.filter((table) => !STATISTICS.has(table))).toEqual([]);
});

test.each([entries.at(0)?.tag ?? "", entries.at(-1)?.tag ?? ""])(
  "a server keeps every row of a database of schema %s",
  async (tag) => {
    const losses = await findLosses(tag, async (dataDir) => {
      const running = await startServer({ DATA_DIR: dataDir, MIN_FREE_DISK_MB: "0" });
      expect(await running.stop()).toBe(0);
    });
    expect(losses).toEqual([]);
  },
);

test("a photo that waited for a moderator before the upgrade still waits", async () => {
  const dataDir = join(folder, "pending-photo");
  mkdirSync(dataDir);
  const file = join(dataDir, "b-side.sqlite");
  await makeOldDatabase(file, "0041_conversations-by-members");
  const before = openDatabaseFile(file);
  const [first] = await read<{ id: string }>(before, "select id from picture order by id");
  await before.execute("update picture set held_at = 7");
  await before.execute({
    sql: "update member set pending_photo_id = ? where id = 1",
    args: [first?.id ?? ""],
  });
  before.close();

  const running = await startServer({ DATA_DIR: dataDir, MIN_FREE_DISK_MB: "0" });
  expect(await running.stop()).toBe(0);
  const client = openDatabaseFile(file);
  expect(await read(client, "select held_at, pending_at from picture order by id")).toEqual([
    { held_at: null, pending_at: 7 },
    { held_at: 7, pending_at: null },
  ]);
  client.close();
});

test("what earlier erasures left of members goes, and only of them", async () => {
  const dataDir = join(folder, "erased-members");
  mkdirSync(dataDir);
  const file = join(dataDir, "b-side.sqlite");
  await makeOldDatabase(file, "0045_no-postings");
  const before = openDatabaseFile(file);
  await before.executeMultiple(`
    update member set gender_said_at = 7, identity_changes = '[7]', paused_at = 7, inactive_at = 7, shows_seen = 0,
      shows_typing = 0, shows_collection = 1, plays_youtube = 1, plays_spotify = 1;
    update member set deleted_at = 7, purged_at = 7 where id = 1;
    delete from typing;
    insert into typing (conversation_id, member_id, at) select id, 1, 7 from conversation;
    insert into typing (conversation_id, member_id, at) select id, 2, 7 from conversation;`);
  before.close();

  const running = await startServer({ DATA_DIR: dataDir, MIN_FREE_DISK_MB: "0" });
  expect(await running.stop()).toBe(0);
  const client = openDatabaseFile(file);
  const left = `select gender_said_at, identity_changes, paused_at, inactive_at, shows_seen, shows_typing, shows_collection,
    plays_youtube, plays_spotify from member where id in (1, 2) order by id`;
  const values = (await client.execute(left)).rows.map((row) => Object.values(row));
  expect(values).toEqual([
    [null, null, null, null, 1, 1, 0, 0, 0],
    [7, "[7]", 7, 7, 0, 0, 1, 1, 1],
  ]);
  expect(await read(client, "select distinct member_id from typing")).toEqual([{ member_id: 2 }]);
  client.close();
});

test("members with artists from Spotify on their list are told that it no longer fills it, and no others", async () => {
  const dataDir = join(folder, "spotify-for-show");
  mkdirSync(dataDir);
  const file = join(dataDir, "b-side.sqlite");
  await makeOldDatabase(file, "0048_period-of-plays");
  const before = openDatabaseFile(file);
  const accounts = [
    [1, "spotify", 1, '["Can","member_artist name 1"]'],
    [2, "lastfm", 1, '["member_artist name 2"]'],
  ];
  await before.execute("delete from music_connection");
  for (const [member, service, isVerified, artists] of accounts)
    await before.execute({
      sql: `insert into music_connection (id, member_id, service, service_user_id, service_username, is_verified, top_artists,
        created_at) values (?1, ?1, ?2, 'x', 'x', ?3, ?4, 0)`,
      args: [member as number, service as string, isVerified as number, artists as string],
    });
  before.close();

  const running = await startServer({ DATA_DIR: dataDir, MIN_FREE_DISK_MB: "0" });
  expect(await running.stop()).toBe(0);
  const client = openDatabaseFile(file);
  expect(await read(client, "select id from member where has_spotify_notice")).toEqual([{ id: 1 }]);
  client.close();
});

/** A database of the schema before keys were folded again: members list P!nk, every third of them Pink too. */
async function makeOldKeys(file: string, members: number) {
  await makeOldDatabase(file, "0043_known-clients");
  const client = openDatabaseFile(file);
  await client.executeMultiple(`
    insert into artist (id, key) values (101, 'pnk'), (102, 'pink'), (103, 'radiohead');
    with recursive number (n) as (select 1001 union all select n + 1 from number where n < ${1000 + members})
      insert into member (id, issuer, subject, first_name, last_name, age, created_at)
      select n, 'test', n, 'Member', 'Test', 30, 0 from number;
    insert into preferences (member_id, favorite_genres, updated_at) select id, '["Pop"]', 0 from member where id > 1000;
    insert into member_artist (member_id, artist_id, position, name) select id, 101, 0, 'P!nk' from member where id > 1000;
    insert into member_artist (member_id, artist_id, position, name)
      select id, 102, 1, 'Pink' from member where id > 1000 and id % 3 = 0;
    insert into member_artist (member_id, artist_id, position, name)
      select id, 103, 2, 'Radiohead' from member where id > 1000;
    insert into record (id, member_id, artist, album, artist_key, album_key, genre_key, genre, format, condition, notes,
        created_at)
      select 'record ' || id, id, 'P!nk', 'Funhouse', 'pnk', 'funhouse', '', '', 'vinyl', 'mint', '', 0
      from member where id > 1000;`);
  client.close();
}

async function expectNewKeys(client: Client, members: number) {
  const lists = await read<{ list: string; members: number }>(
    client,
    `select list, count(*) as members from (
      select group_concat(artist, ', ') as list from (
        select member_id, key || ' ' || position || ' ' || name as artist
        from member_artist join artist on artist.id = artist_id where member_id > 1000 order by member_id, position)
      group by member_id)
    group by list`,
  );
  expect(lists).toEqual([{ list: "pink 0 P!nk, radiohead 1 Radiohead", members }]);
  expect(
    await read(client, "select artist_key, count(*) as count from record where member_id > 1000 group by 1"),
  ).toEqual([{ artist_key: "pink", count: members }]);
}

/** Waits until the passes that are due have ended. */
async function untilKeysAreNew(client: Client) {
  const due = "select count(*) as due from key_upgrade where finished_at is null and due_at = 0";
  await expect.poll(() => read(client, due)).toEqual([{ due: 0 }]);
}

test("keys are folded again although the server is killed meanwhile", async () => {
  const dataDir = join(folder, "old-keys");
  mkdirSync(dataDir);
  const file = join(dataDir, "b-side.sqlite");
  await makeOldKeys(file, 30);
  const variables = { DATA_DIR: dataDir, MIN_FREE_DISK_MB: "0" };
  const client = openDatabaseFile(file);
  // The pass stops in its middle, however late the kill is.
  await client.execute(`create trigger hold before delete on member_artist when old.member_id = 1020
    begin select raise(abort, 'held'); end`);
  const old = "select count(*) as old from member_artist where artist_id = 101";

  const killed = await startServer(variables);
  await expect.poll(() => read(client, old)).toEqual([{ old: 11 }]);
  await killed.stop("SIGKILL");
  await client.execute("drop trigger hold");

  const running = await startServer(variables);
  await untilKeysAreNew(client);
  await expectNewKeys(client, 30);
  expect(await running.stop()).toBe(0);
  expect(running.output()).not.toContain('"msg":"bug"');
  client.close();
});

describe.runIf(hasPrimary)("with the database on a libSQL server", () => {
  test.each([
    ["two servers", "DATABASE_URL"],
    ["two servers with a replica", "DATABASE_SYNC_URL"],
  ])("%s fold the keys again", async (_, variable) => {
    const file = join(folder, `${variable}.sqlite`);
    await makeOldKeys(file, 50);
    const primary = await startPrimary({ file });
    const dataDirs = ["one", "two"].map((name) => join(folder, `${variable}-${name}`));
    const servers = await Promise.all(
      dataDirs.map((dataDir) => startServer({ DATA_DIR: dataDir, [variable]: primary.address })),
    );
    const client = createClient({ url: primary.address });
    await untilKeysAreNew(client);
    await expectNewKeys(client, 50);
    for (const running of servers) {
      expect(await running.stop()).toBe(0);
      expect(running.output()).not.toContain('"msg":"bug"');
    }
    client.close();
    await primary.remove();
  });
});

test("two servers that start at once on an old database migrate it once", async () => {
  const dataDir = join(folder, "at-once");
  mkdirSync(dataDir);
  const oldest = entries[0]?.tag ?? "";
  await makeOldDatabase(join(dataDir, "b-side.sqlite"), oldest);
  const servers = await Promise.all([startServer({ DATA_DIR: dataDir }), startServer({ DATA_DIR: dataDir })]);
  for (const running of servers) expect(await running.stop()).toBe(0);
  const client = openDatabaseFile(join(dataDir, "b-side.sqlite"));
  const applied = await read<{ created_at: number }>(
    client,
    "select created_at from __drizzle_migrations order by id",
  );
  expect(applied.map(({ created_at }) => Number(created_at))).toEqual(entries.map(({ when }) => when));
  client.close();
});

test("two servers that start at once on no database at all add the demo members once", async () => {
  const dataDir = join(folder, "demo-at-once");
  mkdirSync(dataDir);
  const variables = { DATA_DIR: dataDir, DEMO: "1" };
  const servers = await Promise.all([startServer(variables), startServer(variables)]);
  for (const running of servers) expect(await running.stop()).toBe(0);
  const client = openDatabaseFile(join(dataDir, "b-side.sqlite"));
  const count = (table: string) => read(client, `select count(*) as count from ${table}`);
  expect(await count("account")).toEqual([{ count: 2 }]);
  expect(await count("moderation_case")).toEqual([{ count: 1 }]);
  // Plus the demo member and the moderator.
  expect(await count("member")).toEqual([{ count: demoMembers.length + 2 }]);
  expect(await count("playlist")).toEqual([{ count: 2 }]);
  expect(await count("trivia_game")).toEqual([{ count: 2 }]);
  client.close();
});
