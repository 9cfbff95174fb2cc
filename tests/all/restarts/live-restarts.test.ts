import { randomUUID } from "node:crypto";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Browser, openBrowser } from "../../api/client";
import { completeProfile, makeConversation, type Person, signUp } from "../../api/people";
import { killRepeatedly, pause } from "../../api/restarts";
import { startServer } from "../../api/server";
import { type LiveEvent, openStream } from "../../api/stream";

const idOf = ({ data }: LiveEvent) => (data as { message: { id: string } }).message.id;

test("SIGTERM ends open streams, and the process exits at once", async () => {
  const running = await startServer();
  const ada = await signUp(openBrowser(running), "Ada");
  const readers = [await openStream(ada), await openStream(ada)];
  const began = Date.now();
  const code = running.stop();
  await Promise.all(readers.map((reader) => reader.ended));
  expect(await code).toBe(0);
  // Connections in use are closed after fifteen seconds.
  expect(Date.now() - began).toBeLessThan(15_000);
  expect(running.output()).not.toContain('"msg":"bug"');
});

test("a reader who was offline while the database was restored and overtaken gets a reset", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "b-side-put-back-"));
  const [file, copy] = [join(dataDir, "b-side.sqlite"), join(dataDir, "copy.sqlite")];
  const first = await startServer({ DATA_DIR: dataDir });
  const ada = await completeProfile(await signUp(openBrowser(first), "Ada"));
  const ben = await completeProfile(await signUp(openBrowser(first), "Ben"));
  const path = `/api/conversations/${await makeConversation(ada, ben)}/messages`;
  const write = async (from: Browser, content: string) =>
    expect((await from.json("POST", path, { content })).status).toBe(201);
  await first.stop("SIGKILL");
  // The log is emptied at the start.
  const second = await startServer({ DATA_DIR: dataDir });
  copyFileSync(file, copy);
  const before = await openStream(openBrowser(second, ada.cookies));
  await write(openBrowser(second, ben.cookies), "Lost");
  await before.waitFor((events) => events.length > 0);
  before.disconnect();
  await second.stop("SIGKILL");
  for (const suffix of ["-wal", "-shm"]) rmSync(file + suffix);
  copyFileSync(copy, file);

  const third = await startServer({ DATA_DIR: dataDir });
  for (const content of ["One", "Two", "Three"]) await write(openBrowser(third, ben.cookies), content);
  const after = await openStream(openBrowser(third, ada.cookies), { from: before.lastEventId() });
  await after.waitFor((events) => events.length > 0);
  expect(after.events[0]?.event).toBe("reset");
  after.disconnect();
  // The same history goes on without one.
  await write(openBrowser(third, ben.cookies), "Four");
  const again = await openStream(openBrowser(third, ada.cookies), { from: after.lastEventId() });
  await again.waitFor((events) => events.length > 0);
  expect(again.events[0]?.event).toBe("message");
  again.disconnect();
  expect(await third.stop()).toBe(0);
  rmSync(dataDir, { recursive: true });
});

test("SIGKILL while eight members write loses no acknowledged message and repeats no event", async () => {
  const acknowledged = new Map<string, string>();
  const events: LiveEvent[] = [];
  let talks: string[] = [];

  /** Resumes in a new stream whenever one breaks, until the message named by `last` has arrived. */
  async function follow(person: Person, from: string, last: Promise<string>) {
    let lastId = "";
    void last.then((id) => {
      lastId = id;
    });
    for (let isDone = false, place = from; !isDone; ) {
      const reader = await openStream(person, { from: place }).catch(() => undefined);
      const hasCome = () => reader?.events.some((one) => idOf(one) === lastId) ?? false;
      while (reader?.isOpen() && !hasCome()) await pause(20);
      isDone = hasCome();
      reader?.disconnect();
      events.push(...(reader?.events ?? []));
      place = reader?.lastEventId() ?? place;
      if (!reader) await pause(50);
    }
  }

  await killRepeatedly(
    50,
    async (server, isOver) => {
      const people: Person[] = [];
      for (let i = 0; i < 8; i++)
        people.push(await completeProfile(await signUp(openBrowser(server), `Writer${i}`)));
      const pairs = [0, 2, 4, 6].map((i) => [people[i], people[i + 1]] as [Person, Person]);
      talks = await Promise.all(pairs.map(([one, other]) => makeConversation(one, other)));
      const [[ada]] = pairs as [[Person, Person]];
      const pathOf = (i: number) => `/api/conversations/${talks[Math.floor(i / 2)]}/messages`;

      async function write(person: Person, path: string) {
        for (let i = 0; !isOver(); i++) {
          const id = randomUUID();
          const content = `${person.id} ${i}`;
          // Retries with the same id until there is a response, as the composer does.
          while (!acknowledged.has(id)) {
            const answer = await person.json("POST", path, { id, content }).catch(() => undefined);
            if (answer?.status === 201) acknowledged.set(id, content);
            else await pause(50);
          }
        }
      }

      // From the first message to the last.
      const begun = await openStream(ada);
      await begun.waitFor(() => begun.lastEventId() !== "");
      begun.disconnect();
      const writing = Promise.all(people.map((person, i) => write(person, pathOf(i))));
      const last = writing.then(async () => {
        const messages = (await (await ada.get(pathOf(0))).json()) as { id: string }[];
        return messages[0]?.id ?? "";
      });
      return { acknowledged: () => acknowledged.size, ended: follow(ada, begun.lastEventId(), last) };
    },
    async (rows) => {
      const kept = new Map(
        (await rows("select id, content from message")).map(({ id, content }) => [id, content]),
      );
      for (const [id, content] of acknowledged) expect(kept.get(id)).toBe(content);
      expect(await rows("select content from message group by content having count(*) > 1")).toEqual([]);
      const own = await rows(
        `select id from message where conversation_id = '${talks[0]}' order by sequence`,
      );
      expect(events.map(idOf)).toEqual(own.map(({ id }) => id));
    },
  );
});
