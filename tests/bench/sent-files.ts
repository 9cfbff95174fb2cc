// Twenty photos at once, what they cost whoever asks for something else meanwhile, and what they hold in memory; and how
// long a file of 5,000 records takes.
import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { createCookie } from "@remix-run/node";
import { heavyPhoto } from "../picture-files";

const AT_ONCE = 20;
const ROUNDS = 3;
const PAUSE_MS = 20;
const RECORDS = 5000;
const QUIET_MS = 4000;
const PORT = Number(process.env.PORT ?? 3000);
const SECRET = "only for this bench, on loopback";

/** Prints times and memory beside those of the same server at rest. Needs a build; PORT must be free. */
export async function measurePictures() {
  await withServer(async (server, cookie) => {
    const photo = await heavyPhoto(4000, 3000);
    for (let i = 0; i < 50; i++) await ask("GET", "/discover", cookie);
    const resting = await listen(cookie, pause(QUIET_MS));
    const before = memoryOf(server).now;
    const began = performance.now();
    const busy = await listen(cookie, uploadAll(cookie, photo));
    const seconds = (performance.now() - began) / 1000;
    const grown = memoryOf(server).most - before;
    console.info(
      `\n${AT_ONCE} photos of 12 megapixels and ${mega(photo.length)} MB at once, ${ROUNDS} times`,
    );
    console.info(
      `made ${((AT_ONCE * ROUNDS) / seconds).toFixed(1)} a second; memory grew by ${mega(grown)} MB at most`,
    );
    console.info(`other requests at rest:   p50 ${at(resting, 0.5)} ms, p99 ${at(resting, 0.99)} ms`);
    console.info(
      `other requests meanwhile: p50 ${at(busy, 0.5)} ms, p99 ${at(busy, 0.99)} ms (${busy.length} of them)`,
    );
  });
}

/** Prints how long a file of records takes to be read, and then to be added. Needs a build; PORT must be free. */
export async function measureImport() {
  await withServer(async (_, cookie) => {
    const lines = Array.from(
      { length: RECORDS },
      (_, i) => `Artist ${i},Album ${i},1999,"LP, Album",Mint (M),`,
    );
    const head = "Artist,Title,Released,Format,Collection Media Condition,Collection Notes";
    const file = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${[head, ...lines].join("\n")}\r\n--x--\r\n`;
    const began = performance.now();
    const type = "multipart/form-data; boundary=x";
    const read = await ask("POST", "/records/import", cookie, Buffer.from(file), type);
    const wasRead = performance.now();
    await ask("POST", read.location, cookie, Buffer.from(""), "application/x-www-form-urlencoded");
    const wasAdded = performance.now();
    const page = await ask("GET", "/records", cookie);
    if (!page.text.includes("5,000 records")) throw new Error("The records are not there");
    const [reading, adding] = [wasRead - began, wasAdded - wasRead].map(Math.round);
    console.info(`\na file of ${RECORDS} records: read in ${reading} ms, added in ${adding} ms`);
  });
}

async function withServer(measure: (server: ChildProcess, cookie: string) => Promise<void>) {
  const dataDir = mkdtempSync(join(tmpdir(), "b-side-bench-files-"));
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
      DEMO: "1",
    },
  });
  try {
    while (!(await fetch(`http://127.0.0.1:${PORT}/healthz`).catch(() => undefined))?.ok) await pause(100);
    await measure(server, await seat(dataDir));
  } finally {
    server.kill("SIGTERM");
    await once(server, "exit");
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function uploadAll(cookie: string, photo: Buffer) {
  for (let round = 0; round < ROUNDS; round++) {
    const one = async () => {
      const opened = await ask("POST", "/api/objects/upload", cookie);
      const { uploadURL } = JSON.parse(opened.text) as { uploadURL: string };
      const { status } = await ask("PUT", new URL(uploadURL).pathname, cookie, photo);
      if (status !== 201) throw new Error(`A picture was answered with ${status}`);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, one));
  }
}

/** How long other requests take until something is done, sorted. */
async function listen(cookie: string, done: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isDone = false;
  const ended = done.finally(() => {
    isDone = true;
  });
  for (let i = 0; !isDone; i++) {
    const began = performance.now();
    const { status } = await ask("GET", ["/api/auth/user", "/records", "/discover"][i % 3] ?? "/", cookie);
    if (status !== 200) throw new Error(`Another request was answered with ${status}`);
    times.push(performance.now() - began);
    await pause(PAUSE_MS);
  }
  await ended;
  return times.sort((one, other) => one - other);
}

/** Puts a member with a session into the database. */
async function seat(dataDir: string): Promise<string> {
  const database = createClient({ url: `file:${dataDir}/b-side.sqlite`, timeout: 5000 });
  const [id, token, now] = [1000, randomUUID(), Date.now()];
  const digest = createHash("sha256").update(token).digest("base64url");
  await database.batch(
    [
      {
        sql: "insert into member (id, issuer, subject, first_name, last_name, created_at) values (?, 'bench', '1', 'Ada', '', ?)",
        args: [id, now],
      },
      {
        sql: "insert into session (id, member_id, data, created_at, expires_at) values (?, ?, '{}', ?, ?)",
        args: [digest, id, now, now + 3_600_000],
      },
    ],
    "write",
  );
  database.close();
  const cookie = createCookie("session", { secrets: [SECRET] });
  return (await cookie.serialize(token)).split(";")[0] ?? "";
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

async function ask(method: string, path: string, cookie: string, body?: Buffer, type = "image/jpeg") {
  const typed = body ? { "Content-Type": type } : {};
  const headers = { Cookie: cookie, "Sec-Fetch-Site": "same-origin", Accept: "text/html", ...typed };
  const asked = request({ port: PORT, path, method, agent, headers });
  asked.end(body);
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  let text = "";
  for await (const part of answer.setEncoding("utf8")) text += part;
  return { status: answer.statusCode ?? 0, text, location: answer.headers.location ?? "" };
}

/** Resident bytes of a process, now and at most so far. */
function memoryOf({ pid }: ChildProcess) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const bytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1024;
  return { now: bytes("VmRSS"), most: bytes("VmHWM") };
}

const at = (times: number[], share: number) =>
  Math.round(times[Math.floor(times.length * share)] ?? Number.NaN);
const mega = (bytes: number) => (bytes / 1e6).toFixed(1);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
