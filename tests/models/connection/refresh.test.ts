// Reading anew once a day, and what becomes of a connection whose consent has ended.
import { db } from "db/client.server";
import { musicConnection } from "db/schema";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import { connectListener, listConnections } from "~/models/connection.server";
import { refreshConnection, refreshStale } from "~/models/listening.server";
import { newcomer } from "../cast";
import { listeners, startLastfm } from "../stand-ins/lastfm";

const HOUR_MS = 3_600_000;
let lastfm: Awaited<ReturnType<typeof startLastfm>>;

beforeAll(async () => {
  lastfm = await startLastfm("key");
  Object.assign(env.lastfm, { url: lastfm.address, apiKey: "key" });
});
afterAll(() => lastfm.close());

async function connected(name: string) {
  const member = await newcomer("Ada");
  return { member, connection: await connectListener(member.id, name) };
}

const readHoursAgo = (id: string, hours: number) =>
  db
    .update(musicConnection)
    .set({ triedAt: new Date(Date.now() - hours * HOUR_MS) })
    .where(eq(musicConnection.id, id));

test("a connection is read anew by itself after a day, once for all who look at once", async () => {
  const { member, connection } = await connected("solo");
  await readHoursAgo(connection.id, 23);
  const asked = lastfm.asked.length;
  await refreshStale(member.id);
  expect(lastfm.asked.length).toBe(asked);
  await readHoursAgo(connection.id, 25);
  const solo = listeners.find(({ name }) => name === "solo");
  if (solo) solo.playcount = 13;
  await Promise.all([refreshStale(member.id), refreshStale(member.id), refreshStale(member.id)]);
  expect(lastfm.asked.length).toBe(asked + 2);
  expect(await listConnections(member.id)).toMatchObject([{ playCount: 13, artistCount: 1 }]);
  await refreshStale(member.id);
  expect(lastfm.asked.length).toBe(asked + 2);
});

test("a service that is silent is left for the next day, and what was read stays", async () => {
  const { member, connection } = await connected("rj");
  await readHoursAgo(connection.id, 25);
  lastfm.trouble("garbled");
  await refreshStale(member.id);
  const asked = lastfm.asked.length;
  await refreshStale(member.id);
  lastfm.trouble(undefined);
  expect(lastfm.asked.length).toBe(asked);
  expect(await listConnections(member.id)).toEqual([connection]);
});

test("who has listened to nobody, or to one artist, is read as well", async () => {
  expect((await connected("newborn")).connection).toMatchObject({ playCount: 0, artistCount: 0 });
  expect((await connected("solo")).connection).toMatchObject({ artistCount: 1 });
});

test("top artists that do not come leave those that were read before", async () => {
  const { member, connection } = await connected("rj");
  const rj = listeners.find(({ name }) => name === "RJ");
  if (rj) rj.playcount = 54_190;
  lastfm.trouble("garbled", "user.gettopartists");
  await refreshConnection(member.id, connection.id);
  lastfm.trouble(undefined);
  expect(await listConnections(member.id)).toMatchObject([{ playCount: 54_190, artistCount: 50 }]);
});

test("a name that is gone there is no longer connected here", async () => {
  const gone = { name: "soon-gone", playcount: 1, artists: [] };
  listeners.push(gone);
  const { member, connection } = await connected("soon-gone");
  listeners.splice(listeners.indexOf(gone), 1);
  await expect(refreshConnection(member.id, connection.id)).rejects.toThrow("no longer lets us in");
  expect(await listConnections(member.id)).toMatchObject([{ isActive: false }]);
});

test("what comes of an old reading does not end what was connected again meanwhile", async () => {
  const back = { name: "soon-back", playcount: 1, artists: [] };
  listeners.push(back);
  const { member, connection } = await connected("soon-back");
  listeners.splice(listeners.indexOf(back), 1);
  lastfm.trouble("silent", "user.gettopartists");
  const asked = lastfm.asked.length;
  const reading = refreshConnection(member.id, connection.id).catch(({ code }) => code);
  await vi.waitFor(() => expect(lastfm.asked.length).toBe(asked + 2));
  lastfm.trouble(undefined);
  listeners.push(back);
  const again = await connectListener(member.id, "soon-back");
  expect(await reading).toBe("conflict");
  expect(await listConnections(member.id)).toEqual([again]);
}, 15_000);

test("nobody refreshes another's connection", async () => {
  const { connection } = await connected("rj");
  const eve = await newcomer("Eve");
  await expect(refreshConnection(eve.id, connection.id)).rejects.toThrow("There is nothing here.");
});
