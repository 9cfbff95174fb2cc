// The built server on a database of its own, with members who are signed in.
import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createCookie } from "@remix-run/node";
import { openDatabaseFile } from "../../tests/database-file";

export const PORT = Number(process.env.PORT ?? 3000);
const SECRET = "only for this bench, on loopback";

/** A signed-in member: their session cookie and the id of their conversation. */
export type SignedIn = { cookie: string; conversationId: string };

/**
 * Starts the built server with demo members and `count` signed-in members, paired in conversations, and stops it after
 * `measure`. To the message "report loop delay" the server process replies with the longest delay of its event loop since the
 * last report, and the longest time that its main thread has computed between two turns of the loop, whatever else ran on the
 * machine. Needs a build; PORT must be free. Linux only.
 */
export async function withFreshServer(
  count: number,
  measure: (server: ChildProcess, members: SignedIn[], dataDir: string) => Promise<void>,
) {
  const dataDir = mkdtempSync(join(tmpdir(), "b-side-bench-"));
  const server = spawnServer(dataDir);
  const exited = once(server, "exit");
  try {
    await untilHealthy();
    await measure(server, await addMembers(dataDir, count), dataDir);
  } finally {
    server.kill("SIGTERM");
    await exited;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function spawnServer(dataDir: string): ChildProcess {
  return spawn(process.execPath, ["--import", REPORTS, "build/server/index.js"], {
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
      DEMO: "1",
    },
  });
}

async function untilHealthy() {
  while (!(await fetch(`http://127.0.0.1:${PORT}/healthz`).catch(() => undefined))?.ok) await pause(100);
}

export type LoopDelay = { delayMs: number; busyMs: number };

/** A server's answer to "report loop delay". */
export async function reportLoopDelay(server: ChildProcess): Promise<LoopDelay> {
  server.send("report loop delay");
  const [report] = (await once(server, "message")) as [LoopDelay];
  return report;
}

/** Inserts members with sessions, paired in conversations. */
async function addMembers(dataDir: string, count: number): Promise<SignedIn[]> {
  const database = openDatabaseFile(`${dataDir}/b-side.sqlite`);
  const now = Date.now();
  const cookie = createCookie("session", { secrets: [SECRET] });
  const members: SignedIn[] = [];
  const statements = [];
  for (let i = 0; i < count; i++) {
    const [id, token, conversationId] = [1000 + i, randomUUID(), `conversation-${Math.floor(i / 2)}`];
    members.push({ cookie: (await cookie.serialize(token)).split(";")[0] ?? "", conversationId });
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
        args: [conversationId, id - 1, id, id, now, now],
      });
    }
  }
  await database.batch(statements, "write");
  database.close();
  return members;
}

/** A module that answers its process's messages with the delay of its event loop. */
const REPORTS = `data:text/javascript,${encodeURIComponent(`
import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
const delay = monitorEventLoopDelay({ resolution: 1 });
const readCpuMs = () => {
  // Makes the kernel update its count: the file alone is up to a tick of some milliseconds old.
  process.cpuUsage();
  return Number(readFileSync("/proc/self/schedstat", "utf8").split(" ")[0]) / 1e6;
};
let [cpuMs, busyMs, timer] = [0, 0];
const countBusy = () => {
  const now = readCpuMs();
  [busyMs, cpuMs] = [Math.max(busyMs, now - cpuMs), now];
};
process.on("message", () => {
  delay.enable();
  timer ??= setInterval(countBusy, 1).unref();
  // The delay that has just ended is counted at the next turn of the loop.
  setTimeout(() => {
    process.send({ delayMs: delay.max / 1e6, busyMs });
    delay.reset();
    busyMs = 0;
  }, 10);
});
process.channel.unref();
`)}`;
