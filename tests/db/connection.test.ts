// The connection to a local file, and what waits for its lock.

import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { openConnection } from "db/connection.server";
import { openLocal } from "db/local.server";
import { openFile } from "db/write-ahead-log.server";
import { expect, onTestFinished, test } from "vitest";

/** A new database with a table of notes, and a client. */
async function openNotes() {
  const file = join(mkdtempSync(join(tmpdir(), "b-side-connection-")), "b-side.sqlite");
  const client = openLocal(`file:${file}`, file, 0);
  await client.execute("create table note (id integer primary key, text text not null)");
  const other = openFile(file, 0);
  onTestFinished(() => {
    client.close();
    other.close();
  });
  return { file, client, texts: () => other.prepare("select text from note order by id").raw().all().flat() };
}

const insert = (id: number, text: string | null) => ({
  sql: "insert into note values (?, ?)",
  args: [id, text],
});

test("of writes that share a commit only the one that fails is undone", async () => {
  const { client, texts } = await openNotes();
  const [first, failed, last] = await Promise.allSettled([
    client.batch([insert(1, "first"), insert(2, "second")], "write"),
    client.batch([insert(3, "third"), insert(1, "again"), insert(4, "fourth")], "write"),
    client.execute(insert(5, "fifth")),
  ]);
  expect(first).toMatchObject({ value: [{ rowsAffected: 1 }, { rowsAffected: 1 }] });
  expect(failed).toMatchObject({ reason: { code: "SQLITE_CONSTRAINT", statementIndex: 1 } });
  expect(last).toMatchObject({ value: { rowsAffected: 1 } });
  expect(texts()).toEqual(["first", "second", "fifth"]);
});

test("a write that ends the whole transaction leaves the others theirs", async () => {
  const { client, texts } = await openNotes();
  const [first, failed, last] = await Promise.allSettled([
    client.execute(insert(1, "first")),
    client.execute("insert or rollback into note values (2, null)"),
    client.execute(insert(3, "third")),
  ]);
  expect([first.status, failed.status, last.status]).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(texts()).toEqual(["first", "third"]);
});

test("what was deleted is overwritten in the file, also after a lock", async () => {
  const { client, file } = await openNotes();
  const holder = openFile(file, 0);
  holder.exec("begin immediate");
  const write = client.execute(insert(1, "not for long".repeat(50)));
  await expect.poll(() => client.execute("select 1 as one").then(({ rows }) => rows[0]?.one)).toBe(1);
  holder.exec("rollback");
  holder.close();
  await write;
  await client.execute("delete from note");
  await client.execute("pragma wal_checkpoint(truncate)");
  expect(readFileSync(file, "latin1")).not.toContain("not for long");
});

test("each of a thousand writes at once is there once", async () => {
  const { client, texts } = await openNotes();
  const ids = Array.from({ length: 1000 }, (_, id) => id);
  await Promise.all(ids.map((id) => client.execute(insert(id, String(id)))));
  expect(texts()).toEqual(ids.map(String));
});

test("a write that another program's lock holds up is there once", async () => {
  const { client, texts, file } = await openNotes();
  const holder = openFile(file, 0);
  holder.exec("begin immediate");
  const writes = [1, 2, 3].map((id) => client.execute(insert(id, String(id))));
  await expect.poll(() => client.execute("select 1 as one").then(({ rows }) => rows[0]?.one)).toBe(1);
  holder.exec("rollback");
  holder.close();
  await Promise.all(writes);
  expect(texts()).toEqual(["1", "2", "3"]);
});

test("writes that wait while the client is closed are committed", async () => {
  const { client, texts } = await openNotes();
  const write = client.execute(insert(1, "last"));
  client.close();
  await write;
  expect(texts()).toEqual(["last"]);
  // No bug: background jobs and requests that outlive the wait for them meet it.
  await expect(client.execute("select 1")).toBeRefused("unavailable");
  await expect(client.execute(insert(2, "late"))).toBeRefused("unavailable");
});

