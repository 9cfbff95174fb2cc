// The daily refresh, and music accounts whose consent has ended.
import { db } from "db/client.server";
import { musicAccount } from "db/schema";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "~/env.server";
import { connectListener, listMusicAccounts } from "~/models/music-account/music-account.server";
import { refreshMusicAccount, refreshStale } from "~/models/music-account/refresh.server";
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
  return { member, account: await connectListener(member.id, "lastfm", { username: name }) };
}

const readHoursAgo = (id: string, hours: number) =>
  db
    .update(musicAccount)
    .set({ triedAt: new Date(Date.now() - hours * HOUR_MS) })
    .where(eq(musicAccount.id, id));

test("a music account is refreshed after a day, once for concurrent pages", async () => {
  const { member, account } = await connected("solo");
  await readHoursAgo(account.id, 23);
  const asked = lastfm.requests.length;
  await refreshStale(member.id);
  expect(lastfm.requests.length).toBe(asked);
  await readHoursAgo(account.id, 25);
  const solo = listeners.find(({ name }) => name === "solo");
  if (solo) solo.playcount = 13;
  await Promise.all([refreshStale(member.id), refreshStale(member.id), refreshStale(member.id)]);
  expect(lastfm.requests.length).toBe(asked + 2);
  expect(await listMusicAccounts(member.id)).toMatchObject([{ playCount: 13, artistCount: 1 }]);
  await refreshStale(member.id);
  expect(lastfm.requests.length).toBe(asked + 2);
});

test("a failing service is left until the next day, and the old data stays", async () => {
  const { member, account } = await connected("rj");
  await readHoursAgo(account.id, 25);
  lastfm.fail("garbled");
  await refreshStale(member.id);
  const asked = lastfm.requests.length;
  await refreshStale(member.id);
  lastfm.fail(undefined);
  expect(lastfm.requests.length).toBe(asked);
  expect(await listMusicAccounts(member.id)).toEqual([account]);
});

test("listeners with no artists or a single one are supported", async () => {
  expect((await connected("newborn")).account).toMatchObject({ playCount: 0, artistCount: 0 });
  expect((await connected("solo")).account).toMatchObject({ artistCount: 1 });
});

test("missing top artists leave the earlier ones in place", async () => {
  const { member, account } = await connected("rj");
  const rj = listeners.find(({ name }) => name === "RJ");
  if (rj) rj.playcount = 54_190;
  lastfm.fail("garbled", "user.gettopartists");
  await refreshMusicAccount(member.id, account.id);
  lastfm.fail(undefined);
  expect(await listMusicAccounts(member.id)).toMatchObject([{ playCount: 54_190, artistCount: 50 }]);
});

test("a listener removed at Last.fm is disconnected", async () => {
  const gone = { name: "soon-gone", playcount: 1, artists: [] };
  listeners.push(gone);
  const { member, account } = await connected("soon-gone");
  listeners.splice(listeners.indexOf(gone), 1);
  await expect(refreshMusicAccount(member.id, account.id)).rejects.toThrow("no longer gives us access");
  expect(await listMusicAccounts(member.id)).toMatchObject([{ isActive: false }]);
});

test("a late response does not end a music account made in the meantime", async () => {
  const back = { name: "soon-back", playcount: 1, artists: [] };
  listeners.push(back);
  const { member, account } = await connected("soon-back");
  listeners.splice(listeners.indexOf(back), 1);
  lastfm.fail("hanging", "user.gettopartists");
  const asked = lastfm.requests.length;
  const reading = refreshMusicAccount(member.id, account.id).catch(({ code }) => code);
  await expect.poll(() => lastfm.requests.length).toBe(asked + 2);
  lastfm.fail(undefined);
  listeners.push(back);
  const again = await connectListener(member.id, "lastfm", { username: "soon-back" });
  expect(await reading).toBe("conflict");
  expect(await listMusicAccounts(member.id)).toEqual([again]);
});

test("members can't refresh others' accounts", async () => {
  const { account } = await connected("rj");
  const eve = await addNewcomer("Eve");
  await expect(refreshMusicAccount(eve.id, account.id)).rejects.toThrow("There is nothing here.");
});
