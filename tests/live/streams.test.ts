// Streams of events: their cursors, their text, how often they are polled for, and who gets what.

import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { client, db } from "db/client.server";
import { outbox } from "db/schema";
import { transaction } from "db/transaction.server";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { listEvents } from "~/http/live/live-events.server";
import { inLanguage, readLanguage } from "~/language/language.server";
import { decodeCursor, encodeCursor, hashEventId } from "~/live/cursor.server";
import { encodeEvent, encodeStreamStart, HEARTBEAT, retryMs } from "~/live/event-stream";
import {
  countListeners,
  getOutboxBounds,
  listRecipientsSince,
  notify,
  pruneOutbox,
} from "~/live/outbox.server";
import { pollDelay } from "~/live/poll-interval";
import { publish } from "~/live/publish.server";
import { countStreams, openStream } from "~/live/streams.server";
import { addSession, getSession, listActiveSessionIds } from "~/models/account/sign-in/session.server";
import { addMessage } from "~/models/conversation/message.server";
import { listTyping } from "~/models/conversation/typing.server";
import { blockMember } from "~/models/safety/block.server";
import { addNewcomer, makeConversation, makeMatch } from "../cast";

const [ADA, BEN] = [281474976710654, 7];

test("a cursor resolves to the member's row, and differs each time", () => {
  for (const id of [0, 1, 41, 2 ** 47]) {
    const row = { id, createdAt: 1_795_000_000_000 };
    const cursors = [encodeCursor(ADA, row), encodeCursor(ADA, row)];
    expect(new Set(cursors).size).toBe(2);
    for (const cursor of cursors) {
      expect(cursor).toMatch(/^[\w-]{54}$/);
      expect(decodeCursor(ADA, cursor)).toEqual(row);
    }
  }
});

test("a cursor that is not the member's own precedes every event", () => {
  expect([undefined, ""].map((given) => decodeCursor(ADA, given))).toEqual([undefined, undefined]);
  const row = { id: 41, createdAt: 1 };
  const cursor = encodeCursor(ADA, row);
  const foreign = [
    encodeCursor(BEN, row),
    cursor.slice(1),
    `${cursor}AAAA`,
    "41",
    "0",
    "-1",
    "\u0000",
    "x".repeat(54),
  ];
  for (const given of foreign) expect([given, decodeCursor(ADA, given)?.id]).toEqual([given, -1]);
});

test("the hash of an event id is stable for a member and differs between members", () => {
  expect(hashEventId(ADA, 41)).toBe(hashEventId(ADA, 41));
  expect(new Set([hashEventId(ADA, 41), hashEventId(ADA, 42), hashEventId(BEN, 41)]).size).toBe(3);
});

test("an event is its id, its name and one line of JSON", () => {
  expect(encodeEvent("match", { matchId: "m" }, "c7")).toBe(
    'id: c7\nevent: match\ndata: {"matchId":"m"}\n\n',
  );
  expect(encodeEvent("reset", {})).toBe("event: reset\ndata: {}\n\n");
  expect(encodeStreamStart("c12", 2500)).toBe("retry: 2500\nid: c12\n\n");
  expect(HEARTBEAT).toMatch(/^:[^\r\n]*\n\n$/);
});

test.each([
  "\n\nid: 99\nevent: match\ndata: {}\n\n",
  "\r\rdata: x\r\r",
  "\r\nretry: 1\r\n",
  ": \u2028\u0000",
])("text that looks like an event stays text: %j", (words) => {
  const text = encodeEvent("message", { content: words }, "c7");
  expect(text.split(/\r\n|\r|\n/)).toHaveLength(5);
  expect(text).toMatch(/^id: c7\nevent: message\ndata: [^\r\n]+\n\n$/);
  const line = text.split("\n")[2] ?? "";
  expect(JSON.parse(line.slice("data: ".length))).toEqual({ content: words });
});

