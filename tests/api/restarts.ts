// Kills a server repeatedly while it is in use.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Row } from "@libsql/client";
import { expect } from "vitest";
import { openDatabaseFile } from "../database-file";
import { type RunningServer, startServer } from "./server";

const KILLS = 3;

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The load on the server: how many writes it has acknowledged so far, and a promise of its end. */
export type Load = { acknowledged: () => number; ended: Promise<unknown> };

/**
 * Starts a server and a load on it, and kills the server three times, each time after at least `writesBetween` more
 * acknowledged writes. Then `isOver` returns true, the load and the server end, and `check` reads the database.
 */
export async function killRepeatedly(
  writesBetween: number,
  startLoad: (server: RunningServer, isOver: () => boolean) => Promise<Load>,
  check: (rows: (sql: string) => Promise<Row[]>) => Promise<void>,
) {
  const dataDir = mkdtempSync(join(tmpdir(), "b-side-killed-"));
  let running = await startServer({ DATA_DIR: dataDir });
  let isOver = false;
  const { acknowledged, ended } = await startLoad(running, () => isOver);
  const waitForWrites = async () => {
    const enough = acknowledged() + writesBetween;
    while (acknowledged() < enough) await pause(20);
    // Kills at a random moment, not right after an acknowledgment.
    await pause(Math.random() * 500);
  };
  for (let kill = 0; kill < KILLS; kill++) {
    await waitForWrites();
    await running.stop("SIGKILL");
    running = await startServer({ DATA_DIR: dataDir, PORT: String(running.port) });
  }
  await waitForWrites();
  isOver = true;
  await ended;
  expect(await running.stop()).toBe(0);

  const database = openDatabaseFile(`${dataDir}/b-side.sqlite`);
  const rows = async (sql: string) => (await database.execute(sql)).rows;
  expect((await rows("pragma integrity_check"))[0]?.[0]).toBe("ok");
  await check(rows);
  database.close();
  rmSync(dataDir, { recursive: true, force: true });
}
