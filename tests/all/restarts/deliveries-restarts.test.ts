// Pushes and mails of a server that is killed again and again, and of two machines. DELIVERY_KILLS=50 kills it more often.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "@libsql/client";
import { createClient } from "@libsql/client";
import { afterAll, expect, test } from "vitest";
import { openBrowser } from "../../api/client";
import { decide, type Person, signUp } from "../../api/people";
import { hasPrimary, startPrimary } from "../../api/primary";
import { pause } from "../../api/restarts";
import { type RunningServer, startServer } from "../../api/server";
import { openDatabaseFile } from "../../database-file";
import { startMailServer } from "../../fakes/mail-server";
import { startPushService } from "../../fakes/push-service";

const KILLS = Number(process.env.DELIVERY_KILLS ?? 8);
const MATCHES_BETWEEN = 15;
/** Matches on two machines. */
const PAIRS = 50;
/** As many pushes and mails as one machine has claimed at a time: those that a kill can repeat. */
const CLAIMED = 25;

const service = await startPushService();
const mail = await startMailServer();
const calling = {
  ...mail.variables,
  SESSION_SECRET: "one secret for all of the machines",
};
afterAll(() => {
  service.close();
  mail.close();
});

type Device = ReturnType<typeof service.subscribe>;
type Reader = Person & { device: Device };

/** Members with push who want mail at once: enough for so many matches. */
async function addReaders(server: RunningServer, database: Client, matches: number): Promise<Reader[]> {
  const count = Math.ceil(Math.sqrt(2 * matches)) + 1;
  const readers: Reader[] = [];
  for (let i = 0; i < count; i++) {
    const person = await signUp(openBrowser(server), "Ada");
    const settings = await (await person.get("/api/notifications/settings")).json();
    await person.json("PUT", "/api/notifications/settings", { ...settings, matchMail: "now" });
    const { publicKey } = await (await person.get("/api/notifications/browsers")).json();
    const device = service.subscribe(publicKey);
    await person.json("POST", "/api/notifications/browsers", device.subscription);
    readers.push(Object.assign(person, { device }));
  }
  await database.execute(`update account set email_confirmed_at = ${Date.now()}`);
  return readers;
}

/** All pairs of readers, as many as are needed; the first one likes first, and so is called. */
function pairsOf(readers: Reader[], count: number): [Reader, Reader][] {
  const pairs = readers.flatMap((one, i) =>
    readers.slice(i + 1).map((other): [Reader, Reader] => [one, other]),
  );
  expect(pairs.length).toBeGreaterThanOrEqual(count);
  return pairs.slice(0, count);
}

/** Likes until that is acknowledged: a repeat changes nothing. */
async function like(one: Reader, other: Reader) {
  while (!(await decide(one, other, true).catch(() => undefined))?.ok) await pause(20);
}

async function matchAll(pairs: [Reader, Reader][]) {
  for (const [one, other] of pairs) {
    await like(one, other);
    await like(other, one);
  }
}

/** Resolves once everything is decided and both queues are empty. */
async function untilSent(database: Client) {
  const left = async () => {
    const { rows } = await database.execute(`select (select count(*) from notification where kind = 'match'
      and (push_at is not null or mail_at is not null)) + (select count(*) from push) + (select count(*) from mail) as count`);
    return Number(rows[0]?.count);
  };
  await expect.poll(left, { timeout: 120_000, interval: 200 }).toBe(0);
}

/** How often each match was pushed to and mailed to its member, by what says that it is the same. */
function countCalls(readers: Reader[], pairs: [Reader, Reader][]) {
  let [pushedTwice, mailedTwice] = [0, 0];
  for (const reader of readers) {
    const others = pairs.filter(([one]) => one === reader).map(([, other]) => other.id);
    const tags = new Map<string, Set<string>>();
    for (const { payload, topic } of reader.device.received) {
      const { navigate = "", tag: shown = "" } = payload.notification ?? {};
      const tag = `${shown} ${topic}`;
      const [, id = ""] = /members\/(\d+)\/match$/.exec(navigate) ?? [];
      pushedTwice += Number(tags.get(id)?.has(tag) ?? false);
      tags.set(id, (tags.get(id) ?? new Set()).add(tag));
    }
    expect([...tags.keys()].sort()).toEqual([...others].sort());
    // What is decided once has one tag and one topic: a browser shows it once, however often it comes.
    expect([...tags.values()].map(({ size }) => size)).toEqual(others.map(() => 1));

    const mails = mail.mails.filter(
      ({ to, text }) => to === reader.email && text.includes("While you were away"),
    );
    const distinct = new Map(mails.map((each) => [each.messageId, each]));
    mailedTwice += mails.length - distinct.size;
    const counts = [...distinct.values()].map(({ text }) => Number(/(\d+) new matches/.exec(text)?.[1] ?? 1));
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(others.length);
  }
  return { pushedTwice, mailedTwice };
}

