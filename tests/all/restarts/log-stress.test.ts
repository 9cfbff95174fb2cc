// Processes that write and copy the log at the same time, and are killed, lose nothing.
import { expect, test } from "vitest";
import { writeAtOnce } from "../../db/log-writers";

test("processes that write and copy the log at the same moment lose nothing, even if they are killed", async () => {
  const result = await writeAtOnce({ seconds: 20, processes: 2, copiers: 3, killEvery: 500 });
  expect(result).toMatchObject({ lost: 0, integrity: "ok" });
  expect(result.acknowledged).toBeGreaterThan(0);
  expect(result.killed).toBeGreaterThan(0);
});
