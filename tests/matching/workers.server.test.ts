// What happens to a search when its process dies or does not come to an end.
import type { ChildProcess } from "node:child_process";
import { makeWorkers } from "db/workers.server";
import { afterEach, expect, test, vi } from "vitest";
import { discover } from "~/matching/discover.server";
import { searchers } from "~/matching/workers.server";
import { addMember } from "./members";

const music = { artists: ["Muse", "Blur"], genres: ["Rock" as const] };
await addMember(1, {}, music);
await addMember(2, {}, music);

const search = { name: "search" as const, asked: { viewerId: 1, filters: {} } };
const busy = {
  code: "unavailable",
  message: "Discover is busy at the moment. Try again in a minute.",
  retryAfterSeconds: 60,
};

afterEach(() => vi.restoreAllMocks());

/** Has so many searches done by processes that die of them, and the others as always. */
function crash(times: number) {
  const [run, dying] = [searchers.run, makeWorkers(1, "tests/matching/dying-worker.mjs")];
  return vi
    .spyOn(searchers, "run")
    .mockImplementation((job, limitMs) => (times-- > 0 ? dying.run(job, limitMs) : run(job, limitMs)));
}

const gone = (one: ChildProcess) => new Promise((exit) => one.once("exit", exit));

test("a search whose process dies is answered by another", async () => {
  const asked = crash(1);
  expect((await discover(1, {})).members).toMatchObject([{ id: "2" }]);
  expect(asked).toHaveBeenCalledTimes(2);
});

test("when that one dies too, the member is told, and the next search is answered", async () => {
  const asked = crash(2);
  await expect(discover(1, {})).rejects.toMatchObject(busy);
  expect(asked).toHaveBeenCalledTimes(2);
  expect((await discover(1, {})).members).toMatchObject([{ id: "2" }]);
});

test("a search that does not come to an end in time is given up with its process, and not tried again", async () => {
  await discover(1, {});
  const [one] = searchers.processes();
  one?.kill("SIGSTOP");
  const run = searchers.run;
  const asked = vi.spyOn(searchers, "run").mockImplementation((job) => run(job, 200));
  const ended = one && gone(one);
  await expect(discover(1, {})).rejects.toMatchObject(busy);
  expect(asked).toHaveBeenCalledTimes(1);
  await ended;
  vi.restoreAllMocks();
  expect((await discover(1, {})).members).toMatchObject([{ id: "2" }]);
});

test("a search that fails in itself is a bug, not an excuse", async () => {
  vi.spyOn(searchers, "run").mockRejectedValue(new Error("no such table"));
  await expect(discover(1, {})).rejects.toThrow("no such table");
});

test("more jobs than processes wait for one another, and one given up while it waits takes nobody along", async () => {
  const one = makeWorkers(1, "build/worker.js");
  const first = one.run(search);
  await expect(one.run(search, 0)).rejects.toBe("late");
  const rest = Array.from({ length: 5 }, () => one.run(search));
  for (const result of await Promise.all([first, ...rest])) {
    expect(result).toMatchObject({ members: [{ id: 2 }] });
  }
  expect(one.processes()).toHaveLength(1);
});
