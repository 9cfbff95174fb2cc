import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { afterAll, expect, test } from "vitest";
import {
  openBrowser,
  type Person,
  type RunningServer,
  settleIn,
  signUp,
  startServer,
  talkUp,
} from "./server";
import { openStream, type Told } from "./stream";

const dataDir = mkdtempSync(join(tmpdir(), "b-side-live-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("SIGTERM with open streams: they end, and the process is gone at once", async () => {
  const running = await startServer();
  const ada = await signUp(openBrowser(running), "Ada");
  const readers = [await openStream(ada), await openStream(ada)];
  const began = Date.now();
  const code = running.end();
  await Promise.all(readers.map((reader) => reader.ended));
  expect(await code).toBe(0);
  expect(Date.now() - began).toBeLessThan(5000);
  expect(running.printed()).not.toContain('"msg":"bug"');
}, 60_000);

test("SIGKILL while eight write: what was acknowledged is there, once, and was told once", async () => {
  let running: RunningServer = await startServer({ DATA_DIR: dataDir });
  const people: Person[] = [];
  for (let i = 0; i < 8; i++) people.push(await settleIn(await signUp(openBrowser(running), `Writer${i}`)));
  const talks: string[] = [];
  for (let i = 0; i < 8; i += 2) talks.push(await talkUp(people[i] as Person, people[i + 1] as Person));

  const acknowledged = new Map<string, string>();
  let isOver = false;
  const write = async (person: Person, talk: string) => {
    for (let i = 0; !isOver; i++) {
      const id = randomUUID();
      const content = `${person.id} ${i}`;
      // Tried again under the same id until there is an answer, as the composer does.
      while (!acknowledged.has(id)) {
        if (isOver) return;
        const path = `/api/conversations/${talk}/messages`;
        const answer = await person.json("POST", path, { id, content }).catch(() => undefined);
        if (answer?.status === 201) acknowledged.set(id, content);
        else await pause(50);
      }
    }
  };
  const told: Told[] = [];
  const follow = async (person: Person) => {
    let place = "";
    while (!isOver) {
      const reader = await openStream(person, { from: place }).catch(() => undefined);
      if (!reader) {
        await pause(50);
        continue;
      }
      while (reader.isOpen() && !isOver) await pause(20);
      if (isOver) await pause(500);
      reader.drop();
      told.push(...reader.told);
      place = reader.place();
    }
  };
  const working = [
    follow(people[0] as Person),
    ...people.map((person, i) => write(person, talks[Math.floor(i / 2)] ?? "")),
  ];
  for (let kill = 0; kill < 3; kill++) {
    await pause(500 + Math.random() * 500);
    await running.end("SIGKILL");
    running = await startServer({ DATA_DIR: dataDir, PORT: String(running.port) });
  }
  await pause(500);
  isOver = true;
  await Promise.all(working);
  expect(await running.end()).toBe(0);

  const database = createClient({ url: `file:${dataDir}/b-side.sqlite` });
  const rows = async (sql: string) => (await database.execute(sql)).rows;
  expect((await rows("pragma integrity_check"))[0]?.[0]).toBe("ok");
  const kept = new Map((await rows("select id, content from message")).map((row) => [row.id, row.content]));
  expect(acknowledged.size).toBeGreaterThan(50);
  for (const [id, content] of acknowledged) expect(kept.get(id)).toBe(content);
  expect(await rows("select content from message group by content having count(*) > 1")).toEqual([]);
  const own = (
    await rows(`select id from message where conversation_id = '${talks[0]}' order by sequence`)
  ).map((row) => row.id);
  expect(told.map(({ data }) => (data as { message: { id: string } }).message.id)).toEqual(own);
  database.close();
}, 120_000);
