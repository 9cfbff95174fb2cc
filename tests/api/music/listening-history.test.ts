// A listening history from a file, as JSON. Its form is in tests/pages.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { shareApp } from "../../app";
import { makeLastfmFile } from "../../fakes/history-files";
import type { Person } from "../people";

const { app, addMember } = shareApp();
const API = "/api/listening-history";
type History = { status: string; error?: string; plays?: number; artistCount?: number; kind?: string };

const put = (person: Person, body: Buffer, headers: Record<string, string> = {}) =>
  person.send(API, {
    method: "PUT",
    body: new Uint8Array(body),
    headers: { "Sec-Fetch-Site": "same-origin", "Content-Type": "application/octet-stream", ...headers },
  });

async function readOnceDone(person: Person): Promise<History> {
  let history: History = { status: "none" };
  const status = async () => {
    history = (await (await person.get(API)).json()) as History;
    return history.status;
  };
  await expect.poll(status, { timeout: 60_000 }).not.toBe("waiting");
  return history;
}

test("JSON sends a file and reads what became of it, which is nobody else's", async () => {
  const [ada, eve] = [await addMember("Ada"), await addMember("Eve")];
  expect((await ada.get(API)).status).toBe(404);
  const sent = await put(ada, makeLastfmFile());
  expect([sent.status, await sent.json()]).toMatchObject([201, { status: "waiting", percent: 0 }]);
  expect(await readOnceDone(ada)).toMatchObject({
    status: "ready",
    kind: "lastfm",
    plays: 10,
    artistCount: 3,
  });
  expect((await eve.get(API)).status).toBe(404);
  expect((await put(ada, Buffer.from("Dear diary"))).status).toBe(201);
  const refused = await readOnceDone(ada);
  expect([refused.status, refused.error]).toEqual([
    "failed",
    expect.stringContaining("isn't a listening history"),
  ]);
  const none = await put(ada, Buffer.alloc(0));
  expect([none.status, await none.text()]).toEqual([400, "Choose a file first."]);
});

test("a file announced as larger than 200 MB gets a sentence", async () => {
  const ada = await addMember("Ada");
  const announced = await put(ada, Buffer.from("x"), { "Content-Length": "200000001" });
  expect([announced.status, await announced.text()]).toEqual([
    413,
    "That is too large: the limit is 200 MB.",
  ]);
  expect((await ada.get(API)).status).toBe(404);
  expect(readdirSync(join(app().dataDir, "incoming"))).toEqual([]);
});
