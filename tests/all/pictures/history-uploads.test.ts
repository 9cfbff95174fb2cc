// Listening histories of 200 MB and of ten million lines, in bounded memory, while others are answered.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import type { Person } from "../../api/people";
import { shareServer } from "../../api/server";
import { makeZip } from "../../fakes/history-files";

const { running, addMember } = shareServer();

const API = "/api/listening-history";
type History = { status: string; plays?: number; artistCount?: number };

const put = (person: Person, body: Buffer | AsyncIterable<Uint8Array>) =>
  person.send(API, {
    method: "PUT",
    body: Buffer.isBuffer(body) ? new Uint8Array(body) : body,
    headers: { "Sec-Fetch-Site": "same-origin", "Content-Type": "application/octet-stream" },
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

test("a file that turns out to be larger than 200 MB gets a sentence", async () => {
  const ada = await addMember("Ada");
  const sentence = "That is too large: the limit is 200 MB.";
  const streamed = await put(ada, megabytes(202));
  expect([streamed.status, await streamed.text()]).toEqual([413, sentence]);
  expect((await ada.get(API)).status).toBe(404);
  expect(readdirSync(join(running().dataDir, "incoming"))).toEqual([]);
});

/** The id of the process that reads a history, if there is one. */
function findReader(): string | undefined {
  const { pid } = running();
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  return children.find(
    (id) => id && readFileSync(`/proc/${id}/cmdline`, "utf8").includes("file-worker.js\0history"),
  );
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
  // The reading process is stopped meanwhile, however fast it is.
  await expect.poll(findReader).toBeDefined();
  const reader = Number(findReader());
  process.kill(reader, "SIGSTOP");
  expect((await ben.get("/records")).status).toBe(200);
  expect((await (await ada.get(API)).json()) as History).toMatchObject({ status: "waiting" });
  process.kill(reader, "SIGCONT");
  expect(await readOnceDone(ada)).toMatchObject({ status: "ready", plays: 10_000_000, artistCount: 50 });
}, 600_000);
