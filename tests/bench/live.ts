// Live delivery with many open streams, and what a stream holds in memory, beside a bare WebSocket echo server; through
// streams that break, and what is left of them.
import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { createCookie } from "@remix-run/node";

const STREAMS = 2000;
const A_SECOND = 200;
const SECONDS = 10;
const PORT = Number(process.env.PORT ?? 3000);
const SECRET = "only for this bench, on loopback";

const DROPS_SECONDS = 60;
const DROPS_MESSAGES = 2000;
const LEAK_ROUNDS = 3;

/** Prints delivery times and memory. Needs a build; PORT and the port after it must be free. */
export async function measureLive() {
  const echo = spawn(process.execPath, ["-e", ECHO, String(PORT + 1)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await withServer(STREAMS, async (server, people) => {
      // The first requests fill what every process keeps.
      for (const { cookie } of people.slice(0, 50)) (await openStream(cookie, () => {})).drop();
      await pause(2000);
      const before = memoryOf(server);
      const sentAt = new Map<string, number>();
      const delays: number[] = [];
      const streams: Stream[] = [];
      for (const { cookie } of people) {
        streams.push(
          await openStream(cookie, (text) => {
            for (const [, id = ""] of text.matchAll(/"id":"([\w-]{36})"/g)) {
              const at = sentAt.get(id);
              if (at !== undefined) delays.push(performance.now() - at);
            }
          }),
        );
      }
      await pause(2000);
      const perStream = (memoryOf(server) - before) / STREAMS;
      const began = performance.now();
      const count = await writeEvenly(people, A_SECOND, SECONDS, (seat) => write(seat, sentAt));
      const kept = count / ((performance.now() - began) / 1000);
      await pause(2000);
      for (const stream of streams) stream.drop();
      delays.sort((one, other) => one - other);
      const at = (share: number) => Math.round(delays[Math.floor(delays.length * share)] ?? Number.NaN);

      const bareBefore = memoryOf(echo);
      const sockets = await Promise.all(Array.from({ length: STREAMS }, () => openEcho()));
      await pause(2000);
      const perSocket = (memoryOf(echo) - bareBefore) / STREAMS;
      for (const socket of sockets) socket.destroy();
      console.info(`\n${STREAMS} open streams, ${A_SECOND} messages a second asked for, ${SECONDS} seconds`);
      console.info(`kept ${Math.round(kept)} a second, counted from when each was sent`);
      console.info(
        `delivered ${delays.length} of ${2 * A_SECOND * SECONDS}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`,
      );
      console.info(`a stream holds ${kilo(perStream)} kB, a bare WebSocket ${kilo(perSocket)} kB`);
    });
  } finally {
    echo.kill("SIGTERM");
  }
}

/**
 * For a minute two members write to each other while each has two streams that break at random after at most three
 * seconds. Throws unless every reader was told every message once and in order.
 */
export async function measureDrops() {
  await withServer(2, async (_, people) => {
    let isOver = false;
    let broken = 0;
    const readers = [...people, ...people].map(({ cookie }) => ({ cookie, told: [] as number[] }));
    const following = readers.map(async ({ cookie, told }) => {
      let [place, rest] = ["", ""];
      while (!isOver || told.length < DROPS_MESSAGES) {
        rest = "";
        const stream = await openStream(
          cookie,
          (text) => {
            // What a break has cut in two is told again whole.
            const events = (rest + text).split("\n\n");
            rest = events.pop() ?? "";
            for (const event of events) {
              place = /^id: (\d+)$/m.exec(event)?.[1] ?? place;
              const data = /^event: message\ndata: (.*)$/m.exec(event)?.[1];
              if (data) told.push((JSON.parse(data) as { message: { sequence: number } }).message.sequence);
            }
          },
          place,
        );
        await pause(Math.random() * 3000);
        stream.drop();
        broken++;
        if (isOver && Date.now() > late) break;
      }
    });
    let late = Number.POSITIVE_INFINITY;
    await pause(500);
    const aSecond = DROPS_MESSAGES / DROPS_SECONDS;
    const sent = new Map<string, number>();
    const written = await writeEvenly(people, aSecond, DROPS_SECONDS, (seat) => write(seat, sent));
    late = Date.now() + 20_000;
    isOver = true;
    await Promise.all(following);
    for (const { told } of readers) {
      const isOrdered = told.every((sequence, i) => i === 0 || sequence > (told[i - 1] ?? 0));
      if (told.length !== written || !isOrdered) {
        throw new Error(`A reader was told ${told.length} of ${written} messages, in order: ${isOrdered}`);
      }
    }
    console.info(
      `\n${written} messages by two members in ${DROPS_SECONDS} seconds, ${broken} streams broken`,
    );
    console.info(`each of ${readers.length} readers was told each message once and in order`);
  });
}

/** Opens and closes 2,000 streams three times; prints what the process holds after each, garbage collected. */
export async function measureLeak() {
  await withServer(STREAMS, async (server, people) => {
    const held = async (when: string) => {
      await pause(2000);
      server.send("how much");
      const [{ heapUsed, sockets }] = (await once(server, "message")) as [
        { heapUsed: number; sockets: number },
      ];
      const files = readdirSync(`/proc/${server.pid}/fd`).length;
      const resident = memoryOf(server);
      console.info(
        `${when}: heap ${mega(heapUsed)} MB, resident ${mega(resident)} MB, ${files} open files, ${sockets} sockets`,
      );
      return heapUsed;
    };
    console.info(`\n${STREAMS} streams opened and closed ${LEAK_ROUNDS} times`);
    for (const { cookie } of people.slice(0, 50)) (await openStream(cookie, () => {})).drop();
    await held("before");
    const after: number[] = [];
    for (let round = 1; round <= LEAK_ROUNDS; round++) {
      const streams: Stream[] = [];
      for (const { cookie } of people) streams.push(await openStream(cookie, () => {}));
      if (round === 1) await held("all open");
      for (const stream of streams) stream.drop();
      after.push(await held(`after round ${round}`));
    }
    const [first = 0, last = 0] = [after[0], after.at(-1)];
    console.info(`the heap grew by ${mega(last - first)} MB from the first round to the last`);
  });
}

/** Runs `measure` beside the built server, with as many members, two and two in a conversation. */
async function withServer(count: number, measure: (server: ChildProcess, people: Seat[]) => Promise<void>) {
  const dataDir = mkdtempSync(join(tmpdir(), "b-side-bench-live-"));
  const server = spawn(process.execPath, ["--expose-gc", "--import", TELL_MEMORY, "build/index.js"], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      RATE_LIMITS: "off",
      HOST: "127.0.0.1",
      PORT: String(PORT),
      APP_ORIGIN: `http://127.0.0.1:${PORT}`,
      DATA_DIR: dataDir,
      DATABASE_URL: "",
      SESSION_SECRET: SECRET,
      DEMO: "0",
    },
  });
  const ended = once(server, "exit");
  try {
    while (!(await fetch(`http://127.0.0.1:${PORT}/healthz`).catch(() => undefined))?.ok) await pause(100);
    await measure(server, await seat(dataDir, count));
  } finally {
    server.kill("SIGTERM");
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Has members write in turn, so many times a second; resolves with how many messages once all are answered. */
async function writeEvenly(
  people: Seat[],
  aSecond: number,
  seconds: number,
  say: (seat: Seat) => Promise<void>,
): Promise<number> {
  const writing: Promise<void>[] = [];
  const began = performance.now();
  for (let i = 0; i < Math.round(aSecond * seconds); i++) {
    const early = began + (i * 1000) / aSecond - performance.now();
    if (early > 0) await pause(early);
    writing.push(say(people[i % people.length] as Seat));
  }
  await Promise.all(writing);
  return writing.length;
}

type Seat = { cookie: string; talk: string };

/** Puts members with sessions into the database, two and two in a conversation. */
async function seat(dataDir: string, count: number): Promise<Seat[]> {
  const database = createClient({ url: `file:${dataDir}/b-side.sqlite`, timeout: 5000 });
  const now = Date.now();
  const cookie = createCookie("session", { secrets: [SECRET] });
  const people: Seat[] = [];
  const statements = [];
  for (let i = 0; i < count; i++) {
    const [id, token, talk] = [1000 + i, randomUUID(), `talk-${Math.floor(i / 2)}`];
    people.push({ cookie: (await cookie.serialize(token)).split(";")[0] ?? "", talk });
    const digest = createHash("sha256").update(token).digest("base64url");
    statements.push(
      {
        sql: "insert into member (id, issuer, subject, first_name, last_name, created_at) values (?, 'bench', ?, 'Ada', '', ?)",
        args: [id, String(i), now],
      },
      {
        sql: "insert into session (id, member_id, data, created_at, expires_at) values (?, ?, '{}', ?, ?)",
        args: [digest, id, now, now + 3_600_000],
      },
    );
    if (i % 2) {
      statements.push({
        sql: "insert into conversation (id, low_id, high_id, started_by, accepted_at, created_at) values (?, ?, ?, ?, ?, ?)",
        args: [talk, id - 1, id, id, now, now],
      });
    }
  }
  await database.batch(statements, "write");
  database.close();
  return people;
}

const streamAgent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
const writeAgent = new Agent({ keepAlive: true, maxSockets: 16 });

type Stream = { drop: () => void };

/** Opens a stream; after `drop` it is not heard any more. `place` is where the one before it was broken. */
async function openStream(cookie: string, hear: (text: string) => void, place = ""): Promise<Stream> {
  const headers = { Cookie: cookie, ...(place ? { "Last-Event-ID": place } : {}) };
  const asked = request({ port: PORT, path: "/api/live", agent: streamAgent, headers });
  asked.on("error", () => {}).end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`The stream was answered with ${answer.statusCode}`);
  answer
    .setEncoding("utf8")
    .on("data", hear)
    .on("error", () => {});
  return {
    drop() {
      answer.off("data", hear);
      asked.destroy();
    },
  };
}

