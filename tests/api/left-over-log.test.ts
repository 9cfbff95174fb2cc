import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { extract } from "tar";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { operate } from "./operate";
import { openBrowser, type Person, runUntilExit, signUp, startServer } from "./server";

const folder = mkdtempSync(join(tmpdir(), "b-side-logs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let dataDir: string;
let file: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(folder, "data-"));
  file = join(dataDir, "b-side.sqlite");
});

/** Starts the server, and waits until it has emptied the log: as it opens the database, and in the first run of a job. */
async function startWithEmptyLog() {
  const statements = join(mkdtempSync(join(folder, "statements-")), "statements.log");
  const server = await startServer({
    DATA_DIR: dataDir,
    STATEMENT_LOG: statements,
    NODE_OPTIONS: `--import=${new URL("log-statements.mjs", import.meta.url)}`,
  });
  // The number that is returned first is 0 if nothing kept the log from being emptied. The job tries until it is.
  const isEmptied = () => {
    const tries = [...readFileSync(statements, "utf8").matchAll(/wal_checkpoint\(truncate\) \[\[(\d)/g)];
    return tries.length >= 2 && tries.at(-1)?.[1] === "0";
  };
  await expect.poll(isEmptied).toBe(true);
  return server;
}

/** Starts the server, has a member of each name sign up, and kills it. */
async function crashAfter(...names: string[]): Promise<Person[]> {
  const server = await startWithEmptyLog();
  const people: Person[] = [];
  for (const name of names) people.push(await signUp(openBrowser(server), name));
  const logSize = () => statSync(`${file}-wal`).size;
  if (names.length) await expect.poll(logSize).toBeGreaterThan(32);
  await server.stop("SIGKILL");
  return people;
}

/** Takes the database out of a backup. */
async function extractBackup(): Promise<string> {
  const archive = join(dataDir, "backup.tar.gz");
  expect((await operate(dataDir, ["backup", archive])).code).toBe(0);
  await extract({ file: archive, cwd: dataDir }, ["database.sqlite"]);
  return join(dataDir, "database.sqlite");
}

/** Copies the file with everything in it: the log is emptied at every start. */
async function copyFile(): Promise<string> {
  await crashAfter();
  const copy = join(dataDir, "copy.sqlite");
  copyFileSync(file, copy);
  return copy;
}

async function expectRefusal() {
  const files = [file, `${file}-wal`];
  const before = files.map((path) => readFileSync(path));
  const message = `${file}-wal doesn't belong to b-side.sqlite. If you copied b-side.sqlite there, remove b-side.sqlite-wal and b-side.sqlite-shm and start again; otherwise put the original file back.`;
  expect(await runUntilExit({ DATA_DIR: dataDir })).toEqual({ code: 1, output: `${message}\n` });
  for (const command of [
    ["operator", "list"],
    ["backup", join(dataDir, "refused.tar.gz")],
  ])
    expect(await operate(dataDir, command)).toEqual({ code: 1, said: message });
  expect(files.map((path) => readFileSync(path).equals(before.shift() as Buffer))).toEqual([true, true]);
}

/** Starts the server, and returns which of these people are members, once the database is found whole. */
async function membersAmong(people: Person[]): Promise<boolean[]> {
  const server = await startServer({ DATA_DIR: dataDir });
  const answers = await Promise.all(
    people.map(({ cookies }) => openBrowser(server, cookies).get("/api/auth/user")),
  );
  const verified = await operate(dataDir, ["backup", join(dataDir, "verified.tar.gz")]);
  expect(verified.said).toMatch(/verified\.$/);
  expect(await server.stop()).toBe(0);
  return answers.map(({ status }) => status === 200);
}

describe.each([
  ["from a backup", extractBackup],
  ["of the file itself", copyFile],
])("an older copy %s beside a newer log", (_, makeCopy) => {
  test("is refused, and accepted once the log is removed", async () => {
    const before = await crashAfter("Ada");
    const copy = await makeCopy();
    const after = await crashAfter("Ben");
    copyFileSync(copy, file);
    await expectRefusal();
    for (const suffix of ["-wal", "-shm"]) rmSync(file + suffix);
    expect(await membersAmong([...before, ...after])).toEqual([true, false]);
  });

  test("is accepted beside an empty log", async () => {
    const before = await crashAfter("Ada");
    const copy = await makeCopy();
    const after = await crashAfter("Ben");
    copyFileSync(copy, file);
    writeFileSync(`${file}-wal`, "");
    expect(await membersAmong([...before, ...after])).toEqual([true, false]);
  });
});

test("a foreign database beside a log is refused", async () => {
  await crashAfter("Ada");
  const foreign = await copyFile();
  dataDir = mkdtempSync(join(folder, "data-"));
  file = join(dataDir, "b-side.sqlite");
  await crashAfter("Ben");
  copyFileSync(foreign, file);
  await expectRefusal();
});

test("a copy made since the last checkpoint loses nothing to the log", async () => {
  const people = await crashAfter("Ada");
  const server = await startWithEmptyLog();
  copyFileSync(file, join(dataDir, "copy.sqlite"));
  people.push(await signUp(openBrowser(server), "Ben"));
  await server.stop("SIGKILL");
  copyFileSync(join(dataDir, "copy.sqlite"), file);
  expect(await membersAmong(people)).toEqual([true, true]);
});

test("a crash's own log is applied, as often as the server crashes", async () => {
  const people: Person[] = [];
  for (let crash = 0; crash < 4; crash++) people.push(...(await crashAfter(`Ada${crash}`)));
  expect(await membersAmong(people)).toEqual([true, true, true, true]);
});

test("a log restarted while the server ran is applied", async () => {
  const server = await startWithEmptyLog();
  const ada = await signUp(openBrowser(server), "Ada");
  const record = { artist: "Pram", format: "vinyl", condition: "good", notes: "x".repeat(500) };
  const readSalt = () => readFileSync(`${file}-wal`).readUInt32BE(16);
  const before = readSalt();
  for (let i = 0; readSalt() === before; i++) {
    const added = await ada.json("POST", "/api/record-collections", { ...record, album: `Album ${i}` });
    expect(added.status).toBe(201);
  }
  const ben = await signUp(openBrowser(server), "Ben");
  await server.stop("SIGKILL");
  expect(await membersAmong([ada, ben])).toEqual([true, true]);
});
