import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLocal } from "db/local.server";
import {
  automaticCheckpoints,
  CHECKPOINTS,
  describeCheckpoints,
  losesCheckpointedWrites,
  openFile,
} from "db/write-ahead-log.server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const MAX_LOG_BYTES = 4 * 1024 ** 2;

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "b-side-log-"));
  file = join(folder, "b-side.sqlite");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const logBytes = () => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;

/** A local client on a fresh file with a table for words. */
async function openWithTable() {
  const client = openLocal(`file:${file}`, file, 0);
  await client.execute("pragma journal_mode = wal");
  await client.execute("create table word (text text)");
  return client;
}

test("SQLite's own checkpoints count as safe from 3.51.3 on", () => {
  for (const version of ["3.45.1", "3.51.2", "3.7.0"]) expect(losesCheckpointedWrites(version)).toBe(true);
  for (const version of ["3.51.3", "3.52", "3.53.0", "4.0.0"])
    expect(losesCheckpointedWrites(version)).toBe(false);
});

test("a driver with a fixed SQLite gets its own checkpoints back, and the start says which it is", () => {
  expect(automaticCheckpoints("3.45.1")).toBe("pragma wal_autocheckpoint = 0");
  expect(automaticCheckpoints("3.51.3")).toBe("pragma wal_autocheckpoint = 1000");
  expect(describeCheckpoints("3.45.1")).toBe(
    "SQLite 3.45.1 can lose commits in its own checkpoints, so the server makes them",
  );
  expect(describeCheckpoints("3.51.3")).toBe("SQLite 3.51.3 makes its own checkpoints");
});

test("every way through the client reaches a connection that leaves the log alone", async () => {
  const client = await openWithTable();
  const pragma = "pragma wal_autocheckpoint";
  const off = [{ wal_autocheckpoint: 0 }];
  expect((await client.execute(pragma)).rows).toMatchObject(off);
  for (const mode of ["read", "write"] as const)
    expect((await client.batch([pragma], mode))[0]?.rows).toMatchObject(off);
  expect((await client.migrate([pragma]))[0]?.rows).toMatchObject(off);
  // Each of them takes a connection of its own from the pool.
  const transactions = [await client.transaction("read"), await client.transaction("deferred")];
  transactions.push(await client.transaction("write"));
  for (const transaction of transactions) {
    expect((await transaction.execute(pragma)).rows).toMatchObject(off);
    await transaction.rollback();
  }
  client.reconnect();
  // Three of SQLite's own checkpoints would have copied this.
  const insert = "insert into word values (randomblob(2000000));";
  await client.executeMultiple(insert.repeat(3));
  expect(logBytes()).toBeGreaterThan(MAX_LOG_BYTES * 1.3);
  client.close();
});

test("no connection copies the log by itself", async () => {
  const client = await openWithTable();
  const connection = openFile(file, 5000);
  const pragma = "pragma wal_autocheckpoint";
  expect(CHECKPOINTS).toBe("pragma wal_autocheckpoint = 0");
  expect(connection.prepare(pragma).all()).toEqual([{ wal_autocheckpoint: 0 }]);
  // Writes go through another connection than this one, which shows it by leaving a long log alone.
  const insert = connection.prepare("insert into word values (randomblob(1000000))");
  for (let i = 0; i < 8; i++) insert.run();
  expect(logBytes()).toBeGreaterThan(MAX_LOG_BYTES);
  connection.close();
  client.close();
});

test("the log stays short while a process writes, and what a reader held back is copied later", async () => {
  const client = await openWithTable();
  const write = () => client.execute("insert into word values (randomblob(100000))");
  for (let i = 0; i < 200; i++) {
    await write();
    expect(logBytes()).toBeLessThan(MAX_LOG_BYTES * 1.1);
  }
  const reader = openFile(file, 0);
  reader.exec("begin");
  reader.prepare("select count(*) from word").all();
  for (let i = 0; i < 100; i++) await write();
  expect(logBytes()).toBeGreaterThan(MAX_LOG_BYTES * 1.1);
  reader.exec("commit");
  for (let i = 0; i < 100; i++) await write();
  expect(logBytes()).toBeLessThan(MAX_LOG_BYTES * 1.1);
  reader.close();
  client.close();
});

test("emptying the log leaves nothing of what was deleted, and waits for readers", async () => {
  const client = await openWithTable();
  await client.execute("insert into word values ('Quetzalcoatl')");
  const reader = openFile(file, 0);
  reader.exec("begin");
  reader.prepare("select count(*) from word").all();
  await client.execute("delete from word");
  expect(await client.emptyLog()).toBe(false);
  reader.exec("commit");
  reader.close();
  expect(await client.emptyLog()).toBe(true);
  for (const part of [file, `${file}-wal`])
    expect(readFileSync(part, "latin1")).not.toContain("Quetzalcoatl");
  client.close();
});

test("another process's lock while the log is looked at costs the next write nothing", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const client = await openWithTable();
  const reconnect = vi.spyOn(client, "reconnect");
  const other = openFile(file, 0);
  other.exec("insert into word values (randomblob(5000000))");
  other.exec("begin immediate");
  vi.advanceTimersByTime(1000);
  other.exec("commit");
  await client.execute("insert into word values ('mine')");
  expect(reconnect).not.toHaveBeenCalled();
  expect(logBytes()).toBeGreaterThan(MAX_LOG_BYTES);
  vi.advanceTimersByTime(1000);
  await client.execute("insert into word values ('mine')");
  expect(logBytes()).toBeLessThan(MAX_LOG_BYTES);
  vi.useRealTimers();
  other.close();
  client.close();
});
