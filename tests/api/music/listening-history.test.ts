// A listening history from a file, sent through the page.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { shareApp } from "../../app";
import { makeLastfmFile, makeListenbrainzFile, makeSpotifyFile } from "../../fakes/history-files";
import type { Person } from "../people";

const PAGE = "/music-connections/file";
const { app, addMember } = shareApp();

const send = (person: Person, bytes: Buffer) => {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(bytes)]), "../../history.zip");
  return person.form(PAGE, form);
};

/** The page once the file is read. */
async function pageOnceRead(person: Person): Promise<string> {
  let page = "";
  const isWaiting = async () => {
    page = await (await person.get(PAGE)).text();
    return page.includes("Reading Your File");
  };
  await expect.poll(isWaiting, { timeout: 60_000 }).toBe(false);
  return page;
}

test.each([
  ["ListenBrainz", makeListenbrainzFile],
  ["Spotify", makeSpotifyFile],
  ["Last.fm", makeLastfmFile],
])("a file from %s offers its artists, which are imported in their order", async (name, make) => {
  const ada = await addMember("Ada");
  const sent = await send(ada, await make());
  expect([sent.status, sent.headers.get("Location")]).toEqual([303, PAGE]);
  const page = await pageOnceRead(ada);
  expect(page).toContain("We counted 10 plays. Here are the 3 artists you play most.");
  const path = /\/music-connections\/[\w-]+\/import/.exec(page)?.[0] ?? "";
  const offer = await (await ada.get(path)).text();
  for (const words of [`Import from your ${name} file`, "2 are already on your list.", "Nina Simone"])
    expect(offer).toContain(words);
  expect((await (await addMember("Eve")).get(path)).status).toBe(404);
  expect((await ada.form(path, [["artists", "Nina Simone"]])).status).toBe(303);
  const { topArtists } = await (await ada.get("/api/music-preferences")).json();
  expect(topArtists).toEqual(["Radiohead", "Stereolab", "Broadcast", "Nina Simone"]);
  expect(readdirSync(join(app().dataDir, "incoming"))).toEqual([]);
});

test("a wrong file, and none, get a sentence", async () => {
  const ada = await addMember("Ada");
  const none = await ada.form(PAGE, new FormData());
  expect([none.status, await none.text()]).toEqual([400, expect.stringContaining("Choose a file first.")]);
  await send(ada, Buffer.from("Dear diary"));
  expect(await pageOnceRead(ada)).toContain("recognize this file");
});

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
  expect([refused.status, refused.error]).toEqual(["failed", expect.stringContaining("recognize this file")]);
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
