// Live streams: delivery times and memory with many open streams beside a bare WebSocket server, and delivery through
// dropped connections.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { PORT, type SignedIn, withFreshServer } from "./fresh-server";
import { memoryOf, percentile } from "./measurements";
import { comparePosts, postMessage } from "./posts";

const STREAMS = 2000;
const MESSAGES_PER_SECOND = Number(process.env.MESSAGES_PER_SECOND ?? 200);
const SECONDS = 10;

const DROPS_SECONDS = 60;
const DROPS_MESSAGES = 2000;
/** How long readers may take to catch up after the last message. */
const CATCH_UP_MS = 20_000;

/**
 * Prints delivery times at the rate MESSAGES_PER_SECOND, the messages per second of clients that post as fast as they can while
 * all streams are open, and memory per stream. The port after PORT must be free, too.
 */
export async function measureLive() {
  const echo = spawn(process.execPath, ["-e", ECHO_SERVER, String(PORT + 1)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await withFreshServer(STREAMS, async (server, members) => {
      // The first requests allocate memory that the process keeps anyway.
      for (const { cookie } of members.slice(0, 50)) (await openStream(cookie, () => {})).drop();
      await pause(2000);
      const before = memoryOf(server).now;
      const sentAt = new Map<string, number>();
      const delays: number[] = [];
      const streams: Stream[] = [];
      for (const { cookie } of members) {
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
      const perStream = (memoryOf(server).now - before) / STREAMS;
      const began = performance.now();
      const count = await sendEvenly(members, MESSAGES_PER_SECOND, SECONDS, sentAt);
      const sentPerSecond = count / ((performance.now() - began) / 1000);
      await pause(2000);
      await comparePosts(members);
      for (const stream of streams) stream.drop();

      const echoBefore = memoryOf(echo).now;
      const sockets = await Promise.all(Array.from({ length: STREAMS }, () => openWebSocket()));
      await pause(2000);
      const perSocket = (memoryOf(echo).now - echoBefore) / STREAMS;
      for (const socket of sockets) socket.destroy();
      const [p50, p95] = [percentile(delays, 0.5), percentile(delays, 0.95)].map(Math.round);
      console.info(
        `\n${STREAMS} open streams, target ${MESSAGES_PER_SECOND} messages a second for ${SECONDS} s`,
      );
      console.info(`sent ${Math.round(sentPerSecond)} a second`);
      console.info(
        `delivered ${delays.length} of ${2 * MESSAGES_PER_SECOND * SECONDS}: p50 ${p50} ms, p95 ${p95} ms`,
      );
      console.info(
        `memory per stream ${toKilobytes(perStream)} kB, per bare WebSocket ${toKilobytes(perSocket)} kB`,
      );
    });
  } finally {
    echo.kill("SIGTERM");
  }
}

/**
 * Has two members write to each other for a minute while their two streams each drop at random within three seconds.
 * Throws unless every reader receives every message once and in order.
 */
export async function measureDrops() {
  await withFreshServer(2, async (_, members) => {
    let isOver = false;
    let deadline = Number.POSITIVE_INFINITY;
    let drops = 0;
    const readers = [...members, ...members].map(({ cookie }) => ({ cookie, sequences: [] as number[] }));
    const reading = readers.map(async ({ cookie, sequences }) => {
      let lastEventId = "";
      while (!isOver || sequences.length < DROPS_MESSAGES) {
        const read = readEvents(({ id, message }) => {
          lastEventId = id ?? lastEventId;
          if (message) sequences.push(message.sequence);
        });
        const stream = await openStream(cookie, read, lastEventId);
        await pause(Math.random() * 3000);
        stream.drop();
        drops++;
        if (isOver && Date.now() > deadline) break;
      }
    });
    await pause(500);
    const sent = await sendEvenly(members, DROPS_MESSAGES / DROPS_SECONDS, DROPS_SECONDS, new Map());
    deadline = Date.now() + CATCH_UP_MS;
    isOver = true;
    await Promise.all(reading);
    for (const { sequences } of readers) {
      const isOrdered = sequences.every((sequence, i) => i === 0 || sequence > (sequences[i - 1] ?? 0));
      if (sequences.length !== sent || !isOrdered) {
        throw new Error(`A reader received ${sequences.length} of ${sent} messages, in order: ${isOrdered}`);
      }
    }
    console.info(`\n${sent} messages by two members in ${DROPS_SECONDS} s, ${drops} streams dropped`);
    console.info(`each of ${readers.length} readers received each message once and in order`);
  });
}

/** Sends messages at an even rate, by each member in turn, and returns how many once all are answered. */
async function sendEvenly(
  members: SignedIn[],
  perSecond: number,
  seconds: number,
  sentAt: Map<string, number>,
): Promise<number> {
  const sending: Promise<void>[] = [];
  const began = performance.now();
  for (let i = 0; i < Math.round(perSecond * seconds); i++) {
    const untilDue = began + (i * 1000) / perSecond - performance.now();
    if (untilDue > 0) await pause(untilDue);
    sending.push(sendMessage(members[i % members.length] as SignedIn, sentAt));
  }
  await Promise.all(sending);
  return sending.length;
}

const streamAgent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
const messageAgent = new Agent({ keepAlive: true, maxSockets: 16 });

type Stream = { drop: () => void };

/** Opens a stream, resuming after `lastEventId` if given; `onText` is not called after `drop()`. */
async function openStream(cookie: string, onText: (text: string) => void, lastEventId = ""): Promise<Stream> {
  const headers = { Cookie: cookie, ...(lastEventId ? { "Last-Event-ID": lastEventId } : {}) };
  const sent = request({ port: PORT, path: "/api/live", agent: streamAgent, headers });
  sent.on("error", () => {}).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`The stream was answered with ${response.statusCode}`);
  response
    .setEncoding("utf8")
    .on("data", onText)
    .on("error", () => {});
  return {
    drop() {
      response.off("data", onText);
      sent.destroy();
    },
  };
}

/** Returns a function that takes a stream's text in pieces, and calls `onEvent` for each whole event. */
function readEvents(
  onEvent: (event: { id?: string; message?: { id: string; sequence: number } }) => void,
): (text: string) => void {
  let incomplete = "";
  return (text) => {
    // An event that a drop cuts in half arrives again in full.
    const events = (incomplete + text).split("\n\n");
    incomplete = events.pop() ?? "";
    for (const event of events) {
      const data = /^event: message\ndata: (.*)$/m.exec(event)?.[1];
      onEvent({ id: /^id: (\S+)$/m.exec(event)?.[1], message: data && JSON.parse(data).message });
    }
  };
}

async function sendMessage(member: SignedIn, sentAt: Map<string, number>) {
  const id = randomUUID();
  // The clock starts with a free connection, so that queueing in this client does not count as delivery.
  const onRequest = (sent: ClientRequest) => sent.on("socket", () => sentAt.set(id, performance.now()));
  const status = await postMessage(member, { id, agent: messageAgent, onRequest });
  if (status !== 201) throw new Error(`A message was answered with ${status}`);
}

async function openWebSocket(): Promise<Socket> {
  const socket = connect(PORT + 1, "127.0.0.1");
  const key = randomUUID();
  socket.write(
    `GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.from(key).subarray(0, 16).toString("base64")}\r\n\r\n`,
  );
  await once(socket, "data");
  return socket;
}

/** The baseline for memory: the `ws` package and nothing else. */
const ECHO_SERVER = `
const { WebSocketServer } = require("ws");
new WebSocketServer({ port: Number(process.argv[1]), host: "127.0.0.1" })
  .on("connection", (socket) => socket.on("message", (data) => socket.send(data)));
`;

const toKilobytes = (bytes: number) => Math.round(bytes / 1000);
