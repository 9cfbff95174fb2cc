// Minutes of everyday operation: streams, messages, backups and rolling restarts, after which everything is counted.
import { type ChildProcess, execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once, setMaxListeners } from "node:events";
import { rmSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { postMessage, readEvents } from "./clients";
import { PORT, type SignedIn, spawnServer, untilHealthy, withFreshServer } from "./fresh-server";
import { memoryOf, percentile, toMegabytes } from "./measurements";

const SECONDS = Number(process.env.SOAK_SECONDS ?? 600);
const STREAMS = 500;
const WRITES_PER_SECOND = 20;
const BACKUP_MS = 60_000;
const RESTART_MS = 120_000;
const HEALTH_CHECK_MS = 500;
const RETRY_MS = 200;
/** How long a request or a stream is tried again before the soak fails. */
const GIVE_UP_MS = 30_000;
const CATCH_UP_MS = 5000;
const MEMORY_MS = 10_000;

/** The servers that answer their health checks, as a load balancer knows them. */
type Balancer = { healthy: Set<number>; ports: Set<number> };
type Counts = { sent: number; retried: number; refused: Record<string, number> };

/**
 * Prints what was acknowledged, retried, delivered and backed up. Throws if an acknowledged message was not delivered once
 * to both of its members, or a request failed for longer than thirty seconds. SOAK_SECONDS shortens it. PORT and the port
 * after it must be free.
 */
export async function measureSoak() {
  process.env.DRAIN_SECONDS = "4";
  await withFreshServer(STREAMS, async (first, members, dataDir) => {
    const over = new AbortController();
    setMaxListeners(STREAMS, over.signal);
    const balancer: Balancer = { healthy: new Set([PORT]), ports: new Set([PORT]) };
    const checks = setInterval(() => void checkHealth(balancer), HEALTH_CHECK_MS);
    const counts: Counts = { sent: 0, retried: 0, refused: {} };
    const acknowledged = new Map<string, number>();
    const received = members.map(() => new Map<string, number>());
    const streams = members.map((member, i) => keepReading(balancer, member, received[i], over.signal));
    const memory: number[] = [];
    let current = first;
    const measuring = setInterval(() => memory.push(memoryOf(current).now), MEMORY_MS);
    const isOver = () => over.signal.aborted;
    const backups = repeat(BACKUP_MS, isOver, () => backUp(dataDir));
    let restarts = 0;
    const rolling = repeat(RESTART_MS, isOver, async () => {
      current = await roll(balancer, current, dataDir, ++restarts);
    });

    await pause(2000);
    const delays = await writeEvenly(balancer, members, counts, acknowledged);
    await pause(CATCH_UP_MS);
    over.abort();
    clearInterval(measuring);
    const [backedUp] = await Promise.all([backups, rolling, ...streams]);
    clearInterval(checks);

    let lost = 0;
    let repeated = 0;
    for (const [id, pair] of acknowledged) {
      for (const inbox of [received[pair], received[pair + 1]]) {
        const times = inbox?.get(id) ?? 0;
        if (times === 0) lost++;
        if (times > 1) repeated++;
      }
    }
    console.info(`\n${SECONDS} s, ${STREAMS} streams, ${WRITES_PER_SECOND} messages a second`);
    console.info(
      `${acknowledged.size} of ${counts.sent} messages acknowledged, p95 ${percentile(delays, 0.95).toFixed(0)} ms`,
    );
    console.info(`${counts.retried} attempts failed and were repeated: ${JSON.stringify(counts.refused)}`);
    console.info(`${lost} deliveries missing and ${repeated} repeated, of ${2 * acknowledged.size}`);
    console.info(`${backedUp} backups verified, ${restarts} servers replaced`);
    const [early, late] = [memory.slice(0, memory.length / 2), memory.slice(memory.length / 2)];
    const median = (values: number[]) => toMegabytes(percentile(values, 0.5));
    console.info(`memory, median: first half ${median(early)} MB, second half ${median(late)} MB`);
    if (current !== first) await stop(current);
    if (lost || repeated || acknowledged.size !== counts.sent)
      throw new Error("Something was lost or repeated");
  });
}

async function checkHealth({ healthy, ports }: Balancer) {
  for (const port of ports) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
    if (answer?.ok && ports.has(port)) healthy.add(port);
    else healthy.delete(port);
  }
}

