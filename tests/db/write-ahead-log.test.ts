import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLocal } from "db/local.server";
import { CHECKPOINTS, losesCheckpointedWrites, openFile } from "db/write-ahead-log.server";
import Database from "libsql";
import { afterEach, beforeEach, expect, test } from "vitest";

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

test("processes that write and copy the log at the same moment lose nothing", async () => {
  (await openWithTable()).close();
  const program = new URL("log-writer.mjs", import.meta.url);
  const seconds = Number(process.env.LOG_STRESS_SECONDS ?? 20);
  const processes = Array.from({ length: 4 }, (_, index) =>
    fork(program, [file, `writer ${index}`, String(seconds)], { execArgv: ["--import", "tsx"] }),
  );
  const acknowledged = await Promise.all(processes.map(readWritten));
  const database = new Database(file);
  expect(database.prepare("pragma integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
  for (const [index, count] of acknowledged.entries()) {
    expect(count).toBeGreaterThan(0);
    const [row] = database
      .prepare("select count(distinct text) as count from word where text like ?")
      .all(`writer ${index} %`) as { count: number }[];
    expect(row?.count).toBe(count);
  }
  database.close();
});

/** How many writes a process says were committed. */
async function readWritten(child: ChildProcess): Promise<number> {
  const [count] = await once(child, "message");
  await once(child, "exit");
  return Number(count);
}
