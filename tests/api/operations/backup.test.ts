// A backup of a running deployment, and what it restores.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { shareApp } from "../../app";
import { openBrowser } from "../client";
import { operate } from "../operate";
import { makeConversation, signIn } from "../people";
import { startServer } from "../server";
import { addProfilePhoto } from "../upload-picture";

const folder = mkdtempSync(join(tmpdir(), "b-side-backup-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { app, addMember } = shareApp();

test("a backup made while members write restores members, messages, pictures and passwords", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const messages = `/api/conversations/${await makeConversation(ada, ben)}/messages`;
  const pictureUrl = await addProfilePhoto(ada);
  const post = async (content: string) => {
    expect((await ada.json("POST", messages, { content })).status).toBe(201);
  };
  const acknowledged = Array.from({ length: 60 }, (_, i) => `before ${i}`);
  for (const content of acknowledged) await post(content);
  let isDone = false;
  const writing = (async () => {
    while (!isDone) await post("meanwhile");
  })();
  const archive = join(folder, "community.tar.gz");
  const backup = await operate(app().dataDir, ["backup", archive]);
  isDone = true;
  await writing;
  expect(backup.said).toMatch(/^Backed up 2 members and \d+ files \(pictures included\); verified\.$/);

  const target = join(folder, "restored");
  expect((await operate(target, ["restore", archive])).said).toMatch(/^Restored 2 members as of 20/);
  const copy = await startServer({ DATA_DIR: target });
  const browser = openBrowser(copy);
  await signIn(browser, ada.email, ada.password);
  expect(((await (await browser.get("/api/auth/user")).json()) as { id: string }).id).toBe(ada.id);
  const kept: string[] = [];
  for (let before = ""; ; ) {
    const answer = await browser.get(`${messages}${before}`);
    const page = (await answer.json()) as { id: string; content: string }[];
    kept.push(...page.map(({ content }) => content));
    if (page.length < 50) break;
    before = `?before=${page.at(-1)?.id}`;
  }
  expect(kept).toEqual(expect.arrayContaining(acknowledged));
  const found = (await (await browser.get("/api/messages/search?q=before+59")).json()) as unknown[];
  expect(found).toHaveLength(1);
  expect((await browser.get(pictureUrl)).status).toBe(200);
  expect(await copy.stop()).toBe(0);
});
