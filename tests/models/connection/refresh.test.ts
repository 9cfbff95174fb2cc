// The daily refresh, and connections whose consent has ended.
import { db } from "db/client.server";
import { musicConnection } from "db/schema";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "~/env.server";
import { connectListener, listConnections } from "~/models/connection/connection.server";
import { refreshConnection, refreshStale } from "~/models/connection/refresh.server";
import { addNewcomer } from "../../cast";
import { listeners, startLastfm } from "../../fakes/lastfm";

const HOUR_MS = 3_600_000;
let lastfm: Awaited<ReturnType<typeof startLastfm>>;

beforeAll(async () => {
  lastfm = await startLastfm("key");
  Object.assign(env.lastfm, { apiKey: "key" });
});
afterAll(() => lastfm.close());

async function connected(name: string) {
  const member = await addNewcomer("Ada");
  return { member, connection: await connectListener(member.id, "lastfm", { username: name }) };
}

const readHoursAgo = (id: string, hours: number) =>
  db
    .update(musicConnection)
    .set({ triedAt: new Date(Date.now() - hours * HOUR_MS) })
    .where(eq(musicConnection.id, id));

test("a connection is refreshed after a day, once for concurrent pages", async () => {
  const { member, connection } = await connected("solo");
  await readHoursAgo(connection.id, 23);
  const asked = lastfm.requests.length;
  await refreshStale(member.id);
  expect(lastfm.requests.length).toBe(asked);
  await readHoursAgo(connection.id, 25);
  const solo = listeners.find(({ name }) => name === "solo");
  if (solo) solo.playcount = 13;
  await Promise.all([refreshStale(member.id), refreshStale(member.id), refreshStale(member.id)]);
  expect(lastfm.requests.length).toBe(asked + 2);
  expect(await listConnections(member.id)).toMatchObject([{ playCount: 13, artistCount: 1 }]);
  await refreshStale(member.id);
  expect(lastfm.requests.length).toBe(asked + 2);
});

test("a failing service is left until the next day, and the old data stays", async () => {
  const { member, connection } = await connected("rj");
  await readHoursAgo(connection.id, 25);
  lastfm.fail("garbled");
  await refreshStale(member.id);
  const asked = lastfm.requests.length;
  await refreshStale(member.id);
  lastfm.fail(undefined);
  expect(lastfm.requests.length).toBe(asked);
  expect(await listConnections(member.id)).toEqual([connection]);
});

test("listeners with no artists or a single one are supported", async () => {
  expect((await connected("newborn")).connection).toMatchObject({ playCount: 0, artistCount: 0 });
  expect((await connected("solo")).connection).toMatchObject({ artistCount: 1 });
});

test("missing top artists leave the earlier ones in place", async () => {
  const { member, connection } = await connected("rj");
  const rj = listeners.find(({ name }) => name === "RJ");
  if (rj) rj.playcount = 54_190;
  lastfm.fail("garbled", "user.gettopartists");
  await refreshConnection(member.id, connection.id);
  lastfm.fail(undefined);
  expect(await listConnections(member.id)).toMatchObject([{ playCount: 54_190, artistCount: 50 }]);
});

test("a listener removed at Last.fm is disconnected", async () => {
  const gone = { name: "soon-gone", playcount: 1, artists: [] };
  listeners.push(gone);
  const { member, connection } = await connected("soon-gone");
  listeners.splice(listeners.indexOf(gone), 1);
  await expect(refreshConnection(member.id, connection.id)).rejects.toThrow("no longer gives us access");
  expect(await listConnections(member.id)).toMatchObject([{ isActive: false }]);
});

test("a late response does not end a connection made in the meantime", async () => {
  const back = { name: "soon-back", playcount: 1, artists: [] };
  listeners.push(back);
  const { member, connection } = await connected("soon-back");
  listeners.splice(listeners.indexOf(back), 1);
  lastfm.fail("hanging", "user.gettopartists");
  const asked = lastfm.requests.length;
  const reading = refreshConnection(member.id, connection.id).catch(({ code }) => code);
  await expect.poll(() => lastfm.requests.length).toBe(asked + 2);
  lastfm.fail(undefined);
  listeners.push(back);
  const again = await connectListener(member.id, "lastfm", { username: "soon-back" });
  expect(await reading).toBe("conflict");
  expect(await listConnections(member.id)).toEqual([again]);
});

test("members can't refresh others' connections", async () => {
  const { connection } = await connected("rj");
  const eve = await addNewcomer("Eve");
  await expect(refreshConnection(eve.id, connection.id)).rejects.toThrow("There is nothing here.");
});
