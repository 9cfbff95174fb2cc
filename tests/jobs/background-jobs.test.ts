import { mkdtempSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

const HOUR_MS = 3_600_000;
const folder = mkdtempSync(join(tmpdir(), "b-side-scheduled-"));
process.env.BACKUP_TO = folder;
process.env.BACKUP_EVERY = "6";
const { startBackgroundJobs } = await import("~/jobs/background-jobs.server");
const { createMetricsApp } = await import("~/http/metrics.server");

const server = createServer(createMetricsApp());
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  vi.useRealTimers();
  server.close();
});

async function readMetric(name: string): Promise<string | undefined> {
  const { port } = server.address() as AddressInfo;
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return text.split("\n").find((line) => line.startsWith(name));
}

test("backups are made every BACKUP_EVERY hours, and successes and failures are counted", async () => {
  startBackgroundJobs();
  expect(await readMetric("b_side_backups_total")).toBeUndefined();
  vi.advanceTimersByTime(6 * HOUR_MS);
  const succeeded = 'b_side_backups_total{result="succeeded"}';
  await expect.poll(() => readMetric(succeeded)).toBe(`${succeeded} 1`);
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^b-side-.*\.tar\.gz$/)]);
  expect(await readMetric("b_side_last_backup_bytes")).toMatch(/ \d{4,}$/);

  // A backup that takes longer than its interval is not joined by the next one.
  vi.advanceTimersByTime(12 * HOUR_MS);
  await expect.poll(() => readMetric(succeeded)).toBe(`${succeeded} 2`);
  expect(readdirSync(folder)).toHaveLength(2);

  process.env.BACKUP_TO = "/dev/null/backups";
  vi.advanceTimersByTime(6 * HOUR_MS);
  const failed = 'b_side_backups_total{result="failed"}';
  await expect.poll(() => readMetric(failed)).toBe(`${failed} 1`);
  expect(await readMetric(succeeded)).toBe(`${succeeded} 2`);
});
