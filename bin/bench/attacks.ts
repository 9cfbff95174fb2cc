// Attacks on a running server: how long its event loop is blocked, and how long /healthz takes meanwhile.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { type LoopDelay, PORT, reportLoopDelay } from "./fresh-server";
import { percentile } from "./measurements";

const ROUNDS = 3;
const PROBE_MS = 5;
const IDLE_MS = 3000;

export type Sent = {
  method?: string;
  path: string;
  cookie: string;
  type?: string;
  body?: string | Uint8Array;
};
/** Steps run one after another; each resolves with the status of its response. */
export type Attack = { name: string; steps: { label: string; run: () => Promise<number> }[] };

/** The baseline for all attacks. */
export const nobody: Attack = { name: "nobody", steps: [{ label: "", run: () => pause(IDLE_MS, 0) }] };

/** Runs the attacks one after another and prints a row for each; returns the longest computation of all in ms. */
export async function printAttacks(server: ChildProcess, attacks: Attack[]): Promise<number> {
  const table = [];
  for (const attack of attacks) table.push(await measureAttack(server, attack));
  console.info(
    `\nwhile somebody sends, in ms: the slowest step's longest computation and loop delay, median of ${ROUNDS}`,
  );
  // biome-ignore lint/suspicious/noConsole: the output of a bench is a table
  console.table(table);
  return Math.max(...table.map(({ computing }) => computing));
}

async function measureAttack(server: ChildProcess, { name, steps }: Attack) {
  for (const { run } of steps) await run();
  const latencies: number[] = [];
  const statuses = new Set<number>();
  let slowest = { label: "", delayMs: 0, busyMs: 0 };
  for (const { label, run } of steps) {
    const reports: LoopDelay[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await reportLoopDelay(server);
      let isOver = false;
      const answered = run().finally(() => {
        isOver = true;
      });
      answered.catch(() => undefined);
      while (!isOver) {
        const began = performance.now();
        await send({ path: "/healthz", cookie: "" });
        latencies.push(performance.now() - began);
        await pause(PROBE_MS);
      }
      statuses.add(await answered);
      reports.push(await reportLoopDelay(server));
    }
    const median = (key: keyof LoopDelay) =>
      percentile(
        reports.map((report) => report[key]),
        0.5,
      );
    const [delayMs, busyMs] = [median("delayMs"), median("busyMs")];
    if (busyMs > slowest.busyMs) slowest = { label, delayMs, busyMs };
  }
  return {
    attack: name,
    answers: [...statuses].sort().join(" "),
    computing: Number(slowest.busyMs.toFixed(1)),
    "loop delay": Number(slowest.delayMs.toFixed(1)),
    "/healthz p99": Number(percentile(latencies, 0.99).toFixed(1)),
    slowest: slowest.label.slice(0, 40),
  };
}

/** An attack by requests, one after another. */
export function sending(name: string, requests: Sent[]): Attack {
  return {
    name,
    steps: requests.map((sent) => ({
      label: `${sent.path} ${typeof sent.body === "string" ? sent.body.slice(0, 16) : ""}`,
      run: async () => (await send(sent)).status,
    })),
  };
}

/** An attack of one step. */
export function inOneStep(name: string, run: () => Promise<number>): Attack {
  return { name, steps: [{ label: "", run }] };
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends a request as a page of the site would; a body refused midway counts with the status of its response. */
export async function send({ method, path, cookie, type, body }: Sent) {
  const headers = {
    ...(cookie ? { Cookie: cookie } : {}),
    "Sec-Fetch-Site": "same-origin",
    ...(type ? { "Content-Type": type } : {}),
    ...(body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) }),
    Accept: path.startsWith("/api/") ? "application/json" : "text/html",
  };
  const sent = request({
    port: PORT,
    path,
    method: method ?? (body === undefined ? "GET" : "POST"),
    agent,
    headers,
  });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  let text = "";
  for await (const part of response.setEncoding("utf8")) text += part;
  return { status: response.statusCode ?? 0, text, location: response.headers.location ?? "" };
}
