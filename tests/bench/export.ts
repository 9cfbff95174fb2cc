// One member's export of 10,000 messages and 500 pictures: how long it takes, how long other requests wait for it, and the
// memory of both processes.
import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openFile } from "db/write-ahead-log.server";
import sharp from "sharp";
import { pictureFile, SQUARE_SIZES } from "~/models/picture-url";
import { heavyPhoto } from "../fakes/picture-files";
import { PORT, type SignedIn, withFreshServer } from "./fresh-server";
import { memoryOf, percentile, toMegabytes } from "./measurements";

const MESSAGES = 10_000;
const PICTURES = 500;
const RECORDS = 5000;
const PROBE_MS = 5;
const IDLE_MS = 3000;
const POLL_MS = 20;

/** Prints duration, size, memory, and the latency of /healthz and the home page, alone and during an export. */
export async function measureExport() {
  await withFreshServer(2, async (server, [ada], dataDir) => {
    if (!ada) throw new Error("There is no member");
    await fill(dataDir, ada);
    for (let i = 0; i < 50; i++) await send("GET", "/", ada.cookie);
    const idle = await probeUntil(ada.cookie, pause(IDLE_MS));
    const before = memoryOf(server);
    const began = performance.now();
    let made = { bytes: 0, makerBytes: 0 };
    const busy = await probeUntil(
      ada.cookie,
      makeExport(server, dataDir, ada.cookie).then((result) => {
        made = result;
      }),
    );
    const seconds = (performance.now() - began) / 1000;
    const after = memoryOf(server);
    console.info(`\nan export of ${MESSAGES} messages, ${PICTURES} pictures and ${RECORDS} records`);
    console.info(`took ${seconds.toFixed(1)} s from the request on and has ${toMegabytes(made.bytes)} MB`);
    console.info(
      `memory at most: ${toMegabytes(made.makerBytes)} MB of the process that makes it; the server's grew by ${toMegabytes(after.peak - before.peak)} MB`,
    );
    for (const path of Object.keys(idle)) {
      console.info(`${path.padEnd(8)} alone:      ${describe(idle[path])}`);
      console.info(`${path.padEnd(8)} meanwhile:  ${describe(busy[path])}`);
    }
  });
}

async function fill(dataDir: string, { conversationId }: SignedIn) {
  const database = openFile(join(dataDir, "b-side.sqlite"), 5000);
  const now = Date.now();
  database.prepare("update session set confirmed_at = ?").run(now);
  database
    .prepare(
      `insert into message (id, conversation_id, sender_id, content, created_at)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
        select 'message-' || i, ?, 1000 + i % 2, 'Message ' || i || ' ' || hex(randomblob(100)), ? from n`,
    )
    .run(MESSAGES, conversationId, now);
  database
    .prepare(
      `insert into record (id, member_id, artist, album, artist_key, album_key, genre_key, genre, format, condition, notes, created_at)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
        select 'record-' || i, 1000, 'Artist ' || i, 'Album ' || i, 'artist' || i, 'album' || i, '', '', 'vinyl', 'mint', hex(randomblob(50)), ? from n`,
    )
    .run(RECORDS, now);
  const size = Math.max(...SQUARE_SIZES);
  const bytes = await sharp(await heavyPhoto(size, size))
    .webp()
    .toBuffer();
  const pictures = join(dataDir, "pictures");
  mkdirSync(pictures, { recursive: true });
  const insert = database.prepare(
    "insert into picture (id, owner_id, created_at, sent_at, made_at) values (?, 1000, ?, ?, ?)",
  );
  for (let i = 0; i < PICTURES; i++) {
    const id = randomUUID();
    insert.run(id, now, now, now);
    writeFileSync(join(pictures, pictureFile(id, size)), bytes);
  }
  database.close();
}

/** Asks for an export and resolves once it is ready, with its size and the peak memory of its process. */
async function makeExport(server: ChildProcess, dataDir: string, cookie: string) {
  const { status } = await send("POST", "/settings/export", cookie);
  if (status !== 303) throw new Error(`The request was answered with ${status}`);
  const database = openFile(join(dataDir, "b-side.sqlite"), 5000);
  const row = database.prepare("select bytes, failed_at from data_export");
  let makerBytes = 0;
  for (;;) {
    await pause(POLL_MS);
    for (const pid of childrenOf(server)) {
      makerBytes = Math.max(makerBytes, readPeak(pid));
    }
    const found = row.get() as { bytes: number | null; failed_at: number | null } | undefined;
    if (!found || found.failed_at) throw new Error("There is no export, or it has failed");
    const { bytes } = found;
    if (bytes === null) continue;
    database.close();
    return { bytes, makerBytes };
  }
}

function childrenOf({ pid }: ChildProcess): number[] {
  const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return pids ? pids.split(" ").map(Number) : [];
}

/** A process that has just ended has no memory. */
function readPeak(pid: number): number {
  try {
    return memoryOf({ pid } as ChildProcess).peak || 0;
  } catch {
    return 0;
  }
}

/** Asks for two pages by turns until `done` settles, and returns their latencies in milliseconds. */
async function probeUntil(cookie: string, done: Promise<unknown>): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = { "/healthz": [], "/": [] };
  let isDone = false;
  const ended = done.finally(() => {
    isDone = true;
  });
  // Its error is thrown below, once the last probe has ended.
  ended.catch(() => undefined);
  while (!isDone) {
    for (const [path, latencies] of Object.entries(times)) {
      const began = performance.now();
      const { status } = await send("GET", path, cookie);
      if (status !== 200) throw new Error(`${path} was answered with ${status}`);
      latencies.push(performance.now() - began);
      await pause(PROBE_MS);
    }
  }
  await ended;
  return times;
}

const agent = new Agent({ keepAlive: true });

async function send(method: string, path: string, cookie: string) {
  const form = method === "POST" ? { "Content-Type": "application/x-www-form-urlencoded" } : {};
  const headers = { Cookie: cookie, "Sec-Fetch-Site": "same-origin", Accept: "text/html", ...form };
  const sent = request({ port: PORT, path, method, agent, headers });
  sent.end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.resume();
  await once(response, "end");
  return { status: response.statusCode ?? 0 };
}

function describe(times: number[] = []) {
  const [p50, p99, longest] = [0.5, 0.99, 1].map((share) => percentile(times, share).toFixed(1));
  return `p50 ${p50} ms, p99 ${p99} ms, longest ${longest} ms (${times.length} requests)`;
}
