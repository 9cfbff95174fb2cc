// A listening history from a file, sent through the page.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { makeLastfmFile, makeListenbrainzFile, makeSpotifyFile, makeZip } from "../../fakes/history-files";
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
  expect(await pageOnceRead(ada)).toContain("recognize this file");
});

const API = "/api/listening-history";
type History = { status: string; error?: string; plays?: number; artistCount?: number; kind?: string };

const put = (
  person: Person,
  body: Buffer | AsyncIterable<Uint8Array>,
  headers: Record<string, string> = {},
) =>
  person.send(API, {
    method: "PUT",
    body: Buffer.isBuffer(body) ? new Uint8Array(body) : body,
    headers: { "Sec-Fetch-Site": "same-origin", "Content-Type": "application/octet-stream", ...headers },
  });

async function readOnceDone(person: Person): Promise<History> {
  let history: History = { status: "none" };
  const status = async () => {
    history = (await (await person.get(API)).json()) as History;
    return history.status;
  };
  await expect.poll(status, { timeout: 330_000 }).not.toBe("waiting");
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

/** `count` chunks of a megabyte of plays; `onChunk` is waited for before each. */
async function* megabytes(count: number, onChunk = async (_: number) => {}) {
  const line = "Can,Tago Mago,Paperhouse,07 Aug 2023 21:07\n";
  const chunk = Buffer.from(line.repeat(Math.floor(1_000_000 / line.length)));
  for (let at = 0; at < count; at++) {
    await onChunk(at);
    yield chunk;
  }
}

/** The most memory that the server has had so far, in MB. */
function peakMemory(): number {
  const status = readFileSync(`/proc/${running().pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1000;
}

test("200 MB pass through little memory, while others are answered", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const before = process.platform === "linux" ? peakMemory() : 0;
  const statuses: number[] = [];
  const askMeanwhile = async (at: number) => {
    if (at % 50 === 49) statuses.push((await ben.get("/records")).status);
  };
  const sent = await put(ada, megabytes(199, askMeanwhile));
  expect(sent.status).toBe(201);
  expect(statuses).toEqual([200, 200, 200]);
  expect((await ben.get("/records")).status).toBe(200);
  const plays = 199 * Math.floor(1_000_000 / 43);
  expect(await readOnceDone(ada)).toMatchObject({ status: "ready", plays, artistCount: 1 });
  if (process.platform === "linux") expect(peakMemory() - before).toBeLessThan(100);
  expect(readdirSync(join(running().dataDir, "incoming"))).toEqual([]);
}, 600_000);

test("a file beyond 200 MB gets a sentence, whether its length is announced or not", async () => {
  const ada = await addMember("Ada");
  const sentence = "That is too large: the limit is 200 MB.";
  const announced = await put(ada, megabytes(1), { "Content-Length": "200000001" });
  expect([announced.status, await announced.text()]).toEqual([413, sentence]);
  const streamed = await put(ada, megabytes(202));
  expect([streamed.status, await streamed.text()]).toEqual([413, sentence]);
  expect((await ada.get(API)).status).toBe(404);
  expect(readdirSync(join(running().dataDir, "incoming"))).toEqual([]);
});

/** The id of the process that reads a history, if there is one. */
function findReader(): string | undefined {
  const { pid } = running();
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  return children.find((id) => id && readFileSync(`/proc/${id}/cmdline`, "utf8").includes("history-worker"));
}

test("ten million lines in a ZIP are counted, while others are answered", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  async function* lines() {
    const part = Buffer.from(
      Array.from({ length: 10_000 }, (_, at) => `Band ${at % 60},A,T,07 Aug 2023 21:07\n`).join(""),
    );
    for (let i = 0; i < 1_000; i++) yield part;
  }
  const zip = await makeZip({ "scrobbles.csv": Readable.from(lines(), { objectMode: false }) });
  expect((await put(ada, zip)).status).toBe(201);
  // The process that reads stands still meanwhile, however fast it is.
  await expect.poll(findReader).toBeDefined();
  const reader = Number(findReader());
  process.kill(reader, "SIGSTOP");
  expect((await ben.get("/records")).status).toBe(200);
  expect((await (await ada.get(API)).json()) as History).toMatchObject({ status: "waiting" });
  process.kill(reader, "SIGCONT");
  expect(await readOnceDone(ada)).toMatchObject({ status: "ready", plays: 10_000_000, artistCount: 50 });
}, 600_000);
