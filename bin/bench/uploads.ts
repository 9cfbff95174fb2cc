// Twenty photo uploads at once, and their cost to other requests and in memory.
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { heavyPhoto } from "../../tests/fakes/picture-files";
import { PORT, type SignedIn, withFreshServer } from "./fresh-server";
import { memoryOf, percentile, toMegabytes } from "./measurements";

const PHOTOS_AT_ONCE = 20;
/** A member may upload this many at once. */
const PHOTOS_OF_A_MEMBER = 4;
const ROUNDS = 3;
const PAUSE_MS = 20;
const IDLE_MS = 4000;

/** Prints throughput, memory, and the latency of other requests with and without uploads. */
export async function measurePictures() {
  await withFreshServer(PHOTOS_AT_ONCE / PHOTOS_OF_A_MEMBER, async (server, members) => {
    const cookie = members[0]?.cookie ?? "";
    const photo = await heavyPhoto(4000, 3000);
    for (let i = 0; i < 50; i++) await send("GET", "/discover", cookie);
    const idle = await timeRequestsUntil(cookie, pause(IDLE_MS));
    const before = memoryOf(server).now;
    const began = performance.now();
    const busy = await timeRequestsUntil(cookie, uploadAll(members, photo));
    const seconds = (performance.now() - began) / 1000;
    const grown = memoryOf(server).peak - before;
    console.info(
      `\n${PHOTOS_AT_ONCE} photos of 12 megapixels and ${toMegabytes(photo.length)} MB at once, ${ROUNDS} times`,
    );
    console.info(
      `${((PHOTOS_AT_ONCE * ROUNDS) / seconds).toFixed(1)} photos a second; memory grew by at most ${toMegabytes(grown)} MB`,
    );
    console.info(`other requests when idle:      ${describeLatency(idle)}`);
    console.info(`other requests during uploads: ${describeLatency(busy)} (${busy.length} requests)`);
  });
}

async function uploadAll(members: SignedIn[], photo: Buffer) {
  const upload = async ({ cookie }: SignedIn) => {
    const opened = await send("POST", "/api/objects/upload", cookie);
    const { uploadURL } = JSON.parse(opened.text) as { uploadURL: string };
    const { status } = await send("PUT", new URL(uploadURL).pathname, cookie, photo);
    if (status !== 201) throw new Error(`An upload was answered with ${status}`);
  };
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all(
      members.flatMap((member) => Array.from({ length: PHOTOS_OF_A_MEMBER }, () => upload(member))),
    );
  }
}

/** Sends a member's other requests until `done` settles and returns their latencies in milliseconds. */
export async function timeRequestsUntil(cookie: string, done: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isDone = false;
  const ended = done.finally(() => {
    isDone = true;
  });
  for (let i = 0; !isDone; i++) {
    const began = performance.now();
    const path = ["/api/auth/user", "/records", "/discover"][i % 3] ?? "/";
    const { status } = await send("GET", path, cookie);
    if (status !== 200) throw new Error(`${path} was answered with ${status}`);
    times.push(performance.now() - began);
    await pause(PAUSE_MS);
  }
  await ended;
  return times;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

async function send(method: string, path: string, cookie: string, body?: Buffer) {
  const contentType = body ? { "Content-Type": "image/jpeg" } : {};
  const headers = { Cookie: cookie, "Sec-Fetch-Site": "same-origin", Accept: "text/html", ...contentType };
  const sent = request({ port: PORT, path, method, agent, headers });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  let text = "";
  for await (const part of response.setEncoding("utf8")) text += part;
  return { status: response.statusCode ?? 0, text };
}

export function describeLatency(times: number[]) {
  return `p50 ${Math.round(percentile(times, 0.5))} ms, p99 ${Math.round(percentile(times, 0.99))} ms`;
}
