import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { openLocal } from "db/local.server";
import { openFile } from "db/write-ahead-log.server";
import { expect, test } from "vitest";

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
