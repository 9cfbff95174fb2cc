// The process that holds the index in memory: who answers while it is not there, and how it comes back.
import { client } from "db/client.server";
import { seededRandom } from "db/seed/seeded-random";
import { expect, test, vi } from "vitest";
import { log } from "~/log.server";
import { readIndex } from "~/matching/index-reader.server";
import { makeQuery } from "~/matching/query";
import { indexWorkers } from "~/matching/worker-pool.server";
import { discover } from "~/models/match/discover.server";
import { checkParts } from "~/models/operator/health.server";
import { addMember, changeMember, saveTaste } from "./members";

vi.hoisted(() => {
  process.env.SEARCH_MEMORY_MB = "100";
});

const SEED = 20_261_121;

const query = makeQuery(client);
const taste = { artists: ["Muse", "Blur"], genres: ["Rock" as const] };
await addMember(1, {}, taste);
await addMember(2, {}, taste);

/** Who scores more than 0 with a member. */
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

/** Searches until the index answers, which may be read again at once. Every search on the way finds the same. */
async function searchUntilIndexed(expected: string[]) {
  skippedMs += 10_000;
  const run = vi.spyOn(indexWorkers, "run");
  await expect
    .poll(async () => {
      run.mockClear();
      expect(await idsFor(1)).toEqual(expected);
      const answers = await Promise.allSettled(run.mock.results.map(({ value }) => value));
      return run.mock.calls.some(
        ([job], i) =>
          job.name === "search-index" && answers[i]?.status === "fulfilled" && answers[i].value !== undefined,
      );
    })
    .toBe(true);
  run.mockRestore();
}

test("the database is searched until the index stands, and again while its process is gone", async () => {
  await searchUntilIndexed(["2"]);
  const [holder] = indexWorkers.processes();
  holder?.kill("SIGKILL");
  const answers = await Promise.all(Array.from({ length: 10 }, () => idsFor(1)));
  expect(answers).toEqual(Array.from({ length: 10 }, () => ["2"]));
  await searchUntilIndexed(["2"]);
  expect(indexWorkers.processes()[0]?.pid).not.toBe(holder?.pid);
});

test.each([
  ["a search that times out", "timeout", 0],
  ["a search that fails", new Error("no such table"), 1],
])("%s is answered from the database, and the index is kept", async (_, failure, bugs) => {
  await searchUntilIndexed(["2"]);
  const before = log.listBugs().length;
  const run = vi.spyOn(indexWorkers, "run").mockRejectedValueOnce(failure);
  expect(await idsFor(1)).toEqual(["2"]);
  expect(log.listBugs().length - before).toBe(bugs);
  run.mockClear();
  expect(await idsFor(1)).toEqual(["2"]);
  expect(run.mock.calls.map(([job]) => job.name)).toEqual(["search-index"]);
  expect(await run.mock.results[0]?.value).toBeDefined();
  run.mockRestore();
});

test("an index that cannot be read is a bug, and is read again later", async () => {
  await searchUntilIndexed(["2"]);
  indexWorkers.processes()[0]?.kill("SIGKILL");
  const before = log.listBugs().length;
  const read = indexWorkers.run;
  const run = vi.spyOn(indexWorkers, "run");
  let failures = 0;
  run.mockImplementation((job, limitMs) => {
    if (job.name !== "read-index") return read(job, limitMs);
    failures++;
    return Promise.reject(new Error("no such table"));
  });
  await expect
    .poll(async () => {
      expect(await idsFor(1)).toEqual(["2"]);
      return failures;
    })
    .toBe(1);
  run.mockRestore();
  expect(log.listBugs().length - before).toBe(1);
  await searchUntilIndexed(["2"]);
});

test("searches are reported as failing while the process with the index hangs", async () => {
  const findSearches = async () => (await checkParts()).find(({ name }) => name === "Search workers");
  await searchUntilIndexed(["2"]);
  expect(await findSearches()).toMatchObject({
    state: "working",
    detail: expect.stringMatching(/^0 running, 0 waiting, \d+ done, \d+ failed; index in memory$/),
  });
  indexWorkers.processes()[0]?.kill("SIGSTOP");
  expect(await findSearches()).toMatchObject({ state: "failing" });
  await searchUntilIndexed(["2"]);
});

test("what a member changes shows in the very next search, their own and others'", async () => {
  await searchUntilIndexed(["2"]);
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
  await searchUntilIndexed(["2"]);
  await client.batch([
    `insert into member (id, issuer, subject, first_name, last_name, created_at)
      with recursive number (n) as (select 100 union all select n + 1 from number where n < 5200)
      select n, 'test', n, 'Many', 'Test', 0 from number`,
    "insert into candidate_change (member_id) select id from member where id >= 100",
  ]);
  await addMember(4, {}, taste);
  expect((await idsFor(1)).sort()).toEqual(["2", "4"]);
  await changeMember(4, { age: null });
  await searchUntilIndexed(["2"]);
});

test("an index that would take too much memory is not kept", async () => {
  expect(await readIndex(query, 2000)).toBeDefined();
  expect(await readIndex(query, 100)).toBeUndefined();
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
  await searchUntilIndexed(await idsFor(1));
  const random = seededRandom(SEED);
  const pick = <T>(list: T[]) => list[Math.floor(random() * list.length)] as T;
  const changes: Promise<void>[] = [];
  const changeOthers = () => {
    for (let i = 0; i < 5; i++) {
      const artists = new Set(Array.from({ length: 4 }, () => `Band ${Math.floor(random() * 30)}`));
      changes.push(saveTaste(pick(others), [...artists], ["Rock"]));
    }
  };
  const run = vi.spyOn(indexWorkers, "run");
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
  const answers = await Promise.all(run.mock.results.map(({ value }) => value));
  run.mockRestore();
  expect(answers.every((answer) => answer !== undefined)).toBe(true);
  expect(changes.length).toBe(300);
});
