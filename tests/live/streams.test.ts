import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { client, db } from "db/client.server";
import { outbox } from "db/schema";
import { transaction } from "db/transaction.server";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { listEvents } from "~/http/live/live-events.server";
import {
  countListeners,
  getOutboxBounds,
  listRecipientsSince,
  notify,
  pruneOutbox,
} from "~/live/outbox.server";
import { publish } from "~/live/publish.server";
import { countStreams, openStream } from "~/live/streams.server";
import { addSession, getSession, listActiveSessionIds } from "~/models/account/sign-in/session.server";
import { listTyping } from "~/models/conversation/typing.server";
import { blockMember } from "~/models/safety/block.server";
import { addNewcomer, makeMatch } from "../cast";

const errors: unknown[] = [];
const answers: ServerResponse[] = [];
/** How often streams have read events. */
let readCount = 0;
/** Responds with the stream of the listener in the path: /member/session/after/time. */
const server = createServer((request, response) => {
  const [, memberId, sessionId = "", after, time] = request.url?.split("/") ?? [];
  answers.push(response);
  void openStream(
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

async function dial(path: string): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
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
