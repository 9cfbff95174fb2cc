// Backups on a schedule, in buckets, of libSQL servers, without room, and of a command that is killed.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AwsClient } from "aws4fetch";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openBrowser } from "../../api/client";
import { operate } from "../../api/operate";
import { completeProfile, makeConversation, type Person, signIn, signUp } from "../../api/people";
import { hasPrimary, startPrimary } from "../../api/primary";
import { nodePath, type RunningServer, startServer } from "../../api/server";
import { addProfilePhoto } from "../../api/upload-picture";
import { startBucket } from "../../fakes/bucket";

const folder = mkdtempSync(join(tmpdir(), "b-side-backups-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const canMount = process.getuid?.() === 0 && process.platform === "linux";

let folders = 0;
function makeDataDir(): string {
  const dataDir = join(folder, `data-${folders++}`);
  mkdirSync(dataDir);
  return dataDir;
}

describe("a backup", () => {
  const source = makeDataDir();
  const archive = join(folder, "community.tar.gz");
  let running: RunningServer;
  let ada: Person;
  let messages: string;

  beforeAll(async () => {
    running = await startServer({ DATA_DIR: source });
    ada = await completeProfile(await signUp(openBrowser(running), "Ada"));
    const ben = await completeProfile(await signUp(openBrowser(running), "Ben"));
    messages = `/api/conversations/${await makeConversation(ada, ben)}/messages`;
    for (let i = 0; i < 60; i++) await ada.json("POST", messages, { content: `before ${i}` });
    expect(await operate(source, ["backup", archive])).toMatchObject({ code: 0 });
  });
  afterAll(() => running.stop());

  test("is not restored over a left-over write-ahead log", async () => {
    for (const name of ["b-side.sqlite-wal", "b-side.sqlite-shm"]) {
      const target = makeDataDir();
      writeFileSync(join(target, name), "");
      const left = await operate(target, ["restore", archive]);
      expect([left.code, left.said]).toEqual([1, expect.stringContaining(`${name} exists`)]);
    }
  });

  test.runIf(hasPrimary)("gets onto a libSQL server as the refusal to restore it there says", async () => {
    const address = "http://127.0.0.1:9";
    const refused = await operate(makeDataDir(), ["restore", archive], { DATABASE_URL: address });
    expect(refused.code).toBe(1);
    expect(refused.said).toMatch(/^This deployment's database is on a libSQL server: .+\.$/);
    expect(refused.said).toContain("that database file as dbs/default/data in an empty directory");
    const target = makeDataDir();
    await operate(target, ["restore", archive]);
    const primary = await startPrimary({ file: join(target, "b-side.sqlite") });
    const machine = await startServer({ DATA_DIR: makeDataDir(), DATABASE_URL: primary.address });
    const browser = openBrowser(machine);
    await signIn(browser, ada.email, ada.password);
    expect((await browser.json("POST", messages, { content: "On the server" })).status).toBe(201);
    const page = (await (await browser.get(messages)).json()) as { content: string }[];
    expect(page[0]?.content).toBe("On the server");
    expect(page).toHaveLength(50);
    expect(await machine.stop()).toBe(0);
    await primary.remove();
  });

  test.runIf(hasPrimary)("is made of a libSQL server's database, by the first of its machines", async () => {
    const primary = await startPrimary({ file: join(source, "b-side.sqlite"), maxLogMb: 2 });
    const dataDirs = [makeDataDir(), makeDataDir()] as const;
    const to = join(folder, "of-a-server");
    const variables = { DATABASE_URL: primary.address, BACKUP_TO: to };
    const machine = await startServer({ DATA_DIR: dataDirs[0], DATABASE_URL: primary.address });
    const browser = openBrowser(machine);
    await signIn(browser, ada.email, ada.password);
    expect((await browser.json("POST", messages, { content: "Last" })).status).toBe(201);
    const kept = join(folder, "server.tar");
    expect(await operate(dataDirs[0], ["backup", kept], variables)).toMatchObject({ code: 0 });
    const first = await operate(dataDirs[0], ["backup", "--scheduled"], variables);
    const second = await operate(dataDirs[1], ["backup", "--scheduled"], variables);
    expect([first.code, second.code]).toEqual([0, 0]);
    const [name] = readdirSync(to);
    expect(readdirSync(to)).toEqual([name]);
    for (const { said } of [first, second]) expect(JSON.parse(said)).toMatchObject({ name });
    expect(readdirSync(dataDirs[0]).filter((each) => each.startsWith("backup-"))).toEqual([
      "backup-lock.sqlite",
    ]);
    expect((await browser.json("POST", messages, { content: "Later" })).status).toBe(201);
    expect(await machine.stop()).toBe(0);

    await primary.remove();
    const refused = await operate(dataDirs[1], ["backup", join(folder, "none.tar")], variables);
    expect([refused.code, refused.said]).toEqual([
      1,
      expect.stringMatching(/^The database cannot be fetched from its server: /),
    ]);
    for (const archive of [kept, join(to, name ?? "")]) {
      const target = makeDataDir();
      expect(await operate(target, ["restore", archive])).toMatchObject({ code: 0 });
      const restored = await startServer({ DATA_DIR: target });
      const reader = openBrowser(restored);
      await signIn(reader, ada.email, ada.password);
      const page = (await (await reader.get(messages)).json()) as { content: string }[];
      expect(page[0]?.content).toBe("Last");
      expect(await restored.stop()).toBe(0);
    }
  });

  test("is refused without room for it, and leaves no files behind", async () => {
    const before = readdirSync(source);
    const refused = await operate(source, ["backup", join(folder, "new/a.tar.gz")], {
      MIN_FREE_DISK_MB: "9999999",
    });
    expect([refused.code, refused.said]).toEqual([
      1,
      expect.stringMatching(
        /^There is no room for a backup: it needs \d+ TB free in .+data-0, which has [\d.]+ [MGT]B\.$/,
      ),
    ]);
    expect(readdirSync(source)).toEqual(before);
    expect(readdirSync(folder)).not.toContain("new");
  });

  test.runIf(canMount)("is refused without room for it on another disk", async () => {
    const disk = makeDataDir();
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=500k", "tmpfs", disk]);
    onTestFinished(() => void execFileSync("umount", [disk]));
    const refused = await operate(source, ["backup", join(disk, "a.tar.gz")]);
    expect([refused.code, refused.said]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(
          `^There is no room for a backup: it needs [\\d.]+ MB free in ${disk}, which has \\d+ kB\\.$`,
        ),
      ),
    ]);
    expect(readdirSync(disk)).toEqual([]);
  });

  test("is refused while another is being made, and removes what that leaves if it is killed", async () => {
    const first = await startHangingBackup(source);
    const second = await operate(source, ["backup", join(folder, "second.tar.gz")]);
    expect(second).toEqual({ code: 1, said: "Another backup is being made." });
    first.kill("SIGKILL");
    await once(first, "exit");
    expect(listUnfinished(source)).toHaveLength(1);
    expect((await operate(source, ["backup", join(folder, "second.tar.gz")])).code).toBe(0);
    expect(listUnfinished(source)).toEqual([]);
  });

  test("is written to BACKUP_TO periodically, and old backups are pruned", async () => {
    const to = join(folder, "scheduled");
    mkdirSync(to);
    writeFileSync(join(to, "b-side-2026-11-22T02-00-00-000Z.tar.gz.unfinished"), "of one that was killed");
    writeFileSync(join(to, "another.tar.gz.unfinished"), "of another program");
    for (let i = 0; i < 3; i++) {
      const made = await operate(source, ["backup", "--scheduled"], { BACKUP_TO: to, BACKUP_KEEP: "2" });
      expect(JSON.parse(made.said)).toEqual({
        name: expect.stringMatching(/^b-side-/),
        bytes: expect.any(Number),
      });
    }
    const names = readdirSync(to).sort();
    expect(names).toEqual([
      "another.tar.gz.unfinished",
      ...Array(2).fill(expect.stringMatching(/\dZ\.tar\.gz$/)),
    ]);
  });
});

describe("backups in a bucket", () => {
  type Bucket = Awaited<ReturnType<typeof startBucket>>;
  const source = makeDataDir();
  const token = "a-token-of-the-metrics";
  let bucket: Bucket;
  let running: RunningServer;
  let ada: Person;
  let photoUrl: string;

  beforeAll(async () => {
    bucket = await startBucket();
    running = await startServer({
      ...bucket.variables,
      DATA_DIR: source,
      BACKUP_TO: "s3://pictures/backups/daily",
      BACKUP_KEEP: "2",
      METRICS_TOKEN: token,
      LOG_LEVEL: "info",
      NODE_OPTIONS: `--import=${new URL("short-hours.mjs", import.meta.url)}`,
    });
    ada = await signUp(openBrowser(running), "Ada");
    photoUrl = await addProfilePhoto(ada);
  });
  afterAll(async () => {
    expect(await running.stop()).toBe(0);
    await bucket.close();
  });

  const ask = (path: string) => {
    const { region, accessKeyId, secretAccessKey } = bucket.keys;
    const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3" });
    return client.fetch(`${bucket.endpoint}/pictures${path}`);
  };
  const listArchives = async () => {
    const list = await (await ask("?list-type=2&prefix=backups/")).text();
    return [...list.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = ""]) => key);
  };
  const loggedBackups = () =>
    running
      .output()
      .split("\n")
      .filter((line) => line.includes('"msg":"backup"'))
      .map((line) => JSON.parse(line) as { name: string; bytes: number });

  test("are made automatically, logged and counted, and only the newest are kept", async () => {
    for (let made = 1; made <= 3; made++) {
      await expect.poll(() => loggedBackups().length).toBe(made);
      // Without a last backup the next one is due.
      if (made < 3) rmSync(join(source, "last-backup.json"));
    }
    const archives = await listArchives();
    expect(archives).toHaveLength(2);
    for (const key of archives) expect(key).toMatch(/^backups\/daily\/b-side-[\dTZ-]+\.tar\.gz$/);
    const metrics = await fetch(`${running.address}/metrics`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const text = await metrics.text();
    expect(text).toMatch(/^b_side_backups_total\{result="succeeded"\} 3$/m);
    expect(text).not.toContain('b_side_backups_total{result="failed"}');
    const seconds = Number(/^b_side_last_backup_time_seconds (\S+)$/m.exec(text)?.[1]);
    expect(Math.abs(seconds - Date.now() / 1000)).toBeLessThan(60);
    expect(text).toMatch(/^b_side_last_backup_bytes \d{4,}$/m);
    expect(listUnfinished(source)).toEqual([]);
  });

  test("restore a deployment whose pictures are still in the bucket", async () => {
    const newest = loggedBackups().at(-1)?.name;
    const archive = join(folder, "from-bucket.tar.gz");
    const stored = await ask(`/backups/daily/${newest}`);
    expect(stored.status).toBe(200);
    writeFileSync(archive, new Uint8Array(await stored.arrayBuffer()));
    const target = makeDataDir();
    const restored = await operate(target, ["restore", archive], bucket.variables);
    expect(restored.said).toMatch(/^Restored 1 members as of 20/);
    expect(readdirSync(target)).not.toContain("pictures");
    const copy = await startServer({ ...bucket.variables, DATA_DIR: target });
    const browser = openBrowser(copy, ada.cookies);
    expect((await browser.get(photoUrl)).status).toBe(200);
    expect(await copy.stop()).toBe(0);
  });

  test("can include the pictures, for another bucket or a folder", async () => {
    const archive = join(folder, "with-pictures.tar.gz");
    const made = await operate(source, ["backup", archive, "--with-pictures"], bucket.variables);
    expect(made.said).toContain("(pictures included)");
    const other = await startBucket();
    for (const variables of [other.variables, {}]) {
      const target = makeDataDir();
      expect((await operate(target, ["restore", archive], variables)).code).toBe(0);
      const copy = await startServer({ ...variables, DATA_DIR: target });
      expect((await openBrowser(copy, ada.cookies).get(photoUrl)).status).toBe(200);
      expect(await copy.stop()).toBe(0);
    }
    await other.close();
  });

  test("fail with a one-line message when the bucket refuses them", async () => {
    const to = { BACKUP_TO: "s3://no-such-bucket/backups" };
    const missing = await operate(source, ["backup", "--scheduled"], { ...bucket.variables, ...to });
    expect(missing).toEqual({ code: 1, said: "The backup bucket responded with status 404." });
    const gone = { ...bucket.variables, ...to, S3_ENDPOINT: "http://127.0.0.1:9" };
    const unreachable = await operate(source, ["backup", "--scheduled"], gone);
    expect([unreachable.code, unreachable.said]).toEqual([
      1,
      expect.stringMatching(/^The backup bucket cannot be reached: [^\n]+\.$/),
    ]);
    const without = await operate(source, ["backup", "--scheduled"], to);
    expect(without.said).toBe(
      "The environment variable S3_ENDPOINT is missing: BACKUP_TO names a bucket, which needs the five S3_… variables.",
    );
    expect(listUnfinished(source)).toEqual([]);
  });
});

/** Starts a backup that hangs while it writes the archive, into a pipe that nobody reads. */
async function startHangingBackup(dataDir: string): Promise<ChildProcess> {
  const archive = join(folder, `${randomUUID()}.tar.gz`);
  execFileSync("mkfifo", [`${archive}.unfinished`]);
  const env = { PATH: process.env.PATH, NODE_ENV: "production" as const, DATA_DIR: dataDir };
  const child = spawn(nodePath, ["build/cli.js", "backup", archive], { env, stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  await expect.poll(() => listUnfinished(dataDir)).toHaveLength(1);
  return child;
}

/** Copies of the database and archives for a bucket, which are in the data folder only while backups are made. */
const listUnfinished = (dataDir: string) =>
  readdirSync(dataDir).filter((name) => /^(backup-[\da-f-]+$|b-side-)/.test(name));
