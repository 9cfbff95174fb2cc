// Exports over HTTP, in a bucket; tests/models/account/export.test.ts is about what is in them.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { shareApp } from "../../app";
import { startBucket } from "../../fakes/bucket";
import { readZip } from "../../read-zip";
import { createExport, makeExports } from "../exports";
import { query } from "../mail";
import { type Person, setConfirmed } from "../people";

const bucket = await startBucket();
afterAll(() => bucket.close());
const { addMember, app, visitor } = shareApp({ RATE_LIMITS: "on", ...bucket.variables });

const start = (person: Person) => person.form("/settings/export", {});

async function download(person: Person, path: string) {
  const answer = await person.get(path);
  return { answer, files: await readZip(Buffer.from(await answer.arrayBuffer())) };
}

test("a member asks for an export, sees it in the making and downloads it", async () => {
  const ada = await addMember("Ada");
  expect(await (await ada.get("/settings/export")).text()).toContain("Create Export");
  const answer = await start(ada);
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/settings/export"]);
  const path = await createExport(ada);
  const { answer: sent, files } = await download(ada, path);
  expect(sent.headers.get("Content-Type")).toBe("application/zip");
  expect(sent.headers.get("Content-Disposition")).toMatch(/^attachment; filename="b-side-[\d-]{10}\.zip"$/);
  expect(sent.headers.get("Cache-Control")).toBe("private, no-store");
  expect(sent.headers.get("Content-Encoding")).toBeNull();
  expect(JSON.parse(String(files.get("profile.json")))).toMatchObject({ id: ada.id, email: ada.email });
  // The file it was put together in goes last.
  const folder = join(app().dataDir, "exports");
  await expect.poll(() => (existsSync(folder) ? readdirSync(folder) : [])).toEqual([]);
});

test("only its owner downloads an export, after proving who they are, and no picture has its name", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const path = await createExport(ada);
  expect((await ben.get(path)).status).toBe(404);
  expect((await visitor().get(path)).status).toBe(404);
  const [id = ""] = path.match(/[\da-f-]{36}/) ?? [];
  for (const other of [`/settings/export/${id}`, `/settings/export/..%2F${id}.zip`, `/pictures/${id}.zip`]) {
    expect([other, (await ada.get(other)).status]).toEqual([other, 404]);
  }
  await setConfirmed(app(), Date.now() - 10 * 60_000);
  const asked = await ada.get(path);
  expect([asked.status, asked.headers.get("Location")]).toEqual([
    303,
    "/settings/confirm?to=%2Fsettings%2Fexport",
  ]);
});

test("a browser whose export is gone returns to the page of exports, and a signed-out one to its sign-in", async () => {
  const ada = await addMember("Ada");
  const old = await createExport(ada);
  await query("delete from data_export where member_id = ?", Number(ada.id));
  const asDocument = { Accept: "text/html" };
  const answer = await ada.get(old, asDocument);
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/settings/export"]);
  const page = await (await ada.follow(answer)).text();
  expect(page).toContain("Export not found");
  expect(page).toContain("Create Export");
  expect((await ada.get(old)).status).toBe(404);

  const visited = await visitor().follow(await visitor().get(old, asDocument));
  expect(visited.status).toBe(404);
  expect(await visited.text()).toContain('href="/api/login?to=%2Fsettings%2Fexport"');
});

test("suspended members take their data with them", async () => {
  const ada = await addMember("Ada");
  await query("update member set suspended_at = ? where id = ?", Date.now(), Number(ada.id));
  expect((await ada.get("/discover")).headers.get("Location")).toBe("/account-status");
  const { files } = await download(ada, await createExport(ada));
  expect(files.has("conversations/1.json")).toBe(false);
  expect(files.has("profile.json")).toBe(true);
});

test("a member can ask for three exports a day", async () => {
  const ada = await addMember("Ada");
  for (let i = 0; i < 3; i++) {
    await start(ada);
    await query("delete from data_export");
  }
  const refused = await ada.follow(await start(ada));
  expect(await refused.text()).toContain("You&#x27;ve reached the limit for now. Try again in 24 hours.");
  expect(await query("select id from data_export")).toEqual([]);
});

test("many requests at the same moment are one export", async () => {
  const ada = await addMember("Ada");
  const answers = await Promise.all(Array.from({ length: 20 }, () => start(ada)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
  await makeExports();
  // One that was ready before the last requests came has been followed by another, which replaces it.
  await expect
    .poll(() => query("select 1 from data_export where member_id = ?", Number(ada.id)))
    .toHaveLength(1);
});
