import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openDatabaseFile } from "../../database-file";
import { startBucket } from "../../fakes/bucket";
import { readZip } from "../../read-zip";
import {
  makeConversation,
  openBrowser,
  type Person,
  setConfirmed,
  shareServer,
  signUp,
  startServer,
} from "../server";

const folder = mkdtempSync(join(tmpdir(), "b-side-exports-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { addMember, running } = shareServer();

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
  return { answer, files: await readZip(Buffer.from(await answer.arrayBuffer())) };
}

test("a member asks for an export, sees it in the making and downloads it", async () => {
  const ada = await addMember("Ada");
  const before = await (await ada.get("/settings/export")).text();
  expect(before).toContain("Create Export");
  const answer = await start(ada);
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/settings/export"]);
  const path = await untilReady(ada);
  const { answer: sent, files } = await download(ada, path);
  expect(sent.headers.get("Content-Type")).toBe("application/zip");
  expect(sent.headers.get("Content-Disposition")).toMatch(/^attachment; filename="b-side-[\d-]{10}\.zip"$/);
  expect(sent.headers.get("Cache-Control")).toBe("private, no-store");
  expect(sent.headers.get("Content-Encoding")).toBeNull();
  expect(JSON.parse(String(files.get("profile.json")))).toMatchObject({ id: ada.id, email: ada.email });
  const [id = ""] = path.match(/[\da-f-]{36}/) ?? [];
  expect(running().output()).not.toContain(id);
});

test("only its owner downloads an export, after proving who they are, and no picture has its name", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await start(ada);
  const path = await untilReady(ada);
  expect((await ben.get(path)).status).toBe(404);
  expect((await openBrowser(running()).get(path)).status).toBe(404);
  const [id = ""] = path.match(/[\da-f-]{36}/) ?? [];
  for (const other of [`/settings/export/${id}`, `/settings/export/..%2F${id}.zip`, `/pictures/${id}.zip`]) {
    expect([other, (await ada.get(other)).status]).toEqual([other, 404]);
  }
  await setConfirmed(running(), Date.now() - 10 * 60_000);
  const asked = await ada.get(path);
  expect([asked.status, asked.headers.get("Location")]).toEqual([
    303,
    "/settings/confirm?to=%2Fsettings%2Fexport",
  ]);
});

test("a browser whose export is gone returns to the page of exports, and a signed-out one to its sign-in", async () => {
  const ada = await addMember("Ada");
  await start(ada);
  const old = await untilReady(ada);
  await execute(running(), "delete from data_export where member_id = ?", [ada.id]);
  const asDocument = { Accept: "text/html" };
  const answer = await ada.get(old, asDocument);
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/settings/export"]);
  const page = await (await ada.follow(answer)).text();
  expect(page).toContain("Export not found");
  expect(page).toContain("Create Export");
  expect((await ada.get(old)).status).toBe(404);

  const visited = await openBrowser(running()).follow(await openBrowser(running()).get(old, asDocument));
  expect(visited.status).toBe(404);
  expect(await visited.text()).toContain('href="/api/login?to=%2Fsettings%2Fexport"');
});

test("suspended members take their data with them", async () => {
  const ada = await addMember("Ada");
  await execute(running(), "update member set suspended_at = ? where id = ?", [Date.now(), ada.id]);
  expect((await ada.get("/discover")).headers.get("Location")).toBe("/account-status");
  await start(ada);
  const { files } = await download(ada, await untilReady(ada));
  expect(files.has("conversations/1.json")).toBe(false);
  expect(files.has("profile.json")).toBe(true);
});

test("a member can ask for three exports a day", async () => {
  const server = await startServer({ RATE_LIMITS: "on" });
  const ada = await signUp(openBrowser(server), "Ada");
  for (let i = 0; i < 3; i++) {
    await start(ada);
    await untilReady(ada);
    await execute(server, "delete from data_export");
  }
  const refused = await ada.follow(await start(ada));
  expect(await refused.text()).toContain("You&#x27;ve reached the limit for now. Try again in 24 hours.");
  expect(await execute(server, "select id from data_export")).toEqual([]);
  await server.stop();
});

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
  const { files } = await download(ada, await untilReady(ada));
  expect(JSON.parse(String(files.get("conversations/1.json"))).messages).toHaveLength(60_000);
  expect(readdirSync(join(dataDir, "exports"))).toHaveLength(1);
  await second.stop();
});

test("with a bucket, the export is there and not on the machine", async () => {
  const bucket = await startBucket();
  const dataDir = join(folder, "bucket");
  const server = await startServer({ DATA_DIR: dataDir, ...bucket.variables });
  const ada = await signUp(openBrowser(server), "Ada");
  await start(ada);
  const { files } = await download(ada, await untilReady(ada));
  expect(files.has("profile.json")).toBe(true);
  // The file it was put together in goes last.
  await expect.poll(() => readdirSync(join(dataDir, "exports"))).toEqual([]);
  await server.stop();
  await bucket.close();
});

test("many requests at the same moment are one export", async () => {
  const ada = await addMember("Ada");
  const answers = await Promise.all(Array.from({ length: 50 }, () => start(ada)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
  const own = "select id from data_export where member_id = ?";
  // One that was ready before the last requests came has been followed by another.
  expect((await execute(running(), own, [ada.id])).length).toBeLessThanOrEqual(2);
  await untilReady(ada);
  // A new export is ready before the earlier one is removed.
  await expect.poll(() => execute(running(), own, [ada.id])).toHaveLength(1);
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
