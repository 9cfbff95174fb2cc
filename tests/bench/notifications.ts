// What notifications cost: the page and the counters of one of 10,000 members with 200,000 notifications, and /healthz while
// 1,000 pushes a minute go out.
import { type ChildProcess, spawn } from "node:child_process";
import { createECDH, randomBytes } from "node:crypto";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { openDatabaseFile } from "../database-file";
import { PORT, reportLoopDelay, type SignedIn, withFreshServer } from "./fresh-server";
import { percentile } from "./measurements";

/** Of whom as many have notifications as the bench is about. */
const MEMBERS = 10_200;
/** The first ids of `withFreshServer`'s members. */
const FIRST_ID = 1000;
const WITH_SOME = 10_000;
const MATCHES_EACH = 10;
const ROUNDS = 5;
const REQUESTS = 400;
const PUSHES_A_MINUTE = 1000;
const CHECKS_A_SECOND = 100;
const SECONDS = 20;

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Prints the times of the page and the counts, for members with twenty notifications and in turn for those with none. */
export async function measureNotifications() {
  await withFreshServer(MEMBERS, async (_, members, dataDir) => {
    const count = await addNotifications(dataDir);
    console.info(
      `\n${count} notifications: ms of a request, median/p99 of ${REQUESTS}, and the ratio of medians`,
    );
    for (let round = 0; round < ROUNDS; round++) await comparePaths(members);
  });
}

/** All but the last members match the ten that follow, which gives each of the two an unread notification. */
async function addNotifications(dataDir: string): Promise<number> {
  const database = openDatabaseFile(`${dataDir}/b-side.sqlite`);
  const now = Date.now();
  await database.batch(
    [
      `with recursive one(n) as (select 0 union all select n + 1 from one where n < ${WITH_SOME - 1}),
        step(n) as (select 1 union all select n + 1 from step where n < ${MATCHES_EACH})
        insert into match (id, low_id, high_id, created_at)
        select 'match-' || one.n || '-' || step.n, ${FIRST_ID} + min(one.n, (one.n + step.n) % ${WITH_SOME}),
          ${FIRST_ID} + max(one.n, (one.n + step.n) % ${WITH_SOME}), ${now} - one.n * 60 - step.n from one, step`,
      ...["low_id", "high_id"].map(
        (side) => `insert into notification (id, member_id, kind, subject_id, at)
          select abs(random() >> 16), ${side}, 'match', id, created_at from match`,
      ),
    ],
    "write",
  );
  const { rows } = await database.execute("select count(*) as count from notification");
  database.close();
  return Number(rows[0]?.count);
}

async function comparePaths(members: SignedIn[]) {
  for (const path of ["/notifications", "/counts"]) {
    const times = { some: [] as number[], none: [] as number[], empty: [] as number[] };
    for (let i = 0; i < REQUESTS; i++) {
      times.some.push(await time(path, members[(i * 7919) % WITH_SOME]?.cookie ?? ""));
      times.none.push(await time(path, members[WITH_SOME + (i % (MEMBERS - WITH_SOME))]?.cookie ?? ""));
      times.empty.push(await time("/healthz", ""));
    }
    const { some, none, empty } = times;
    const ratio = (percentile(some, 0.5) / percentile(none, 0.5)).toPrecision(3);
    console.info(
      `${path}: with twenty ${show(some)}, with none ${show(none)}: ${ratio}; /healthz ${show(empty)}`,
    );
  }
}

const show = (times: number[]) => [0.5, 0.99].map((share) => percentile(times, share).toFixed(2)).join("/");

async function time(path: string, cookie: string): Promise<number> {
  const start = performance.now();
  await send(path, cookie);
  return performance.now() - start;
}

async function send(path: string, cookie: string, body?: object) {
  const sent = request({
    ...{ port: PORT, path, agent, method: body ? "POST" : "GET" },
    headers: {
      Host: `127.0.0.1:${PORT}`,
      Cookie: cookie,
      "Content-Type": "application/json",
      "Sec-Fetch-Site": "same-origin",
    },
  }).end(body && JSON.stringify(body));
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.resume();
  await once(response, "end");
  if (response.statusCode !== (body ? 201 : 200))
    throw new Error(`${path} was answered with ${response.statusCode}`);
}

