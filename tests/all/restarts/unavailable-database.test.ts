import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFile } from "db/write-ahead-log.server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../../api/client";
import { completeProfile, makeConversation, type Person, signUp } from "../../api/people";
import { nodePath, runUntilExit, startServer } from "../../api/server";
import { freePort } from "../../free-port";

const BUSY = "The database is busy at the moment. Try again in a few seconds.";
const FULL = "This server is running out of space, so nothing can be saved right now. You can still browse.";

/** Two members with an open conversation, on a server of their own. */
async function startWithConversation(variables: Record<string, string> = {}) {
  const running = await startServer(variables);
  const ada = await completeProfile(await signUp(openBrowser(running), "Ada"));
  const ben = await completeProfile(await signUp(openBrowser(running), "Ben"));
  const path = `/api/conversations/${await makeConversation(ada, ben)}/messages`;
  return {
    running,
    post: (content: string) => ada.json("POST", path, { content }),
    read: () => listContents(ben, path),
  };
}

async function listContents(member: Person, path: string): Promise<string[]> {
  const answer = await member.get(path);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { content: string }[]).map(({ content }) => content);
}

async function expectHealthy({ address }: { address: string }) {
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
}

test("while another program holds the write lock, reads succeed, writes are refused in time, and both recover", async () => {
  const { running, post, read } = await startWithConversation();
  const holder = openFile(join(running.dataDir, "b-side.sqlite"), 0);
  holder.exec("begin immediate");
  let isWaiting = true;
  const writing = Promise.all(Array.from({ length: 20 }, (_, i) => post(`during the lock ${i}`))).finally(
    () => {
      isWaiting = false;
    },
  );
  let rounds = 0;
  while (isWaiting) {
    await expectHealthy(running);
    expect(await read()).toEqual([]);
    rounds++;
  }
  // A blocked process would answer at most one of them before the writes are refused.
  expect(rounds).toBeGreaterThan(2);
  for (const refused of await writing) {
    expect(refused.status).toBe(503);
    expect(refused.headers.get("Retry-After")).toBe("5");
    expect(await refused.text()).toBe(BUSY);
  }

  const patient = post("just before the release");
  await read();
  holder.exec("rollback");
  holder.close();
  expect((await patient).status).toBe(201);
  for (let i = 0; i < 30; i++) expect((await post(`after the release ${i}`)).status).toBe(201);
  expect(await read()).toHaveLength(31);
  expect(await running.stop()).toBe(0);
  expect(running.output()).not.toContain('"msg":"bug"');
});

test("a server that starts without enough space serves reads, refuses writes and makes no backup", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "b-side-api-"));
  const backups = mkdtempSync(join(tmpdir(), "b-side-api-"));
  const roomy = { DATA_DIR: dataDir, PORT: String(await freePort()), SESSION_SECRET: "s".repeat(32) };
  const before = await startWithConversation(roomy);
  expect((await before.post("with room")).status).toBe(201);
  expect(await before.running.stop()).toBe(0);

  const token = "a token for metrics";
  const full = { MIN_FREE_DISK_MB: "9999999", BACKUP_TO: backups, METRICS_TOKEN: token, DEMO: "1" };
  const running = await startServer({ ...roomy, ...full });
  await expectHealthy(running);
  expect(await before.read()).toEqual(["with room"]);
  const refused = await before.post("without room");
  expect([refused.status, await refused.text()]).toEqual([503, FULL]);
  const headers = { Authorization: `Bearer ${token}` };
  const readMetrics = async () => (await fetch(`${running.address}/metrics`, { headers })).text();
  await expect.poll(readMetrics).toContain('b_side_backups_total{result="failed"} 1');
  expect(await readMetrics()).toContain("\nb_side_last_backup_time_seconds 0\n");
  expect(running.output()).toContain("There is no room for a backup: it needs 10 TB free in ");
  expect(readdirSync(backups)).toEqual([]);
  expect(await running.stop()).toBe(0);
  expect(running.output()).not.toContain('"msg":"bug"');
  for (const folder of [dataDir, backups]) rmSync(folder, { recursive: true });
});

