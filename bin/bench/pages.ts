// Pages per second of the built server, relative to its own /healthz: the cost of a page above an empty response.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { client } from "db/client.server";
import { startSession } from "~/auth/session.server";
import { env } from "~/env.server";
import { dayAt } from "~/matching/cell";
import { DISCOVER_DEFAULTS, discoverParams } from "~/models/match/discover";

const SECONDS = 6;
const WARM_UP_SECONDS = 2;
const CONNECTIONS = 8;

/** Prints a line per page, as a member of the largest town sees it. Needs a build; PORT must be free. */
export async function measurePages() {
  const table: Record<string, string | number>[] = [];
  const show = await findShow();
  await withSeededServer(async (origin, cookie) => {
    const health = `${origin}/healthz`;
    // Makes the server read the index of a large community, which the home screen would otherwise wait for at each request.
    await waitUntilReady(`${origin}/api/discover`, cookie);
    const pages = [
      { page: "/ (signed out)", path: "/" },
      { page: "/ (member)", path: "/", cookie },
      { page: "/discover", path: "/discover", cookie },
      { page: "/artists", path: "/artists", cookie },
      { page: "/artists/radiohead", path: "/artists/radiohead", cookie },
      {
        page: "/artists, listed by most",
        path: `/artists/${encodeURIComponent(await findArtist())}`,
        cookie,
      },
      { page: "/shows", path: "/shows", cookie },
      { page: "/shows/{id}, most goers", path: `/shows/${show}`, cookie },
      { page: "/api/discover, defaults", path: `/api/discover?${discoverParams(DISCOVER_DEFAULTS)}`, cookie },
    ];
    for (const { page, path, cookie } of pages) {
      await load(origin + path, cookie, WARM_UP_SECONDS);
      // Each page gets a /healthz measurement of its own, since the load of the machine may change.
      const empty = await load(health, undefined, SECONDS / 2);
      const { perSecond, p50, p99 } = await load(origin + path, cookie, SECONDS);
      table.push({
        page,
        "per second": Math.round(perSecond),
        p50,
        p99,
        "/healthz per second": Math.round(empty.perSecond),
        "relative to /healthz": Number((perSecond / empty.perSecond).toPrecision(2)),
      });
    }
  });
  console.info(`\nPages per second on loopback, ${CONNECTIONS} connections (p50, p99 in milliseconds)`);
  // biome-ignore lint/suspicious/noConsole: the output of a bench is a table
  console.table(table);
}

/** The artist on the most lists. */
async function findArtist(): Promise<string> {
  const { rows } = await client.execute(
    "select key from artist join member_artist on artist_id = id group by id order by count(*) desc limit 1",
  );
  return String(rows[0]?.key);
}

/** Moves the first shows to tomorrow, whenever they were added; returns the one that most members go to. */
async function findShow(): Promise<string> {
  const { rows: days } = await client.execute("select min(day) as first from show");
  const later = dayAt(null) + 1 - Number(days[0]?.first);
  // In two steps, because an artist has one show on a day in a cell.
  for (const table of ["show_artist", "show"])
    for (const day of [`-day - ${later}`, "-day"]) await client.execute(`update ${table} set day = ${day}`);
  const { rows } = await client.execute(
    "select show_id as id from going group by show_id order by count(*) desc, show_id limit 1",
  );
  return String(rows[0]?.id);
}

/** Starts the built server on the seeded database and passes the session cookie of a member of the largest town. */
export async function withSeededServer(measure: (origin: string, cookie: string) => Promise<void>) {
  const { rows } = await client.execute(
    `select id from member where cell = (select cell from member where cell is not null group by cell order by count(*) desc limit 1)
      order by id limit 1`,
  );
  const setCookie = await startSession(new Request(env.origin), Number(rows[0]?.id), {});
  const server = spawn(process.execPath, ["build/server/index.js"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NODE_ENV: "production", RATE_LIMITS: "off", HOST: "127.0.0.1" },
  });
  try {
    const origin = `http://127.0.0.1:${env.port}`;
    await waitUntilReady(`${origin}/healthz`);
    await measure(origin, setCookie.split(";")[0] ?? "");
  } finally {
    server.kill("SIGTERM");
    await once(server, "exit");
  }
}

async function waitUntilReady(address: string, cookie = "") {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await fetch(address, { headers: { cookie } }).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No server answers at ${address}: is it built, and is PORT free?`);
}

/** Requests one URL as fast as it responds. Throws on any response but a 2xx. */
async function load(address: string, cookie: string | undefined, seconds: number) {
  const headers = cookie ? ["-H", `Cookie: ${cookie}`] : [];
  const args = [
    "--yes",
    "autocannon@9.0.0",
    "-j",
    "-c",
    String(CONNECTIONS),
    "-d",
    String(seconds),
    ...headers,
    address,
  ];
  const autocannon = spawn("npx", args, { stdio: ["ignore", "pipe", "ignore"] });
  let output = "";
  autocannon.stdout.on("data", (chunk) => {
    output += chunk;
  });
  await once(autocannon, "close");
  const result = JSON.parse(output) as {
    non2xx: number;
    errors: number;
    requests: { average: number };
    latency: { p50: number; p99: number };
  };
  if (result.non2xx || result.errors)
    throw new Error(
      `${address} failed under load: ${result.non2xx} non-2xx responses, ${result.errors} errors`,
    );
  return { perSecond: result.requests.average, ...result.latency };
}
