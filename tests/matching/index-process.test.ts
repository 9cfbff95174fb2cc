// The process that holds the index in memory: what searches get while it is not there, and how it comes back.
import { client } from "db/client.server";
import { seededRandom } from "db/seed/seeded-random";
import express from "express";
import { afterEach, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import { answerHealth, setReady } from "~/http/health.server";
import { log } from "~/log.server";
import { startIndex } from "~/matching/search.server";
import { searchWorkers } from "~/matching/worker-pool.server";
import { discover } from "~/models/match/discover.server";
import { checkParts } from "~/models/operator/health.server";
import { serve } from "../http/serve";
import { addMember, changeMember, saveTaste } from "./members";

const SEED = 20_261_121;

const taste = { artists: ["Muse", "Blur"], genres: ["Rock" as const] };
await addMember(1, {}, taste);
await addMember(2, {}, taste);

const preparing = {
  code: "unavailable",
  message: "Discover is getting ready. Try again in a few seconds.",
  retryAfterSeconds: 10,
};

const { origin } = serve(express().get("/healthz", answerHealth));
setReady(true);

const readHealth = async () => {
  const answer = await fetch(`${origin()}/healthz`);
  return [answer.status, await answer.text()];
};

/** The members who score more than 0 with a member. */
async function findSimilar(id: number): Promise<number[]> {
  const { members } = await discover(id, {});
  return members
    .filter(({ compatibilityScore }) => compatibilityScore > 0)
    .map((member) => Number(member.id));
}

const idsFor = async (id: number) => (await discover(id, {})).members.map((member) => member.id);

const realNow = performance.now.bind(performance);
let skippedMs = 0;
vi.spyOn(performance, "now").mockImplementation(() => realNow() + skippedMs);

/** Lets searches and checks be given up by a clock that the test moves on. */
function setClock() {
  env.deadlines = true;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
}

afterEach(() => {
  vi.useRealTimers();
  env.deadlines = false;
});

/** Ends the process, so that the index has to be read again by `read` in its place. */
function loseIndex(read: () => Promise<unknown>) {
  for (const holder of searchWorkers.processes()) holder.kill("SIGKILL");
  const run = searchWorkers.run;
  return vi
    .spyOn(searchWorkers, "run")
    .mockImplementation((job, options) => (job.name === "read-index" ? read() : run(job, options)));
}

test("the first search waits until the index stands", async () => {
  expect(await readHealth()).toEqual([200, "ready"]);
  expect(searchWorkers.processes()).toEqual([]);
  expect(await idsFor(1)).toEqual(["2"]);
});

test("searches whose process is killed are answered by another", async () => {
  await idsFor(1);
  const [holder] = searchWorkers.processes();
  const before = Array.from({ length: 5 }, () => idsFor(1));
  holder?.kill("SIGKILL");
  const answers = await Promise.all([...before, ...Array.from({ length: 5 }, () => idsFor(1))]);
  expect(answers).toEqual(Array.from({ length: 10 }, () => ["2"]));
  expect(searchWorkers.processes()).toHaveLength(1);
  expect(searchWorkers.processes()[0]?.pid).not.toBe(holder?.pid);
});

test("while a large index is read, searches are refused with a sentence, and the health check says so", async () => {
  await idsFor(1);
  let finish: (result: unknown) => void = () => undefined;
  const run = loseIndex(() => new Promise((resolve) => (finish = resolve)));
  setClock();
  const searches = [idsFor(1), idsFor(2)].map((search) => expect(search).rejects.toMatchObject(preparing));
  await expect.poll(() => run.mock.calls.filter(([{ name }]) => name === "read-index").length).toBe(1);
  expect(await readHealth()).toEqual([200, "ready, except for Discover"]);
  await vi.advanceTimersByTimeAsync(11_000);
  await Promise.all(searches);
  vi.useRealTimers();

  run.mockRestore();
  const waiting = idsFor(1);
  finish(await searchWorkers.run({ name: "read-index" }));
  expect(await waiting).toEqual(["2"]);
  expect(await readHealth()).toEqual([200, "ready"]);
});

test("a search that fails is a bug, and the index is kept", async () => {
  await idsFor(1);
  const [holder] = searchWorkers.processes();
  const run = vi.spyOn(searchWorkers, "run").mockRejectedValueOnce(new Error("no such table"));
  await expect(idsFor(1)).rejects.toThrow("no such table");
  run.mockRestore();
  expect(await idsFor(1)).toEqual(["2"]);
  expect(searchWorkers.processes()).toEqual([holder]);
});

test("an index that cannot be read is a bug, and is read again ten seconds later", async () => {
  await idsFor(1);
  const before = log.listBugs().length;
  const run = loseIndex(() => Promise.reject(new Error("no such table")));
  for (let turn = 0; turn < 3; turn++) await expect(idsFor(1)).rejects.toMatchObject(preparing);
  expect(run.mock.calls.filter(([{ name }]) => name === "read-index")).toHaveLength(1);
  run.mockRestore();
  await startIndex();
  expect(await readHealth()).toEqual([200, "ready, except for Discover"]);
  expect((await checkParts()).find(({ name }) => name === "Search workers")).toMatchObject({
    state: "failing",
  });
  expect(log.listBugs().length - before).toBe(1);
  skippedMs += 10_000;
  expect(await idsFor(1)).toEqual(["2"]);
  expect(await readHealth()).toEqual([200, "ready"]);
});

test("searches are reported as failing while the process with the index hangs", async () => {
  const findSearches = async () => (await checkParts()).find(({ name }) => name === "Search workers");
  await idsFor(1);
  setClock();
  expect(await findSearches()).toMatchObject({
    state: "working",
    detail: expect.stringMatching(/^0 running, 0 waiting, \d+ done, \d+ failed; index in memory$/),
  });
  searchWorkers.processes()[0]?.kill("SIGSTOP");
  const failing = findSearches();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await failing).toMatchObject({ state: "failing" });
  await vi.advanceTimersByTimeAsync(12_000);
  vi.useRealTimers();
  expect(await idsFor(1)).toEqual(["2"]);
});