async function write({ cookie, talk }: Seat, sentAt: Map<string, number>) {
  const id = randomUUID();
  const asked = request({
    port: PORT,
    path: `/api/conversations/${talk}/messages`,
    method: "POST",
    agent: writeAgent,
    headers: { Cookie: cookie, "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
  });
  // From when it goes out: what waits for a free connection is not delivery.
  asked.on("socket", () => sentAt.set(id, performance.now()));
  asked.end(JSON.stringify({ id, content: "Have you heard this one?" }));
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  answer.resume();
  if (answer.statusCode !== 201) throw new Error(`A message was answered with ${answer.statusCode}`);
}

async function openEcho(): Promise<Socket> {
  const socket = connect(PORT + 1, "127.0.0.1");
  const key = randomUUID();
  socket.write(
    `GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.from(key).subarray(0, 16).toString("base64")}\r\n\r\n`,
  );
  await once(socket, "data");
  return socket;
}

/** What the yardstick is: the `ws` package and nothing else. */
const ECHO = `
const { WebSocketServer } = require("ws");
new WebSocketServer({ port: Number(process.argv[1]), host: "127.0.0.1" })
  .on("connection", (socket) => socket.on("message", (data) => socket.send(data)));
`;

/** Answers any message with what the process holds. */
const TELL_MEMORY = `data:text/javascript,${encodeURIComponent(`
process.on("message", () => {
  globalThis.gc();
  const sockets = process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
  process.send({ heapUsed: process.memoryUsage().heapUsed, sockets });
});
process.channel.unref();
`)}`;

/** Resident bytes of a process. */
function memoryOf({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;
}

const mega = (bytes: number) => (bytes / 1_000_000).toFixed(1);
const kilo = (bytes: number) => Math.round(bytes / 1000);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