test("readers reconnect after two to four seconds", () => {
  expect([retryMs(0), retryMs(0.5), retryMs(0.999)]).toEqual([2000, 3000, 3998]);
});

test("an open chat polls every three seconds, and less often while polls fail", () => {
  expect([0, 1, 2, 3, 4, 5, 50].map(pollDelay)).toEqual([3000, 6000, 12000, 24000, 48000, 60000, 60000]);
});

describe("streams", () => {
  const errors: unknown[] = [];
  const answers: ServerResponse[] = [];
  /** How often streams have read events. */
  let readCount = 0;
  /** Responds with the stream of the listener in the path: /member/session/after/time. */
  const server = createServer((request, response) => {
    const [, memberId, sessionId = "", after, time] = request.url?.split("/") ?? [];
    answers.push(response);
    const open = () =>
      openStream(
        response,
        { memberId: Number(memberId), sessionId },
        after ? { id: Number(after), createdAt: Number(time ?? 0) } : undefined,
        {
          listEvents: async (...range) => {
            const events = await listEvents(...range);
            readCount += 1;
            return events;
          },
          listActiveSessionIds,
          listTyping,
          onError: (error) => errors.push(error),
        },
      );
    void inLanguage(readLanguage(request.headers), open);
  });
  beforeAll(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    expect(errors).toEqual([]);
  });

  afterEach(() => vi.useRealTimers());

  async function dial(path: string, language = "en"): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAccept-Language: ${language}\r\nConnection: close\r\n\r\n`,
    );
    await once(socket, "readable");
    return socket;
  }

  async function listener(firstName: string) {
    const member = await addNewcomer(firstName);
    const session = await getSession(await addSession(member.id, {}, { userAgent: "" }));
    return { ...member, path: `/${member.id}/${session?.sessionId}` };
  }

  const until = (isThere: () => boolean) => expect.poll(isThere, { interval: 10 }).toBe(true);

  test("streams that were opened and closed leave no listener behind", async () => {
    const people = [await listener("Ada"), await listener("Ben"), await listener("Eva")];
    for (let round = 0; round < 3; round++) {
      const sockets: Socket[] = [];
      for (let each = 0; each < 5; each++)
        sockets.push(...(await Promise.all(people.map(({ path }) => dial(path)))));
      expect([countStreams(), countListeners()]).toEqual([15, 15]);
      for (const socket of sockets) socket.destroy();
      await until(() => countStreams() === 0);
      expect(countListeners()).toBe(0);
    }
  });

  test("a reader that stops reading is disconnected, and nothing is buffered for it", async () => {
    const [ada, ben] = [await listener("Ada"), await listener("Ben")];
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const socket = await dial(ada.path);
    socket.pause();
    const answer = answers.at(-1);
    await db.run(sql`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 10000)
    insert into outbox (recipient_id, kind, reference, created_at)
    select ${ada.id}, 'game', ${"x".repeat(1500)}, ${Date.now()} from n`);
    notify([ada.id]);
    await until(() => answer?.writableNeedDrain === true);
    expect(answer?.writableLength).toBeLessThan(200_000);
    vi.advanceTimersByTime(10_000);
    expect([countStreams(), answer?.destroyed]).toEqual([1, false]);
    vi.advanceTimersByTime(1000);
    expect([countStreams(), answer?.destroyed]).toEqual([0, true]);
    socket.destroy();
    expect((await listRecipientsSince(0)).map(({ memberId }) => memberId)).not.toContain(ben.id);
  });

  test("after a block a match's streams get a reset too, and a stranger's get nothing", async () => {
    const [ada, ben, eva] = [await listener("Ada"), await listener("Ben"), await listener("Eva")];
    await makeMatch(ada, ben);
    const pages: { socket: Socket; text: string }[] = [];
    for (const { path } of [ada, ben, eva]) {
      const page = { socket: await dial(path), text: "" };
      page.socket.on("data", (part) => {
        page.text += part;
      });
      pages.push(page);
    }
    await blockMember(ada.id, ben.id);
    await blockMember(ada.id, ben.id);
    await blockMember(ada.id, eva.id);
    const resets = () => pages.map(({ text }) => text.match(/event: reset\ndata: {}\n\n/g)?.length ?? 0);
    await expect.poll(resets, { interval: 10 }).toEqual([2, 1, 0]);
    expect(pages.map(({ text }) => text.match(/event: \w+/g)?.length ?? 0)).toEqual([2, 1, 0]);
    for (const page of pages) page.socket.destroy();
  });

  test("each reads an event in the language of their own page, whoever caused it", async () => {
    const [ada, ben] = [await listener("Ada"), await listener("Ben")];
    const { id } = await makeConversation(ada, ben);
    const song = { type: "song" as const, artist: "Low", title: "Lullaby" };
    const shared = { content: "", messageType: "music_share" as const, metadata: song };
    const { id: quotedId } = await addMessage(ada.id, id, shared);
    const texts = ["", ""];
    const sockets = [await dial(ada.path, "de"), await dial(ben.path, "en")];
    for (const [index, socket] of sockets.entries())
      socket.on("data", (part) => {
        texts[index] = `${texts[index]}${part}`;
      });
    await inLanguage("de", () => addMessage(ada.id, id, { content: "Kennst du das?", quotedId }));
    await until(() => texts.every((text) => text.includes("Kennst du das?")));
    expect(texts.map((text) => /"text":"([^"]*Lullaby)"/.exec(text)?.[1])).toEqual([
      "Hat einen Song geteilt: Low – Lullaby",
      "Shared a song: Low – Lullaby",
    ]);
    for (const socket of sockets) socket.destroy();
  });

  test("rows older than seven days are pruned from the beginning, and older cursors start with a reset", async () => {
    const [ada, ben] = [await listener("Ada"), await listener("Ben")];
    await db.delete(outbox);
    for (const reference of ["old", "older", "new"])
      await transaction((tx) =>
        publish(tx, "game", { id: reference, members: [ada.id, ben.id], notified: [] }),
      );
    const day = 24 * 60 * 60 * 1000;
    await db.run(sql`update outbox set created_at = ${Date.now() - 8 * day} where reference <> 'new'`);
    const before = await getOutboxBounds();
    expect(await pruneOutbox()).toBe(false);
    const kept = await db.select({ reference: outbox.reference }).from(outbox);
    expect(kept).toEqual([{ reference: "new" }, { reference: "new" }]);
    const { first, last } = await getOutboxBounds();
    expect([first, last]).toEqual([(before.first ?? 0) + 4, before.last]);

    const read = async (after: number) => {
      const before = readCount;
      const socket = await dial(`${ada.path}/${after}`);
      let text = String(socket.read());
      socket.on("data", (part) => {
        text += part;
      });
      await until(() => readCount > before);
      answers.at(-1)?.end();
      await once(socket, "close");
      return text.match(/event: \w+/g);
    };
    expect(await read((first ?? 0) - 2)).toEqual(["event: reset"]);
    expect(await read((first ?? 0) - 1)).toEqual(["event: game"]);
    expect(await read(last)).toBeNull();
    await pruneOutbox(Date.now() + 8 * day);
    expect((await getOutboxBounds()).first).toBeNull();
    expect(await read(last - 1)).toEqual(["event: reset"]);
    expect(await read(last)).toBeNull();
    expect(await pruneOutbox()).toBe(false);
  });

  test("the check for other processes' events, once a second, reads only the newest rows", async () => {
    const execute = vi.spyOn(client, "execute");
    await listRecipientsSince(0);
    const [statement] = (execute.mock.lastCall ?? []) as unknown as [{ sql: string }];
    execute.mockRestore();
    const plan = await client.execute({ sql: `explain query plan ${statement.sql}`, args: [0] });
    expect(plan.rows.map(({ detail }) => detail)).toContain(
      "SEARCH outbox USING INTEGER PRIMARY KEY (rowid>?)",
    );
  });
});