test("what a member changes shows in the very next search, their own and others'", async () => {
  await addMember(3, {}, taste);
  expect((await idsFor(1)).sort()).toEqual(["2", "3"]);
  await changeMember(2, { pausedAt: new Date() });
  expect(await idsFor(1)).toEqual(["3"]);
  await changeMember(2, { pausedAt: null });
  await saveTaste(1, ["Broadcast"], ["Jazz"]);
  const [first, second] = (await discover(1, {})).members;
  expect([first?.compatibilityScore, second?.compatibilityScore]).toEqual([0, 0]);
  await saveTaste(3, ["Broadcast"], ["Jazz"]);
  expect(await idsFor(1)).toEqual(["3", "2"]);
  await changeMember(3, { age: null });
  expect(await idsFor(1)).toEqual(["2"]);
});

test("an index that has missed thousands of changes is read anew", async () => {
  await idsFor(1);
  await client.batch([
    `insert into member (id, issuer, subject, first_name, last_name, created_at)
      with recursive number (n) as (select 100 union all select n + 1 from number where n < 5200)
      select n, 'test', n, 'Many', 'Test', 0 from number`,
    "insert into candidate_change (member_id) select id from member where id >= 100",
  ]);
  await addMember(4, {}, taste);
  expect((await idsFor(1)).sort()).toEqual(["2", "4"]);
  await changeMember(4, { age: null });
  expect(await idsFor(1)).toEqual(["2"]);
});

test("a member's change shows in the very next searches, their own and others', while others change theirs", async () => {
  const others = Array.from({ length: 50 }, (_, i) => 10_000 + i);
  for (const id of others) await addMember(id, {}, taste);
  // Each is the only one who lists their artist.
  const partners = Array.from({ length: 8 }, (_, i) => ({
    id: 20_000 + i,
    artist: `Only listed by ${20_000 + i}`,
  }));
  for (const { id, artist } of partners) await addMember(id, {}, { artists: [artist], genres: [] });
  await idsFor(1);
  const random = seededRandom(SEED);
  const pick = <T>(list: T[]) => list[Math.floor(random() * list.length)] as T;
  const changes: Promise<void>[] = [];
  const changeOthers = () => {
    for (let i = 0; i < 5; i++) {
      const artists = new Set(Array.from({ length: 4 }, () => `Band ${Math.floor(random() * 30)}`));
      changes.push(saveTaste(pick(others), [...artists], ["Rock"]));
    }
  };
  const [holder] = searchWorkers.processes();
  for (let round = 0; round < 20; round++) {
    const partner = pick(partners);
    changeOthers();
    const own = saveTaste(1, [partner.artist], []);
    changeOthers();
    await own;
    changeOthers();
    const where = `seed ${SEED}, round ${round}`;
    const found = await findSimilar(1);
    expect(found, `${where}: the member finds`).toEqual([partner.id]);
    const finders: number[] = [];
    for (const { id } of partners) if ((await findSimilar(id)).includes(1)) finders.push(id);
    expect(finders, `${where}: the member is found by`).toEqual([partner.id]);
  }
  await Promise.all(changes);
  expect(searchWorkers.processes()).toEqual([holder]);
  expect(changes.length).toBe(300);
});
