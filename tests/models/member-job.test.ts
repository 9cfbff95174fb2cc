// Members' jobs in the pools of processes: each account's share, and what is said about a job that fails.
import { createWorkerPool } from "db/workers.server";
import { afterEach, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import { runMemberJob, searchForMember } from "~/models/member-job.server";
import { countWork, type WorkKind } from "~/models/rate-limit.server";
import { addMember } from "../cast";

const HOUR_SECONDS = 3_600;
/** A tenth of an hour. */
const SHARE_MS = 360_000;

const TOO_MUCH = "This file is too much work.";
const DAMAGED = "This file is damaged.";
const short = { name: "read", sql: "select 7", args: [] };
const endless = {
  name: "read",
  sql: "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n",
  args: [],
};
const wrong = { name: "read", sql: "select from", args: [] };

const spent = {
  ...{ code: "too-many", retryAfterSeconds: HOUR_SECONDS },
  message: "You've reached the limit for now. Try again in 60 minutes.",
};
const busy = {
  ...{ code: "unavailable", retryAfterSeconds: 60 },
  message: "We're too busy to read your file right now. Try again in a minute.",
};

afterEach(() => {
  vi.useRealTimers();
  Object.assign(env, { rateLimits: false, deadlines: false });
});

const openPool = (size = 1) => createWorkerPool(size, "build/worker.js", { workMs: 30_000 });

function run(pool: ReturnType<typeof openPool>, job: object, owner = 1, kind: WorkKind = "voiceWork") {
  return runMemberJob(pool, job, { kind, owner, tooMuchWork: TOO_MUCH, damaged: DAMAGED });
}

test("an account's files take a tenth of a pool's hour, to the last job, and others' are read", async () => {
  env.rateLimits = true;
  vi.useFakeTimers({ toFake: ["Date"] });
  const pool = openPool();
  await countWork("voiceWork", 1, SHARE_MS - 200);
  await expect(run(pool, endless)).rejects.toMatchObject(spent);
  expect(pool.processes()).toEqual([]);
  await expect(run(pool, short)).rejects.toMatchObject(spent);
  expect(pool.processes()).toEqual([]);
  expect([await run(pool, short, 2), await run(pool, short, 1, "playlistWork")]).toEqual([7, 7]);
});

test("a search is work as well, which others do not wait for", async () => {
  env.rateLimits = true;
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const search = ({ id }: typeof ada) => searchForMember({ viewerId: id, filters: {}, pageOnly: true });
  await search(ada);
  await countWork("searchWork", ada.id, SHARE_MS);
  await expect(search(ada)).rejects.toMatchObject({ code: "too-many" });
  expect((await search(ben))?.members).toMatchObject([{ id: ada.id }]);
});

test("an account has one job at a time in a pool, two accounts have two", async () => {
  const pool = openPool(2);
  await Promise.all([run(pool, short), run(pool, short), run(pool, short)]);
  expect(pool.processes()).toHaveLength(1);
  await Promise.all([run(pool, short), run(pool, short, 2)]);
  expect(pool.processes()).toHaveLength(2);
});

test("a file is at fault if it takes too much work or fails, and not if it gets no process for it", async () => {
  const ofFile = createWorkerPool(1, "build/worker.js", { workMs: 200 });
  await expect(run(ofFile, endless)).rejects.toMatchObject({ code: "invalid", message: TOO_MUCH });
  await expect(run(openPool(), wrong)).rejects.toMatchObject({ code: "invalid", message: DAMAGED });
  const killed = createWorkerPool(1, "tests/matching/dying-worker.mjs");
  await expect(run(killed, short)).rejects.toMatchObject(busy);

  const crowded = createWorkerPool(1, "build/worker.js", { waitMs: 1_000, workMs: 60_000 });
  await run(crowded, short);
  env.deadlines = true;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  for (const process of crowded.processes()) process.kill("SIGSTOP");
  const refusals = [1, 2].map((owner) => expect(run(crowded, short, owner)).rejects.toMatchObject(busy));
  await expect.poll(() => crowded.countJobs()).toEqual({ running: 1, waiting: 1 });
  await vi.advanceTimersByTimeAsync(240_000);
  await Promise.all(refusals);
});
