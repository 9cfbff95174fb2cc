// A server that is killed again and again under those who use it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type Row } from "@libsql/client";
import { expect } from "vitest";
import { type RunningServer, startServer } from "./server";

const KILLS = 3;

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What goes on while a server is killed: how much of it was acknowledged so far, and when it has come to its end. */
export type Work = { acknowledged: () => number; ended: Promise<unknown> };

/**
 * Starts a server, has `begin` put it to work, and kills it three times, each time after at least `each` more were
 * acknowledged. Then `isOver`, and once the work has ended so does the server; `look` finds its database whole.
 */
export async function killUnder(
  each: number,
  begin: (server: RunningServer, isOver: () => boolean) => Promise<Work>,
  look: (rows: (sql: string) => Promise<Row[]>) => Promise<void>,
) {
  const dataDir = mkdtempSync(join(tmpdir(), "b-side-killed-"));
  let running = await startServer({ DATA_DIR: dataDir });
  let isOver = false;
  const { acknowledged, ended } = await begin(running, () => isOver);
  const goOn = async () => {
    const enough = acknowledged() + each;
    while (acknowledged() < enough) await pause(20);
    await pause(Math.random() * 500);
  };
  for (let kill = 0; kill < KILLS; kill++) {
    await goOn();
    await running.end("SIGKILL");
    running = await startServer({ DATA_DIR: dataDir, PORT: String(running.port) });
  }
  await goOn();
  isOver = true;
  await ended;
  expect(await running.end()).toBe(0);

  const database = createClient({ url: `file:${dataDir}/b-side.sqlite` });
  const rows = async (sql: string) => (await database.execute(sql)).rows;
  expect((await rows("pragma integrity_check"))[0]?.[0]).toBe("ok");
  await look(rows);
  database.close();
  rmSync(dataDir, { recursive: true, force: true });
}
