// A listening history from a file, sent through the page.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeLastfmFile, makeListenbrainzFile, makeSpotifyFile } from "../../fakes/history-files";
import { type Person, shareServer } from "../server";

const PAGE = "/music-connections/file";
const { running, addMember } = shareServer();

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
  expect(readdirSync(join(running().dataDir, "incoming"))).toEqual([]);
});

test("a wrong file, and none, get a sentence", async () => {
  const ada = await addMember("Ada");
  const none = await ada.form(PAGE, new FormData());
  expect([none.status, await none.text()]).toEqual([400, expect.stringContaining("Choose a file first.")]);
  await send(ada, Buffer.from("Dear diary"));
  expect(await pageOnceRead(ada)).toContain("a listening history we know");
});