test("a statement finds no argument of its last run", async () => {
  const { file } = await openNotes();
  const connection = openConnection(file);
  onTestFinished(connection.close);
  const run = (args: Record<string, string>) =>
    connection.execute({ sql: "select :name as name, :town as town", args }).rows[0];
  expect(run({ name: "Ada", town: "Leeds" })).toEqual({ name: "Ada", town: "Leeds" });
  expect(run({ name: "Ben" })).toEqual({ name: "Ben", town: null });
  const list = (args: string[]) => connection.execute({ sql: "select ? as name, ? as town", args }).rows[0];
  expect(list(["Ada", "Leeds"])).toEqual({ name: "Ada", town: "Leeds" });
  expect(list(["Ben"])).toEqual({ name: "Ben", town: null });
});

test("a kept statement follows a change of the schema by another program", async () => {
  const { client, file } = await openNotes();
  await client.execute(insert(1, "first"));
  const read = () => client.execute("select text from note where id = 1").then(({ rows }) => rows);
  expect(await read()).toEqual([{ text: "first" }]);
  const other = openFile(file, 0);
  other.exec("alter table note add column town text; create index note_text on note (text)");
  other.close();
  expect(await read()).toEqual([{ text: "first" }]);
  expect((await client.execute("select town from note")).rows).toEqual([{ town: null }]);
});

test("more statements than are kept return their own rows", async () => {
  const { file } = await openNotes();
  const connection = openConnection(file);
  onTestFinished(connection.close);
  for (const round of [1, 2]) {
    for (let i = 0; i < 500; i++) {
      expect(connection.execute(`select ${i} as n, ${round}`).rows[0]?.n).toBe(i);
    }
  }
});

test("rows are read by name and by position", async () => {
  const { file } = await openNotes();
  const connection = openConnection(file);
  onTestFinished(connection.close);
  const [row] = connection.execute("select 'a' as id, 2, 3 as id, 'b' as length, null as none").rows;
  expect(row).toEqual({ id: "a", none: null });
  expect(row?.length).toBe(5);
  expect(Array.prototype.slice.call(row)).toEqual(["a", 2, 3, "b", null]);
});

test("statements that start while another one meets a lock succeed", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "b-side-lock-")), "b-side.sqlite");
  const client = openLocal(`file:${file}`, file, 0);
  await client.execute("create table note (text text)");
  const other = openFile(file, 0);
  for (let round = 0; round < 20; round++) {
    other.exec("begin immediate");
    const write = client.execute("insert into note values ('hello')");
    const reads = [];
    for (let started = 0; started < 20; started++) {
      reads.push(client.batch(["select count(*) from note"], "read"), client.execute("select 1"));
      await Promise.resolve();
    }
    await Promise.all(reads);
    other.exec("rollback");
    await write;
  }
  const { rows } = await client.execute("select count(*) as count from note");
  expect(rows[0]?.count).toBe(20);
  other.close();
  client.close();
});

test("reads go on after a write was refused because of a lock", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "b-side-lock-")), "b-side.sqlite");
  const client = openLocal(`file:${file}`, file, 0);
  await client.execute("create table note (text text)");
  const other = openFile(file, 0);
  other.exec("begin immediate");
  const write = client.execute("insert into note values ('hello')");
  await expect(write).rejects.toMatchObject({ code: "unavailable" });
  const read = client.batch(["select * from note"], "read");
  expect(await Promise.race([read, setTimeout(100, "a timer")])).toMatchObject([{ rows: [] }]);
  other.close();
  client.close();
});

test("a read waits for a locked database without holding up anything else, and is refused in the end", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "b-side-lock-")), "b-side.sqlite");
  const client = openLocal(`file:${file}`, file, 0);
  await client.execute("create table note (text text)");
  client.close();
  const other = openFile(file, 0);
  // Readers are let in otherwise.
  other.exec("pragma locking_mode = exclusive");
  other.exec("insert into note values ('hello')");
  const reader = openLocal(`file:${file}`, file, 0);
  await expect(reader.execute("select * from note")).rejects.toMatchObject({ code: "unavailable" });
  const read = reader.execute("select * from note");
  const first = await Promise.race([read, setTimeout(1, "a timer")]);
  expect(first).toBe("a timer");
  other.close();
  expect((await read).rows).toHaveLength(1);
  reader.close();
});