test("a server without enough space to create its database says so", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "b-side-api-"));
  const { code, output } = await runUntilExit({ DATA_DIR: dataDir, MIN_FREE_DISK_MB: "9999999" });
  expect([code, output.trim()]).toEqual([
    1,
    "The database has to be migrated, and its disk has less than MIN_FREE_DISK_MB (9999999 MB) free: make room and start again.",
  ]);
  rmSync(dataDir, { recursive: true });
});

const canMount = process.getuid?.() === 0 && process.platform === "linux";

describe.runIf(canMount)("on a small disk", () => {
  const disk = mkdtempSync(join(tmpdir(), "b-side-small-disk-"));
  beforeAll(() => void execFileSync("mount", ["-t", "tmpfs", "-o", "size=60m", "tmpfs", disk]));
  afterAll(() => {
    execFileSync("umount", [disk]);
    rmSync(disk, { recursive: true });
  });

  /** Fills the disk except for this many bytes. */
  function fill(leftBytes: number) {
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, `filler-${leftBytes}`), Buffer.alloc(Math.max(0, bavail * bsize - leftBytes)));
  }

  test("a disk near or at its limit refuses writes but not reads, and freed space restores writes", async () => {
    const { running, post, read } = await startWithConversation({ DATA_DIR: disk, MIN_FREE_DISK_MB: "10" });
    expect((await post("with room")).status).toBe(201);
    for (const leftBytes of [8_000_000, 0]) {
      fill(leftBytes);
      await expect.poll(async () => (await post("without room")).status).toBe(503);
      const refused = await post("without room");
      expect(await refused.text()).toBe(FULL);
      await expectHealthy(running);
      const known = await read();
      expect(known.at(-1)).toBe("with room");
    }
    for (const leftBytes of [8_000_000, 0]) rmSync(join(disk, `filler-${leftBytes}`));
    await expect.poll(async () => (await post("with room again")).status).toBe(201);
    expect((await read())[0]).toBe("with room again");
    expect(await running.stop()).toBe(0);
    expect(running.output()).not.toContain('"msg":"bug"');
  });

  test("reaching the database's size limit is a refusal too", async () => {
    const dataDir = join(disk, "without-reserve");
    const { running, post, read } = await startWithConversation({ DATA_DIR: dataDir, MIN_FREE_DISK_MB: "0" });
    fill(0);
    await expect.poll(async () => (await post("x".repeat(2000))).status).toBe(503);
    await expectHealthy(running);
    const kept = await read();
    rmSync(join(disk, "filler-0"));
    expect((await post("with room again")).status).toBe(201);
    expect(await read()).toHaveLength(Math.min(50, kept.length + 1));
    expect(await running.stop()).toBe(0);
  });

  test("an unwritable log does not stop the server", async () => {
    const log = openSync(join(disk, "server.log"), "a");
    fill(0);
    const dataDir = mkdtempSync(join(tmpdir(), "b-side-api-"));
    const port = await freePort();
    const server = spawn(nodePath, ["build/server/index.js"], {
      stdio: ["ignore", log, log],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "production",
        HOST: "127.0.0.1",
        PORT: String(port),
        DATA_DIR: dataDir,
        DEMO: "0",
        LOG_LEVEL: "debug",
      },
    });
    closeSync(log);
    const ended = once(server, "close");
    const address = `http://127.0.0.1:${port}`;
    await expect.poll(async () => (await fetch(`${address}/healthz`).catch(() => null))?.status).toBe(200);
    // Each logs more than a kilobyte: together far more than the buffer holds.
    for (let i = 0; i < 1500; i++) {
      const refused = await fetch(`${address}/nowhere/${"x".repeat(900)}`, { method: "POST" });
      expect([refused.status, await refused.text()]).toEqual([
        403,
        "This request did not come from a page of this site.",
      ]);
    }
    await expectHealthy({ address });
    server.kill("SIGTERM");
    expect((await ended)[0]).toBe(0);
    rmSync(join(disk, "filler-0"));
    rmSync(dataDir, { recursive: true });
  });
});