/** Takes pushes without looking at them, and prints its port; tells its parent of each. */
const PUSH_SERVICE = `require("node:http").createServer((req, res) => {
  req.resume().on("end", () => { res.writeHead(201).end(); process.send(1); });
}).listen(0, "127.0.0.1", function () { process.send(this.address().port); });`;

/**
 * Prints the times of /healthz in alternating rounds, with and without pushes, the ratio of the 99th percentiles of all
 * rounds, and the longest time that the main thread computed between two turns of its loop.
 */
export async function measurePushes() {
  const service = spawn(process.execPath, ["--eval", PUSH_SERVICE], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const [port] = (await once(service, "message")) as [number];
  Object.assign(process.env, { PUSH_URL: `http://127.0.0.1:${port}`, LOG_LEVEL: "error" });
  await withFreshServer(PUSHES_A_MINUTE, async (server, members, dataDir) => {
    await subscribeAll(members, `http://127.0.0.1:${port}`);
    let received = 0;
    service.on("message", () => {
      received++;
    });
    console.info(`\nms of /healthz, median/p99 of ${CHECKS_A_SECOND} a second`);
    await checkHealth();
    const all = { alone: [] as number[], beside: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      const alone = await checkHealth();
      const before = received;
      await scheduleMatches(dataDir, round);
      await reportLoopDelay(server);
      const beside = await checkHealth();
      const { busyMs } = await reportLoopDelay(server);
      const perMinute = Math.round(((received - before) * 60) / SECONDS);
      console.info(
        `alone ${show(alone)}, beside ${perMinute} pushes a minute ${show(beside)}; computing at most ${busyMs.toFixed(1)} ms`,
      );
      all.alone.push(...alone);
      all.beside.push(...beside);
    }
    const ratio = (percentile(all.beside, 0.99) / percentile(all.alone, 0.99)).toPrecision(3);
    console.info(`in all: alone ${show(all.alone)}, beside pushes ${show(all.beside)}: ${ratio}`);
  });
  await stop(service);
}

async function stop(service: ChildProcess) {
  const exited = once(service, "exit");
  service.kill();
  await exited;
}

async function subscribeAll(members: SignedIn[], address: string) {
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  const keys = { p256dh: ecdh.getPublicKey("base64url"), auth: randomBytes(16).toString("base64url") };
  for (const [i, { cookie }] of members.entries())
    await send("/api/notifications/browsers", cookie, { endpoint: `${address}/send/${i}`, keys });
}

/** Matches each member with another, which calls them at one moment after the other of the time that is measured. */
async function scheduleMatches(dataDir: string, round: number) {
  const database = openDatabaseFile(`${dataDir}/b-side.sqlite`);
  const count = (PUSHES_A_MINUTE * SECONDS) / 60;
  const now = Date.now();
  const matched = `match-${round}-`;
  await database.batch(
    [
      `with recursive one(n) as (select 0 union all select n + 1 from one where n < ${Math.floor(count)})
        insert into match (id, low_id, high_id, created_at)
        select '${matched}' || n, ${FIRST_ID} + n, ${FIRST_ID} + n + ${500 + round}, ${now} from one`,
      `insert into notification (id, member_id, kind, subject_id, at, push_at)
        select abs(random() >> 16), low_id, 'match', id, created_at,
          ${now} + cast(substr(id, ${matched.length + 1}) as integer) * ${(SECONDS * 1000) / count}
        from match where id like '${matched}%'`,
    ],
    "write",
  );
  database.close();
}

/** The times of requests that are sent evenly, whatever the earlier ones take. */
async function checkHealth(): Promise<number[]> {
  const times: Promise<number>[] = [];
  const began = performance.now();
  for (let i = 0; i < SECONDS * CHECKS_A_SECOND; i++) {
    const untilDue = began + (i * 1000) / CHECKS_A_SECOND - performance.now();
    if (untilDue > 0) await pause(untilDue);
    times.push(time("/healthz", ""));
  }
  return Promise.all(times);
}
