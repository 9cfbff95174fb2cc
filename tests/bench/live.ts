// Live delivery with many open streams, and what a stream holds in memory, beside a bare WebSocket echo server.
import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
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

/** Prints delivery times and memory. Needs a build; PORT and the port after it must be free. */
export async function measureLive() {
  const dataDir = mkdtempSync(join(tmpdir(), "b-side-bench-live-"));
  const server = spawn(process.execPath, ["build/index.js"], {
    stdio: ["ignore", "ignore", "inherit"],
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
  const echo = spawn(process.execPath, ["-e", ECHO, String(PORT + 1)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    while (!(await fetch(`http://127.0.0.1:${PORT}/healthz`).catch(() => undefined))?.ok) await pause(100);
    const people = await seat(dataDir);
    // The first requests fill what every process keeps.
    for (const { cookie } of people.slice(0, 50)) (await openStream(cookie, () => {})).destroy();
    await pause(2000);
    const before = memoryOf(server);
    const sentAt = new Map<string, number>();
    const delays: number[] = [];
    const streams: ClientRequest[] = [];
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
    const writing: Promise<void>[] = [];
    const began = performance.now();
    for (let i = 0; i < A_SECOND * SECONDS; i++) {
      const early = began + (i * 1000) / A_SECOND - performance.now();
      if (early > 0) await pause(early);
      writing.push(write(people[i % STREAMS] as Seat, sentAt));
    }
    await Promise.all(writing);
    const kept = writing.length / ((performance.now() - began) / 1000);
    await pause(2000);
    for (const stream of streams) stream.destroy();
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
  } finally {
    for (const child of [server, echo]) child.kill("SIGTERM");
    await once(server, "exit");
    rmSync(dataDir, { recursive: true, force: true });
  }
}

type Seat = { cookie: string; talk: string };

/** Puts members with sessions into the database, two and two in a conversation. */
async function seat(dataDir: string): Promise<Seat[]> {
  const database = createClient({ url: `file:${dataDir}/b-side.sqlite`, timeout: 5000 });
  const now = Date.now();
  const cookie = createCookie("session", { secrets: [SECRET] });
  const people: Seat[] = [];
  const statements = [];
  for (let i = 0; i < STREAMS; i++) {
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

async function openStream(cookie: string, hear: (text: string) => void): Promise<ClientRequest> {
  const asked = request({ port: PORT, path: "/api/live", agent: streamAgent, headers: { Cookie: cookie } });
  asked.on("error", () => {}).end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`The stream was answered with ${answer.statusCode}`);
  answer
    .setEncoding("utf8")
    .on("data", hear)
    .on("error", () => {});
  return asked;
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

/** Resident bytes of a process. */
function memoryOf({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;
}

const kilo = (bytes: number) => Math.round(bytes / 1000);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
