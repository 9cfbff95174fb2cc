// Jobs about accounts on machines that die or work together: purges and exports.
import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFile } from "db/write-ahead-log.server";
import { afterAll, expect, test } from "vitest";
import { openBrowser } from "../../api/client";
import { makeConversation, type Person, signUp } from "../../api/people";
import { startServer } from "../../api/server";
import { openDatabaseFile } from "../../database-file";
import { readZip } from "../../read-zip";

const folder = mkdtempSync(join(tmpdir(), "b-side-exports-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function execute({ dataDir }: { dataDir: string }, sql: string, args: (string | number)[] = []) {
  const client = openDatabaseFile(`${dataDir}/b-side.sqlite`);
  const { rows } = await client.execute({ sql, args });
  client.close();
  return rows;
}

const start = (person: Person) => person.form("/settings/export", {});

/** Resolves with the path of the download once the page offers it. */
async function untilReady(person: Person): Promise<string> {
  let path = "";
  const findDownload = async () => {
    const page = await (await person.get("/settings/export")).text();
    path = /href="(\/settings\/export\/[^"]+\.zip)"/.exec(page)?.[1] ?? "";
    return path;
  };
  await expect.poll(findDownload).not.toBe("");
  return path;
}

async function download(person: Person, path: string) {
  const answer = await person.get(path);
  return readZip(Buffer.from(await answer.arrayBuffer()));
}

test("an export whose machine dies in the middle is made by another one", async () => {
  const dataDir = join(folder, "killed");
  const first = await startServer({ DATA_DIR: dataDir });
  const [ada, ben] = [await signUp(openBrowser(first), "Ada"), await signUp(openBrowser(first), "Ben")];
  const conversationId = await makeConversation(ada, ben);
  await execute(
    first,
    `insert into message (id, conversation_id, sender_id, content, created_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 60000)
      select 'message-' || i, ?, ?, hex(randomblob(200)), 1 from n`,
    [conversationId, ada.id],
  );
  await start(ada);
  const isWriting = () =>
    readdirSync(dataDir).includes("exports") && readdirSync(join(dataDir, "exports")).length;
  await expect.poll(isWriting, { interval: 5 }).toBe(1);
  // It neither notes what is made nor sees its maker die.
  process.kill(first.pid, "SIGSTOP");
  const maker = Number(readFileSync(`/proc/${first.pid}/task/${first.pid}/children`, "utf8").trim());
  expect(maker).toBeGreaterThan(0);
  process.kill(maker, "SIGKILL");
  await first.stop("SIGKILL");
  expect(await execute(first, "select attempts, finished_at from data_export")).toMatchObject([
    { attempts: 1, finished_at: null },
  ]);

  const second = await startServer({ DATA_DIR: dataDir, PORT: String(first.port), APP_ORIGIN: first.origin });
  const page = await (await ada.get("/settings/export")).text();
  expect(page).toContain("Putting your export together");
  // The dead machine's claim ends.
  await execute(second, "update data_export set claimed_until = 1");
  const files = await download(ada, await untilReady(ada));
  expect(JSON.parse(String(files.get("conversations/1.json"))).messages).toHaveLength(60_000);
  expect(readdirSync(join(dataDir, "exports"))).toHaveLength(1);
  await second.stop();
});

test("machines start one process for each export", async () => {
  const dataDir = join(folder, "together");
  const machines = await Promise.all([0, 1].map(() => startServer({ DATA_DIR: dataDir, LOG_LEVEL: "info" })));
  const [first] = machines;
  if (!first) throw new Error("No machine has started");
  const runs = () => machines.flatMap((machine) => machine.output().match(/.*"msg":"export"/g) ?? []);
  const members = ["Ada", "Ben", "Cleo", "Dan"];
  for (const [i, name] of members.entries()) {
    await start(await signUp(openBrowser(first), name));
    await expect.poll(() => runs().filter((run) => run.includes("memberId"))).toHaveLength(i + 1);
  }
  await Promise.all(machines.map((machine) => machine.stop()));
  expect(runs()).toHaveLength(members.length);
});

/** Whether a file below a folder contains a word. */
function isInFiles(folder: string, word: string): boolean {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return files.some((file) => file.isFile() && readFileSync(join(file.parentPath, file.name)).includes(word));
}

test("a purge that is killed again and again goes on until everything is gone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "b-side-killed-"));
  const first = await startServer({ DATA_DIR: folder });
  await first.stop();
  const word = `Zq${randomBytes(6).toString("hex")}`;
  const members = 600;
  const database = openFile(join(folder, "b-side.sqlite"), 5000);
  // A connection that stays open would keep reading, and the log could not be emptied.
  const read = (sql: string) => {
    const connection = openFile(join(folder, "b-side.sqlite"), 5000);
    const rows = connection.prepare(sql).all() as Record<string, unknown>[];
    connection.close();
    return rows[0];
  };
  const count = (what: string) => Number(read(`select count(*) as count from ${what}`)?.count);
  // As the server does: moving rows between pages would otherwise leave copies.
  database.pragma("secure_delete = on");
  const aged = Date.now() - 15 * 86_400_000;
  const addMember = database.prepare(
    "insert into member (id, issuer, subject, first_name, last_name, bio, created_at, deleted_at) values (?, 'bench', ?, ?, ?, ?, 1, ?)",
  );
  const addRecord = database.prepare(
    `insert into record (id, member_id, artist, album, artist_key, album_key, genre_key, genre, format, condition, notes, created_at)
      values (?, ?, 'Can', ?, 'can', '', '', '', 'vinyl', 'mint', ?, 1)`,
  );
  const addPicture = database.prepare(
    "insert into picture (id, owner_id, created_at, made_at) values (?, ?, 1, 1)",
  );
  mkdirSync(join(folder, "pictures"), { recursive: true });
  for (let id = 1; id <= members; id++) {
    addMember.run(id, String(id), word, word, word, aged);
    for (let i = 0; i < 5; i++) addRecord.run(randomUUID(), id, word, word);
    const picture = randomUUID();
    addPicture.run(picture, id);
    writeFileSync(join(folder, "pictures", `${picture}-640.webp`), word);
  }
  database.close();
  const purged = () => count("member where purged_at is not null");
  const killAt = [
    () => purged() > 0,
    () => purged() > 100,
    () => purged() > 300,
    () => purged() === members,
    () => count("picture") < members / 2,
  ];
  const left: number[] = [];
  for (const isTime of killAt) {
    const server = await startServer({ DATA_DIR: folder });
    await expect.poll(isTime, { interval: 1 }).toBe(true);
    await server.stop("SIGKILL");
    expect(read("pragma integrity_check")).toMatchObject({ integrity_check: "ok" });
    left.push(members - purged());
  }
  expect(left.filter((some) => some > 0 && some < members).length, `left ${left}`).toBeGreaterThan(1);
  const last = await startServer({ DATA_DIR: folder });
  await expect.poll(() => [purged(), count("picture"), count("record")]).toEqual([members, 0, 0]);
  await expect.poll(() => isInFiles(folder, word)).toBe(false);
  expect(readdirSync(join(folder, "pictures"))).toEqual([]);
  expect(last.output()).not.toContain('"msg":"bug"');
  await last.stop();
  rmSync(folder, { recursive: true, force: true });
});
