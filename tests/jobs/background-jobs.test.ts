import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

const HOUR_MS = 3_600_000;
const folder = mkdtempSync(join(tmpdir(), "b-side-scheduled-"));
process.env.BACKUP_TO = folder;
process.env.BACKUP_EVERY = "6";
const { isBackupDue, saveLastBackup } = await import("~/models/operator/last-backup.server");
const { startBackgroundJobs, stopBackgroundJobs } = await import("~/jobs/background-jobs.server");
const { db } = await import("db/client.server");
const { record } = await import("db/schema");
const { getImport, prepareImport, runImport } = await import("~/models/record/record-import.server");
const { addMember } = await import("../cast");
const { createMetricsApp } = await import("~/http/metrics.server");

const claim = vi.fn(async () => undefined);
vi.mock("~/models/account/export/export.server", async (load) => ({
  ...(await load<object>()),
  claimExport: () => claim(),
}));

const server = createServer(createMetricsApp());
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "Date"] });
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

test("before the first scheduled backup its time is that of no backup, so that alerts fire", async () => {
  const name = "b_side_last_backup_time_seconds";
  expect(await readMetric(name)).toBe(`${name} 0`);
  expect(await readMetric("b_side_last_backup_bytes")).toBeUndefined();
});

test("a backup is due if the last scheduled one is BACKUP_EVERY hours old, whatever was made by hand", async () => {
  expect(await isBackupDue()).toBe(true);
  await saveLastBackup(1000, false);
  expect(await isBackupDue()).toBe(true);
  await saveLastBackup(1000, true);
  expect(await isBackupDue()).toBe(false);
  vi.advanceTimersByTime(6 * HOUR_MS - 1);
  await saveLastBackup(1000, false);
  expect(await isBackupDue()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await isBackupDue()).toBe(true);
  // The power was lost while it was written.
  writeFileSync(join(process.env.DATA_DIR ?? "", "last-backup.json"), "");
  expect(await isBackupDue()).toBe(true);
});

test("due backups are made at the start and later, tried again within an hour, and counted", async () => {
  // The clock of the process that makes them.
  vi.setSystemTime(vi.getRealSystemTime());
  expect(await readMetric("b_side_backups_total")).toBeUndefined();
  startBackgroundJobs();
  const succeeded = 'b_side_backups_total{result="succeeded"}';
  await expect.poll(() => readMetric(succeeded)).toBe(`${succeeded} 1`);
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^b-side-.*\.tar\.gz$/)]);
  expect(await readMetric("b_side_last_backup_bytes")).toMatch(/ \d{4,}$/);
  expect(await isBackupDue()).toBe(false);

  process.env.BACKUP_TO = "/dev/null/backups";
  vi.advanceTimersByTime(7 * HOUR_MS);
  const failed = 'b_side_backups_total{result="failed"}';
  await expect.poll(() => readMetric(failed)).toBe(`${failed} 1`);
  expect(await readMetric(succeeded)).toBe(`${succeeded} 1`);

  process.env.BACKUP_TO = folder;
  vi.advanceTimersByTime(HOUR_MS);
  await expect.poll(() => readMetric(succeeded)).toBe(`${succeeded} 2`);
  expect(readdirSync(folder)).toHaveLength(2);
  expect(await readMetric(failed)).toBe(`${failed} 1`);
});

test("imports are deleted within an hour of their day, confirmed or not, and their records stay", async () => {
  const send = async (name: string) => {
    const { id: memberId } = await addMember(name);
    const read = await prepareImport(memberId, Buffer.from("Artist,Title\nNico,Desertshore"));
    return { memberId, id: "id" in read ? read.id : "" };
  };
  const [waiting, confirmed] = [await send("Ada"), await send("Ben")];
  expect(await runImport(confirmed.memberId, confirmed.id)).toBe(1);
  vi.advanceTimersByTime(2 * HOUR_MS);
  const later = await send("Cleo");
  vi.advanceTimersByTime(22 * HOUR_MS - 1000);
  const isKept = async ({ memberId, id }: typeof waiting) => Boolean(await getImport(memberId, id));
  expect([await isKept(waiting), await isKept(confirmed)]).toEqual([true, true]);
  await vi.advanceTimersByTimeAsync(HOUR_MS + 1000);
  await expect.poll(() => isKept(waiting)).toBe(false);
  expect([await isKept(confirmed), await isKept(later)]).toEqual([false, true]);
  expect(await db.$count(record)).toBe(1);
});

test("once the server stops, no job starts again", async () => {
  const count = async () => {
    claim.mockClear();
    await vi.advanceTimersByTimeAsync(3000);
    return claim.mock.calls.length;
  };
  expect(await count()).toBe(3);
  await stopBackgroundJobs();
  expect(await count()).toBe(0);
});