const options = { timeout: 120_000 + KILLS * 20_000 };

test(`a server that is killed ${KILLS} times calls about everything, decided once`, options, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "b-side-called-"));
  // Without mail, members sign up at once.
  const first = await startServer({
    DATA_DIR: dataDir,
    SESSION_SECRET: calling.SESSION_SECRET,
  });
  const database = openDatabaseFile(`${dataDir}/b-side.sqlite`);
  const total = (KILLS + 1) * MATCHES_BETWEEN;
  const readers = await addReaders(first, database, total);
  const pairs = pairsOf(readers, total);
  expect(await first.stop()).toBe(0);
  const variables = { ...calling, DATA_DIR: dataDir, PORT: String(first.port) };
  let running = await startServer(variables);
  let cut = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const matching = matchAll(pairs.slice(kill * MATCHES_BETWEEN, (kill + 1) * MATCHES_BETWEEN));
    await pause(Math.random() * 1500);
    await running.stop("SIGKILL");
    // Half a minute later what the killed one had claimed is due again.
    for (const queue of ["push", "mail"]) {
      const { rowsAffected } = await database.execute(
        `update ${queue} set next_attempt_at = ${Date.now()} where attempts > 0`,
      );
      cut += rowsAffected;
    }
    running = await startServer(variables);
    await matching;
  }
  await matchAll(pairs.slice(KILLS * MATCHES_BETWEEN));
  await untilSent(database);
  const { pushedTwice, mailedTwice } = countCalls(readers, pairs);
  console.info(
    `${pairs.length} matches, ${KILLS} kills: ${cut} were claimed and not done; sent twice: ${pushedTwice} pushes, ${mailedTwice} mails`,
  );
  expect(pushedTwice + mailedTwice).toBeLessThanOrEqual(cut);
  expect(cut).toBeLessThanOrEqual(KILLS * CLAIMED);
  expect(await running.stop()).toBe(0);
  expect(running.output()).not.toContain('"msg":"bug"');
  database.close();
  rmSync(dataDir, { recursive: true });
});

test.runIf(hasPrimary)("two machines call about everything once", async () => {
  const primary = await startPrimary();
  const folders = [0, 1, 2].map(() => mkdtempSync(join(tmpdir(), "b-side-called-")));
  const on = { DATABASE_URL: primary.address, APP_ORIGIN: "http://b-side.example:8080" };
  const first = await startServer({
    ...on,
    DATA_DIR: folders[0] ?? "",
    SESSION_SECRET: calling.SESSION_SECRET,
  });
  const database = createClient({ url: primary.address });
  const readers = await addReaders(first, database, PAIRS);
  const pairs = pairsOf(readers, PAIRS);
  expect(await first.stop()).toBe(0);
  const machines = await Promise.all(
    folders.slice(1).map((DATA_DIR) => startServer({ ...calling, ...on, DATA_DIR })),
  );
  let turn = 0;
  Object.defineProperty(first, "address", { get: () => machines[turn++ % machines.length]?.address });
  await matchAll(pairs);
  await untilSent(database);
  expect(countCalls(readers, pairs)).toEqual({ pushedTwice: 0, mailedTwice: 0 });
  for (const machine of machines) {
    expect(await machine.stop()).toBe(0);
    expect(machine.output()).not.toContain('"msg":"bug"');
  }
  database.close();
  await primary.remove();
  for (const folder of folders) rmSync(folder, { recursive: true });
});
