import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { db } from "db/client.server";
import { outbox } from "db/schema";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  countListeners,
  listToldSince,
  outboxBounds,
  pruneOutbox,
  tellPair,
  wake,
} from "~/live/outbox.server";
import { countStreams, openStream } from "~/live/streams.server";
import { blockMember } from "~/models/block.server";
import { pairOf } from "~/models/pair";
import { addSession, getSession } from "~/models/session.server";
import { newcomer } from "../cast";

const bugs: unknown[] = [];
const answers: ServerResponse[] = [];
/** Answers with the stream of the listener whom the path names: /member/session/after. */
const server = createServer((request, response) => {
  const [, memberId, sessionId = "", after] = request.url?.split("/") ?? [];
  answers.push(response);
  void openStream(
    response,
    { memberId: Number(memberId), sessionId },
    after ? Number(after) : undefined,
    (bug) => bugs.push(bug),
  );
});
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  expect(bugs).toEqual([]);
});

async function dial(path: string): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await once(socket, "readable");
  return socket;
}

async function listener(firstName: string) {
  const { id } = await newcomer(firstName);
  const session = await getSession(await addSession(id, {}, { userAgent: "" }));
  return { id, path: `/${id}/${session?.sessionId}` };
}

async function until(isThere: () => boolean, patienceMs = 5000) {
  const late = Date.now() + patienceMs;
  while (!isThere() && Date.now() < late) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(isThere()).toBe(true);
}

test("thousands of streams opened and closed leave nobody listening", async () => {
  const people = Array.from({ length: 400 }, (_, i) => ({ id: 1000 + i, path: `/${1000 + i}/session-${i}` }));
  const now = Date.now();
  const ids = JSON.stringify(people.map(({ id }) => id));
  await db.batch([
    db.run(sql`
      insert into member (id, issuer, subject, first_name, last_name, created_at)
      select value, 'https://id.example', value, 'Ada', '', ${now} from json_each(${ids})`),
    db.run(sql`
      insert into session (id, member_id, data, created_at, expires_at)
      select 'session-' || key, value, '{}', ${now}, ${now + 600_000} from json_each(${ids})`),
  ]);
  for (let round = 0; round < 3; round++) {
    const sockets: Socket[] = [];
    for (let each = 0; each < 5; each++) {
      sockets.push(...(await Promise.all(people.map(({ path }) => dial(path)))));
    }
    expect([countStreams(), countListeners()]).toEqual([2000, 2000]);
    for (const socket of sockets) socket.destroy();
    await until(() => countStreams() === 0, 20_000);
    expect(countListeners()).toBe(0);
  }
}, 120_000);

test("a reader who stops reading is dropped, and nothing piles up for them", async () => {
  const [ada, ben] = [await listener("Ada"), await listener("Ben")];
  const socket = await dial(ada.path);
  socket.pause();
  const answer = answers.at(-1);
  await db.run(sql`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 60000)
    insert into outbox (recipient_id, kind, reference, created_at)
    select ${ada.id}, 'game', ${"x".repeat(200)}, ${Date.now()} from n`);
  wake([ada.id]);
  await until(() => answer?.writableNeedDrain === true);
  expect(answer?.writableLength).toBeLessThan(200_000);
  await until(() => countStreams() === 0, 30_000);
  expect(answer?.destroyed).toBe(true);
  socket.destroy();
  expect((await listToldSince(0)).map(({ memberId }) => memberId)).not.toContain(ben.id);
}, 60_000);

test("both of whom one blocks the other are told to load everything anew", async () => {
  const [ada, ben] = [await listener("Ada"), await listener("Ben")];
  const pages = [];
  for (const { path } of [ada, ben]) {
    const page = { socket: await dial(path), text: "" };
    page.socket.on("data", (part) => {
      page.text += part;
    });
    pages.push(page);
  }
  await blockMember(ada.id, ben.id);
  await blockMember(ada.id, ben.id);
  for (const page of pages) {
    await until(() => page.text.includes("event: reset\ndata: {}\n\n"));
    expect(page.text.match(/event: \w+/g)).toEqual(["event: reset"]);
    page.socket.destroy();
  }
});

test("rows older than seven days are pruned from the beginning, and places before them begin anew", async () => {
  const [ada, ben] = [await listener("Ada"), await listener("Ben")];
  await db.delete(outbox);
  const pair = pairOf(ada.id, ben.id);
  for (const reference of ["old", "older", "new"])
    await db.batch([tellPair(pair, "game", reference, sql`true`)]);
  const day = 24 * 60 * 60 * 1000;
  await db.run(sql`update outbox set created_at = ${Date.now() - 8 * day} where reference <> 'new'`);
  const before = await outboxBounds();
  expect(await pruneOutbox()).toBe(false);
  const kept = await db.select({ reference: outbox.reference }).from(outbox);
  expect(kept).toEqual([{ reference: "new" }, { reference: "new" }]);
  const { first, last } = await outboxBounds();
  expect([first, last]).toEqual([(before.first ?? 0) + 4, before.last]);

  const read = async (after: number) => {
    const socket = await dial(`${ada.path}/${after}`);
    let text = String(socket.read());
    socket.on("data", (part) => {
      text += part;
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.destroy();
    return text.match(/event: \w+/g);
  };
  expect(await read((first ?? 0) - 2)).toEqual(["event: reset"]);
  expect(await read((first ?? 0) - 1)).toEqual(["event: game"]);
  expect(await read(last)).toBeNull();
  await pruneOutbox(Date.now() + 8 * day);
  expect((await outboxBounds()).first).toBeNull();
  expect(await read(last - 1)).toEqual(["event: reset"]);
  expect(await read(last)).toBeNull();
  expect(await pruneOutbox()).toBe(false);
});
