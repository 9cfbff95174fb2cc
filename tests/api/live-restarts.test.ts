import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { killUnder, pause } from "./restarts";
import { openBrowser, type Person, settleIn, signUp, startServer, talkUp } from "./server";
import { openStream, type Told } from "./stream";

const idOf = ({ data }: Told) => (data as { message: { id: string } }).message.id;

test("SIGTERM with open streams: they end, and the process is gone at once", async () => {
  const running = await startServer();
  const ada = await signUp(openBrowser(running), "Ada");
  const readers = [await openStream(ada), await openStream(ada)];
  const began = Date.now();
  const code = running.end();
  await Promise.all(readers.map((reader) => reader.ended));
  expect(await code).toBe(0);
  // Connections that are in use are given up after fifteen.
  expect(Date.now() - began).toBeLessThan(10_000);
  expect(running.printed()).not.toContain('"msg":"bug"');
}, 60_000);

test("SIGKILL while eight write: what was acknowledged is there, once, and was told once", async () => {
  const acknowledged = new Map<string, string>();
  const told: Told[] = [];
  let talks: string[] = [];

  /** Reads on in a new stream whenever one breaks, until the message is told that `last` will name. */
  async function follow(person: Person, from: string, last: Promise<string>) {
    let lastId = "";
    void last.then((id) => {
      lastId = id;
    });
    for (let isDone = false, place = from; !isDone; ) {
      const reader = await openStream(person, { from: place }).catch(() => undefined);
      const hasCome = () => reader?.told.some((one) => idOf(one) === lastId) ?? false;
      while (reader?.isOpen() && !hasCome()) await pause(20);
      isDone = hasCome();
      reader?.drop();
      told.push(...(reader?.told ?? []));
      place = reader?.place() ?? place;
      if (!reader) await pause(50);
    }
  }

  await killUnder(
    50,
    async (server, isOver) => {
      const people: Person[] = [];
      for (let i = 0; i < 8; i++)
        people.push(await settleIn(await signUp(openBrowser(server), `Writer${i}`)));
      const pairs = [0, 2, 4, 6].map((i) => [people[i], people[i + 1]] as [Person, Person]);
      talks = await Promise.all(pairs.map(([one, other]) => talkUp(one, other)));
      const [[ada]] = pairs as [[Person, Person]];
      const pathOf = (i: number) => `/api/conversations/${talks[Math.floor(i / 2)]}/messages`;

      async function write(person: Person, path: string) {
        for (let i = 0; !isOver(); i++) {
          const id = randomUUID();
          const content = `${person.id} ${i}`;
          // Tried again under the same id until there is an answer, as the composer does.
          while (!acknowledged.has(id)) {
            const answer = await person.json("POST", path, { id, content }).catch(() => undefined);
            if (answer?.status === 201) acknowledged.set(id, content);
            else await pause(50);
          }
        }
      }

      // Told from the first message on, and to the last.
      const begun = await openStream(ada);
      await begun.until(() => begun.place() !== "");
      begun.drop();
      const writing = Promise.all(people.map((person, i) => write(person, pathOf(i))));
      const last = writing.then(async () => {
        const messages = (await (await ada.get(pathOf(0))).json()) as { id: string }[];
        return messages[0]?.id ?? "";
      });
      return { acknowledged: () => acknowledged.size, ended: follow(ada, begun.place(), last) };
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
      expect(told.map(idOf)).toEqual(own.map(({ id }) => id));
    },
  );
}, 180_000);
