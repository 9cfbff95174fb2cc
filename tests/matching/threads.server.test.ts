// What happens to a search when its thread dies or does not come to an end.
import { afterEach, expect, test, vi } from "vitest";
import { discover } from "~/matching/discover.server";
import { searchers } from "~/matching/threads.server";
import { addMember } from "./members";

const music = { artists: ["Muse", "Blur"], genres: ["Rock" as const] };
await addMember(1, {}, music);
await addMember(2, {}, music);
await discover(1, {});

afterEach(() => vi.restoreAllMocks());

/** Ends every thread as a crash would, as soon as a search is asked of one; so many times. */
function crashThreads(times: number) {
  const run = searchers.run.bind(searchers);
  return vi.spyOn(searchers, "run").mockImplementation((task, options) => {
    const answer = run(task, options);
    if (times-- > 0) for (const thread of searchers.threads) void thread.terminate();
    return answer;
  });
}

test("a search whose thread dies is answered by another", async () => {
  const asked = crashThreads(1);
  expect((await discover(1, {})).members).toMatchObject([{ id: "2" }]);
  expect(asked).toHaveBeenCalledTimes(2);
});

test("when that one dies too, the member is told, and the next search is answered", async () => {
  const asked = crashThreads(2);
  await expect(discover(1, {})).rejects.toMatchObject({
    code: "unavailable",
    message: "Discover is busy at the moment. Try again in a minute.",
    retryAfterSeconds: 60,
  });
  expect(asked).toHaveBeenCalledTimes(2);
  expect((await discover(1, {})).members).toMatchObject([{ id: "2" }]);
});

test("a search that does not come to an end in time is given up, and not tried again", async () => {
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => AbortSignal.abort());
  const asked = vi.spyOn(searchers, "run");
  await expect(discover(1, {})).rejects.toMatchObject({ code: "unavailable" });
  expect(asked).toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
  expect((await discover(1, {})).members).toMatchObject([{ id: "2" }]);
});
