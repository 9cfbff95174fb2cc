import { mkdtempSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMarker } from "db/left-over-log.server";
import { openLocal } from "db/local.server";
import { expect, test } from "vitest";

/** The offset of the mark in the file. */
const MARK_OFFSET = 60;

test("the file's mark is on the list, however many processes set marks and empty the log", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "b-side-marks-")), "b-side.sqlite");
  const open = () => openLocal(`file:${file}`, file, 0);
  const server = open();
  await server.execute("pragma journal_mode = wal");
  await server.execute("create table note (text text)");
  const markAsServer = createMarker(file);
  await markAsServer();
  const expectMark = (step: string) => {
    const marks = JSON.parse(readFileSync(`${file}-marks`, "utf8"));
    expect(marks, step).toContain(readFileSync(file).readUInt32BE(MARK_OFFSET));
    return marks as number[];
  };
  for (let round = 0; round < 40; round++) {
    // A command marks the database when it starts, and empties the log.
    const command = open();
    await server.execute("insert into note values ('hello')");
    await server.execute("pragma wal_checkpoint(truncate)");
    expectMark(`emptied in round ${round}`);
    await server.execute("insert into note values ('hello')");
    await Promise.all(
      round % 2 ? [markAsServer(), createMarker(file)()] : [createMarker(file)(), markAsServer()],
    );
    expectMark(`marked in round ${round}`);
    await command.execute("pragma wal_checkpoint(truncate)");
    expectMark(`emptied by a command in round ${round}`);
    command.close();
  }
  // Old marks leave the list again, because a copy of the file that has one of them may be old.
  for (let round = 0; round < 2; round++) {
    await server.execute("pragma wal_checkpoint(truncate)");
    await server.execute("insert into note values ('hello')");
    await markAsServer();
    expectMark(`alone in round ${round}`);
  }
  expect(expectMark("in the end").length).toBeLessThanOrEqual(3);
  server.close();
});

test("on a full disk a mark is refused like a write", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "b-side-marks-")), "b-side.sqlite");
  const server = openLocal(`file:${file}`, file, 0);
  await server.execute("pragma journal_mode = wal");
  const mark = createMarker(file);
  // The draft of the list is written to a device on which there is never space.
  symlinkSync("/dev/full", `${file}-marks.${process.pid}`);
  await expect(mark()).rejects.toMatchObject({
    code: "unavailable",
    cause: expect.stringContaining("ENOSPC"),
  });
  server.close();
});