/** Starts the next server, and stops the present one once it is there. */
async function roll(balancer: Balancer, current: ChildProcess, dataDir: string, turn: number) {
  const [from, to] = turn % 2 ? [PORT, PORT + 1] : [PORT + 1, PORT];
  const next = spawnServer(dataDir, to);
  await untilHealthy(to);
  balancer.ports.add(to);
  balancer.healthy.add(to);
  await stop(current);
  balancer.ports.delete(from);
  balancer.healthy.delete(from);
  return next;
}

async function stop(server: ChildProcess) {
  const exited = once(server, "exit");
  server.kill("SIGTERM");
  const [code] = await exited;
  if (code !== 0) throw new Error(`A server ended with ${code}`);
}

async function backUp(dataDir: string) {
  const file = join(dataDir, `backup-${randomUUID()}.tar`);
  const env = {
    ...process.env,
    NODE_ENV: "production" as const,
    DATA_DIR: dataDir,
    DATABASE_URL: "",
    APP_ORIGIN: "",
  };
  await promisify(execFile)(process.execPath, ["build/cli.js", "backup", file], { env });
  rmSync(file);
}

/** Runs an action at an interval until it is over; resolves with how often it ran. */
async function repeat(
  everyMs: number,
  isOver: () => boolean,
  action: () => Promise<unknown>,
): Promise<number> {
  let times = 0;
  for (let due = Date.now() + everyMs; ; due += everyMs) {
    while (Date.now() < due) {
      if (isOver()) return times;
      await pause(100);
    }
    await action();
    times++;
  }
}

/** Sends messages at an even rate, each until it is acknowledged; resolves with the milliseconds that took. */
async function writeEvenly(
  balancer: Balancer,
  members: SignedIn[],
  counts: Counts,
  acknowledged: Map<string, number>,
): Promise<number[]> {
  const delays: number[] = [];
  const sending: Promise<void>[] = [];
  const began = performance.now();
  for (let i = 0; i < WRITES_PER_SECOND * SECONDS; i++) {
    const untilDue = began + (i * 1000) / WRITES_PER_SECOND - performance.now();
    if (untilDue > 0) await pause(untilDue);
    const at = i % members.length;
    sending.push(
      (async () => {
        const sentAt = performance.now();
        const id = randomUUID();
        counts.sent++;
        await sendUntilSaved(balancer, members[at] as SignedIn, id, counts);
        delays.push(performance.now() - sentAt);
        acknowledged.set(id, at - (at % 2));
      })(),
    );
  }
  await Promise.all(sending);
  return delays;
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 });
const streamAgent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
let turn = 0;

function nextPort({ healthy }: Balancer): number {
  const ports = [...healthy];
  return ports[turn++ % ports.length] ?? PORT;
}

async function sendUntilSaved(balancer: Balancer, member: SignedIn, id: string, counts: Counts) {
  const giveUpAt = Date.now() + GIVE_UP_MS;
  for (;;) {
    const outcome = await postMessage(member, { id, agent, port: nextPort(balancer) }).catch((error) =>
      String(error.code),
    );
    if (outcome === 201 || outcome === 200) return;
    counts.retried++;
    counts.refused[outcome] = (counts.refused[outcome] ?? 0) + 1;
    if (Date.now() > giveUpAt) throw new Error(`A message was not saved in time: ${outcome}`);
    await pause(RETRY_MS);
  }
}

/** Reads a member's stream and counts its messages, going on at another server where it ends. */
async function keepReading(
  balancer: Balancer,
  { cookie }: SignedIn,
  inbox: Map<string, number> | undefined,
  signal: AbortSignal,
) {
  let lastEventId = "";
  while (!signal.aborted) {
    const sent = request({
      port: nextPort(balancer),
      path: "/api/live",
      agent: streamAgent,
      headers: {
        Host: `127.0.0.1:${PORT}`,
        Cookie: cookie,
        ...(lastEventId ? { "Last-Event-ID": lastEventId } : {}),
      },
      signal,
    });
    sent.on("error", () => {}).end();
    const answered = await once(sent, "response").catch(() => undefined);
    const response = answered?.[0] as IncomingMessage | undefined;
    const read = readEvents(({ id, message }) => {
      lastEventId = id ?? lastEventId;
      if (message) inbox?.set(message.id, (inbox.get(message.id) ?? 0) + 1);
    });
    try {
      for await (const part of response?.statusCode === 200 ? response.setEncoding("utf8") : []) read(part);
    } catch {
      // The server closed the connection: the next one goes on where this ended.
    }
    if (!signal.aborted) await pause(RETRY_MS);
  }
}
