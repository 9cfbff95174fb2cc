// The memory of a machine beside a libSQL server: all its processes together, with open streams and under load.
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { client, emptyLog } from "db/client.server";
import { startSession } from "~/auth/session.server";
import { env } from "~/env.server";
import { type Browser, openBrowser } from "../../tests/api/client";
import { startPrimary } from "../../tests/api/primary";
import { type RunningServer, startServer } from "../../tests/api/server";
import { startBucket } from "../../tests/fakes/bucket";
import { heavyPhoto } from "../../tests/fakes/picture-files";
import { percentile, toMegabytes } from "./measurements";

const MEMBERS = 100;
const STREAMS_EACH = 10;
const LOAD_SECONDS = 30;
const READERS = 8;
const UPLOADERS = 2;
const SAMPLE_MS = 200;

/**
 * Prints the memory of the server and its workers, in a community with a primary of its own: idle, with a thousand streams, and
 * at the peak while members load pages, post and upload photos of 12 megapixels. Needs a build. Linux only.
 */
export async function measureMemory() {
  const cookies = await signInMembers();
  // The primary gets the file without its log.
  await emptyLog();
  const [primary, bucket] = await Promise.all([
    startPrimary({ file: join(env.dataDir, "b-side.sqlite") }),
    startBucket(),
  ]);
  const server = await startServer({
    ...bucket.variables,
    APP_ORIGIN: "http://b-side.example:8080",
    SESSION_SECRET: env.sessionSecret,
    DATABASE_URL: primary.address,
    // As in the image.
    MALLOC_ARENA_MAX: "2",
  });
  const browsers = cookies.map((cookie) => browserOf(server, cookie));
  console.info(
    `\nMemory of a machine beside a libSQL server, ${await countMembers()} members: shares of all processes, and of each`,
  );
  await Promise.all(browsers.slice(0, 5).map((one) => visit(one, "/discover")));
  await pause(3000);
  print("idle", sample(server.pid));
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const streams = await openStreams(server, agent, cookies);
  await pause(3000);
  print(`${streams.filter((status) => status === 200).length} streams`, sample(server.pid));
  const { peak, posts, statuses } = await load(server, browsers);
  print("peak", peak);
  console.info(`posts p50 ${percentile(posts, 0.5).toFixed(0)} ms; answers ${[...statuses].join(", ")}`);
  await pause(10_000);
  print("afterwards", sample(server.pid));
  agent.destroy();
  await server.stop();
  await Promise.all([primary.remove(), bucket.close()]);
}

/** The session cookies of the first members. */
async function signInMembers(): Promise<string[]> {
  const { rows } = await client.execute({
    sql: "select id from member order by id limit ?",
    args: [MEMBERS],
  });
  const cookies: string[] = [];
  for (const { id } of rows) {
    const setCookie = await startSession(new Request(env.origin), Number(id), {});
    cookies.push(setCookie.split(";")[0] ?? "");
  }
  return cookies;
}

async function countMembers(): Promise<unknown> {
  return (await client.execute("select count(*) as members from member")).rows[0]?.members;
}

function browserOf(server: RunningServer, cookie: string): Browser {
  const [name = "", value = ""] = cookie.split(/=(.*)/);
  return openBrowser(server, [{ name, value, path: "/" }]);
}

const visit = (one: Browser, path: string) => one.get(path, { Accept: "text/html" });

async function openStreams(server: RunningServer, agent: Agent, cookies: string[]) {
  const all = cookies.flatMap((cookie) => Array<string>(STREAMS_EACH).fill(cookie));
  return Promise.all(
    all.map(
      (cookie) =>
        new Promise<number>((resolve, reject) => {
          const headers = { Host: new URL(server.origin).host, Cookie: cookie };
          const outgoing = request(`${server.address}/api/live`, { agent, headers }, (answer) => {
            answer.resume().on("error", () => undefined);
            resolve(answer.statusCode ?? 0);
          });
          outgoing.on("error", reject).end();
        }),
    ),
  );
}

async function load(server: RunningServer, browsers: Browser[]) {
  const until = Date.now() + LOAD_SECONDS * 1000;
  const statuses = new Set<number>();
  const posts: number[] = [];
  let peak = sample(server.pid);
  const watching = setInterval(() => {
    const now = sample(server.pid);
    if (total(now) > total(peak)) peak = now;
  }, SAMPLE_MS);
  const repeat = async (act: () => Promise<Response | undefined>) => {
    while (Date.now() < until) statuses.add((await act())?.status ?? 0);
  };
  const pages = ["/", "/discover", "/matches", "/messages", "/profile"];
  const bytes = new Uint8Array(await heavyPhoto(4000, 3000));
  const readers = browsers.slice(0, READERS).map((one, i) => repeat(() => visit(one, pages[i % 5] ?? "/")));
  const uploaders = browsers.slice(READERS, READERS + UPLOADERS).map((one) =>
    repeat(() => {
      const fields = new FormData();
      fields.set("file", new File([bytes], "photo.jpg", { type: "image/jpeg" }));
      return one.form("/profile/photo", fields);
    }),
  );
  const [writer] = browsers.slice(-1) as [Browser];
  const writing = repeat(async () => {
    const began = performance.now();
    const answer = await writer.json("POST", "/api/playlists", {
      id: randomUUID(),
      name: "Memory",
      genre: "",
    });
    posts.push(performance.now() - began);
    await pause(500);
    return answer;
  });
  await Promise.all([...readers, ...uploaders, writing]);
  clearInterval(watching);
  return { peak, posts, statuses };
}

type Share = { name: string; bytes: number };

/** The memory of a process and its descendants; shared memory is divided among them, so that the sum is right. */
function sample(pid: number): Share[] {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    const bytes = Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]) * 1024;
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    const program = command.find((part) => /\.m?js$/.test(part)) ?? "";
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim().split(" ").filter(Boolean),
    );
    return [
      { name: program.split("/").at(-1) ?? "", bytes },
      ...children.flatMap((child) => sample(Number(child))),
    ];
  } catch {
    // It has ended meanwhile.
    return [];
  }
}

function total(shares: Share[]): number {
  return shares.reduce((sum, { bytes }) => sum + bytes, 0);
}

function print(when: string, shares: Share[]) {
  const parts = shares.map(({ name, bytes }) => `${name} ${toMegabytes(bytes)}`);
  console.info(`${when}: ${toMegabytes(total(shares))} MB (${parts.join(", ")})`);
}
