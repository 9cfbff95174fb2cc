// Replicas whose primary was put back to an earlier state, and replicas that are damaged or belong to another primary.
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../../api/client";
import { at, completeProfile, decide, type Person, signIn, signUp } from "../../api/people";
import { hasPrimary, type Primary, startPrimary } from "../../api/primary";
import { type RunningServer, startServer } from "../../api/server";
import { type LiveStream, openStream } from "../../api/stream";

const surroundings = {
  APP_ORIGIN: "http://b-side.example:8080",
  SESSION_SECRET: "one secret for all of the machines",
};
const DISCARDED = "The replica is discarded and fetched from the primary again";
const MESSAGES = "select json_group_array(json_array(sequence, content)) as messages from message";
const READ_FILE = `
  const database = new (require("libsql"))(process.argv[1], { timeout: 5000 });
  const get = (sql) => database.prepare(sql).get();
  const found = [get(process.argv[2]).messages, get("pragma integrity_check").integrity_check];
  console.log(JSON.stringify(found));
`;

type Message = { content: string };

describe.runIf(hasPrimary)("machines with a replica", () => {
  let primary: Primary;
  let a: RunningServer;
  let b: RunningServer;
  /** Reads from the primary as well. */
  let far: RunningServer;
  let ada: Person;
  let ben: Person;
  let conversationId: string;
  const folders = Array.from({ length: 3 }, () => mkdtempSync(join(tmpdir(), "b-side-rewind-")));
  const [folderOfA = "", folderOfB = "", folderOfFar = ""] = folders;

  const start = (dataDir: string, port?: number) =>
    startServer({
      ...surroundings,
      DATA_DIR: dataDir,
      ...(dataDir === folderOfFar
        ? { DATABASE_URL: primary.address }
        : { DATABASE_SYNC_URL: primary.address }),
      ...(port === undefined ? {} : { PORT: String(port) }),
    });
  const write = (one: Person, content: string) =>
    one.json("POST", `/api/conversations/${conversationId}/messages`, { content, id: randomUUID() });
  const read = async (one: Person) => {
    const answer = await one.get(`/api/conversations/${conversationId}/messages`);
    expect(answer.status).toBe(200);
    return ((await answer.json()) as Message[]).map(({ content }) => content);
  };
  const contentsOf = ({ events }: LiveStream) =>
    events.flatMap(({ data }) => (data as { message?: Message }).message?.content ?? []);
  const healthOf = async ({ address }: RunningServer) => (await fetch(`${address}/healthz`)).status;
  const discardsOf = (server: RunningServer) => server.output().split(DISCARDED).length - 1;
  const canSave = async (machine: RunningServer) => {
    const profile = { bio: "Here", age: 30, location: "Portland, Oregon" };
    return (await at(machine, ada).json("PATCH", "/api/profile", profile)).status === 200;
  };
  /** Resolves once every machine reaches the primary again. */
  const untilWritable = async () => {
    for (const machine of [a, b, far]) await expect.poll(() => canSave(machine)).toBe(true);
  };
  /** Resolves once a machine's file has all messages of the primary, and checks it. */
  const untilSynced = async (machine: RunningServer) => {
    const original = createClient({ url: primary.address });
    const { rows } = await original.execute(MESSAGES);
    original.close();
    // In a process of its own: these tests damage files, and closing a file ends the locks of its whole process.
    const file = join(machine.dataDir, "replica.sqlite");
    const readFile = () => {
      const { stdout } = spawnSync(process.execPath, ["-e", READ_FILE, file, MESSAGES], { encoding: "utf8" });
      return stdout ? JSON.parse(stdout) : undefined;
    };
    await expect.poll(readFile).toEqual([rows[0]?.messages, "ok"]);
  };

  beforeAll(async () => {
    primary = await startPrimary();
    [a, b, far] = await Promise.all([start(folderOfA), start(folderOfB), start(folderOfFar)]);
    ada = await completeProfile(await signUp(openBrowser(a), "Ada"));
    ben = await completeProfile(await signUp(openBrowser(b), "Ben"));
    await decide(ada, ben, true);
    await decide(ben, ada, true);
    const begun = await ada.json("POST", "/api/conversations", { targetUserId: ben.id });
    conversationId = ((await begun.json()) as { id: string }).id;
  });
  afterAll(async () => {
    const codes = await Promise.all([a, b, far].map((server) => server.stop()));
    await primary.remove();
    for (const each of folders) rmSync(each, { recursive: true });
    expect(codes).toEqual([0, 0, 0]);
    for (const server of [a, b, far]) expect(server.output()).not.toContain('"msg":"bug"');
  });

  const shutdowns = [
    ["continues its log", "SIGTERM"],
    ["has a new log", "SIGKILL"],
  ] as const;

  test.each(shutdowns)(
    "fetch it again from a primary that was put back and %s, and reset all streams",
    async (_, signal) => {
      const kept = await read(ada);
      await write(ada, "Before the copy");
      const putBack = await primary.copy(signal);
      await untilWritable();
      for (let i = 0; i < 40; i++) expect((await write(i % 2 ? ada : ben, `Lost ${i}`)).status).toBe(201);
      const cleo = await signUp(openBrowser(a), "Cleo");
      const adaAgain = openBrowser(b);
      expect((await signIn(adaAgain, ada.email, ada.password)).status).toBe(200);
      const streams = await Promise.all(
        [a, b, far].flatMap((machine) => [at(machine, ada), at(machine, ben)].map((one) => openStream(one))),
      );
      await write(ada, "The last one lost");
      const last = () => streams.map((stream) => contentsOf(stream).at(-1));
      await expect.poll(last).toEqual(streams.map(() => "The last one lost"));
      const discards = [a, b].map(discardsOf);
      const healths: number[][] = [];
      let isOver = false;
      const watch = async () => {
        while (!isOver) healths.push(await Promise.all([a, b].map(healthOf)));
      };
      const watching = watch();

      await putBack();
      const resetsOf = () =>
        streams.map(({ events }) => events.filter(({ event }) => event === "reset").length);
      await expect.poll(resetsOf).toEqual([1, 1, 1, 1, 1, 1]);
      await expect.poll(() => [a, b].map(discardsOf)).toEqual(discards.map((count) => count + 1));
      isOver = true;
      await watching;
      // Both have lost their file, so neither fails its check without the other.
      for (const both of healths) expect(both).toContain(200);

      for (const machine of [a, b, far]) {
        expect((await at(machine, cleo).get("/api/auth/user")).status).toBe(401);
        expect((await openBrowser(machine, adaAgain.cookies).get("/api/auth/user")).status).toBe(401);
        expect(await read(at(machine, ben))).toEqual(["Before the copy", ...kept].slice(0, 50));
      }
      const contents = Array.from({ length: 30 }, (_, i) => `New ${i}`);
      for (const [i, content] of contents.entries()) {
        expect((await write(i % 2 ? ada : ben, content)).status).toBe(201);
        for (const machine of [a, b]) expect((await read(at(machine, ada)))[0]).toBe(content);
      }
      await expect
        .poll(() => streams.map(contentsOf))
        .toEqual(streams.map(() => ["The last one lost", ...contents]));
      for (const stream of streams) stream.disconnect();
      for (const machine of [a, b]) await untilSynced(machine);
    },
  );

  test.each(shutdowns)(
    "fetch it again from a primary that was put back, %s and has passed them since",
    async (_, signal) => {
      const putBack = await primary.copy(signal);
      await untilWritable();
      for (let i = 0; i < 10; i++) await write(i % 2 ? ada : ben, `Lost too ${i}`);
      const stream = await openStream(at(a, ben));
      await b.stop();
      process.kill(a.pid, "SIGSTOP");
      await putBack();
      const contents = Array.from({ length: 60 }, (_, i) => `Passing ${i}`);
      for (const [i, content] of contents.entries())
        expect((await write(at(far, i % 2 ? ada : ben), content)).status).toBe(201);
      process.kill(a.pid, "SIGCONT");
      b = await start(folderOfB, b.port);

      await stream.waitFor((events) => events.some(({ event }) => event === "reset"));
      stream.disconnect();
      for (const machine of [a, b]) {
        await expect.poll(() => healthOf(machine)).toBe(200);
        expect(await read(at(machine, ada))).toEqual(contents.slice(-50).reverse());
        // Until it is synced, it reads from the primary.
        await expect.poll(() => discardsOf(machine)).toBeGreaterThan(0);
      }
      expect((await write(ada, "After all")).status).toBe(201);
      expect((await read(at(b, ben)))[0]).toBe("After all");
      for (const machine of [a, b]) await untilSynced(machine);
    },
  );

  test.each(["SIGTERM", "SIGKILL"] as const)("keep their file when they restart after %s", async (signal) => {
    await b.stop(signal);
    // Killed within a transaction, it may keep the others from writing until the primary gives that up, after five seconds.
    if (signal === "SIGKILL") await expect.poll(() => canSave(far)).toBe(true);
    expect((await write(at(far, ada), "While it was away")).status).toBe(201);
    b = await start(folderOfB, b.port);
    expect((await read(at(b, ben)))[0]).toBe("While it was away");
    expect(discardsOf(b)).toBe(0);
    await untilSynced(b);
  });

  const file = join(folderOfB, "replica.sqlite");
  const index = `${file}-client_wal_index`;
  test.each<[string, () => void]>([
    ["is cut in half", () => truncateSync(file, Math.floor(statSync(file).size / 2))],
    ["has lost its log", () => rmSync(`${file}-wal`)],
    ["has half of its log", () => truncateSync(`${file}-wal`, Math.floor(statSync(`${file}-wal`).size / 2))],
    ["is overwritten", () => writeFileSync(file, Buffer.alloc(40_000, "garbage"))],
    ["is empty", () => truncateSync(file)],
    ["is gone", () => rmSync(file)],
    ["has lost its index", () => rmSync(index)],
    ["has an empty index", () => truncateSync(index)],
    ["has another's index", () => writeFileSync(index, Buffer.alloc(32, 7))],
  ])("start with a file that %s", async (_, damage) => {
    await b.stop();
    damage();
    expect((await write(at(far, ada), "Meanwhile")).status).toBe(201);
    b = await start(folderOfB, b.port);
    expect(await healthOf(b)).toBe(200);
    expect(await read(at(b, ben))).toEqual(await read(at(far, ben)));
    await untilSynced(b);
  });

  test("start with a file that belongs to another primary", async () => {
    await b.stop();
    const other = await startPrimary();
    const dataDir = folderOfB;
    const foreign = await startServer({
      ...surroundings,
      DATA_DIR: dataDir,
      DATABASE_SYNC_URL: other.address,
    });
    expect((await at(foreign, ada).get("/api/auth/user")).status).toBe(401);
    const stranger = await signUp(openBrowser(foreign), "Stranger");
    expect(await foreign.stop()).toBe(0);
    await other.remove();
    b = await start(folderOfB, b.port);
    expect((await at(b, stranger).get("/api/auth/user")).status).toBe(401);
    expect(await read(at(b, ben))).toEqual(await read(at(far, ben)));
    await untilSynced(b);
  });

  test("fetch it again when they find it damaged while they run", async () => {
    const discards = discardsOf(b);
    for (const name of [file, `${file}-wal`]) {
      if (existsSync(name)) writeFileSync(name, Buffer.alloc(statSync(name).size, "garbage"), { flag: "r+" });
    }
    await expect
      .poll(async () => {
        expect(await read(at(b, ben))).toEqual(await read(at(far, ben)));
        expect((await at(b, ben).get("/discover")).status).toBe(200);
        return discardsOf(b);
      })
      .toBe(discards + 1);
    await expect.poll(() => healthOf(b)).toBe(200);
    await untilSynced(b);
  });
});
