// Weekly readings: what is new is offered once, nothing is added, and one machine reads at a time.
import { db } from "db/client.server";
import { musicAccount } from "db/schema";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { env } from "~/env.server";
import { musicServices } from "~/integrations/music-service";
import { getPreferences, savePreferences } from "~/models/music/preferences.server";
import { nextWeeklyReading } from "~/models/music-account/due-account.server";
import { setFollowsCount } from "~/models/music-account/follow-count.server";
import { connectListener, listMusicAccounts } from "~/models/music-account/music-account.server";
import { getImportOffer, saveImport } from "~/models/music-account/music-import.server";
import { refreshMusicAccount } from "~/models/music-account/refresh.server";
import { readDueAccount } from "~/models/music-account/weekly-reading.server";
import { listNotifications } from "~/models/notification/notification.server";
import { addNewcomer } from "../../cast";
import { listeners, startLastfm } from "../../fakes/lastfm";
import { listenbrainzListeners, startListenbrainz } from "../../fakes/listenbrainz";
import type { Reply } from "../../fakes/service";
import { freeTurns } from "../../free-turns";
import { changeRows, rowsOf } from "../../rows";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
let lastfm: Awaited<ReturnType<typeof startLastfm>>;
let listenbrainz: Awaited<ReturnType<typeof startListenbrainz>>;
let now = Date.now();

beforeAll(async () => {
  lastfm = await startLastfm("key");
  listenbrainz = await startListenbrainz();
  Object.assign(env.lastfm, { apiKey: "key" });
  await freeTurns();
});
beforeEach(async () => {
  await db.delete(musicAccount);
});
afterEach(() => {
  lastfm.fail(undefined);
  listenbrainz.fail(undefined);
  listenbrainz.limit.resetsIn = undefined;
});
afterAll(() => {
  lastfm.close();
  listenbrainz.close();
});

/** A member of ListenBrainz whose half year the test changes. */
async function listener(name: string, listed = ["Low"]) {
  const account = { name, artists: { half_yearly: [["Neu!", 12]] as [string, number][], all_time: [] } };
  listenbrainzListeners.push(account);
  const member = await addNewcomer("Ada");
  const taste = { favoriteGenres: ["Rock" as const], totalScrobbles: 1, concertsAttended: 0 };
  await savePreferences(member.id, { ...taste, topArtists: listed });
  const { id } = await connectListener(member.id, "listenbrainz", { username: name });
  now = Date.now();
  return {
    member,
    id,
    account,
    play: (...names: string[]) =>
      account.artists.half_yearly.unshift(...names.map((each): [string, number] => [each, 20])),
  };
}

/** Reads everything that is due a week later. */
async function afterAWeek() {
  now += WEEK_MS;
  while (await readDueAccount(now));
}

const row = async (id: string) => {
  const [found] = await rowsOf(musicAccount, { id });
  return found;
};
const textsOf = async (memberId: number) =>
  (await listNotifications(memberId)).notifications.map(({ text, url }) => [text, url]);
const offered = async (memberId: number, id: string) =>
  (await getImportOffer(memberId, id, true))?.offer.newArtists;

test("what is new is offered once, in the service's order, and nothing is added", async () => {
  const { member, id, play } = await listener("weekly-ada");
  await afterAWeek();
  expect(await textsOf(member.id)).toEqual([]);
  play("Faust", "Various Artists", "Low", "Can", "Harmonia");
  await afterAWeek();
  const news = [
    ["Three artists are new in your last six months on ListenBrainz.", `/music-connections/${id}/import?new`],
  ];
  expect(await textsOf(member.id)).toEqual(news);
  expect(await offered(member.id, id)).toEqual(["Faust", "Can", "Harmonia"]);
  expect((await getPreferences(member.id))?.topArtists).toEqual(["Low"]);
  const [first] = (await listNotifications(member.id)).notifications;
  await afterAWeek();
  expect((await listNotifications(member.id)).notifications).toEqual([first]);

  play("Cluster");
  await afterAWeek();
  expect(await textsOf(member.id)).toEqual([
    ["Four artists are new in your last six months on ListenBrainz.", `/music-connections/${id}/import?new`],
  ]);
  await saveImport(member.id, id, { playCount: null, artists: ["Cluster", "Can"], favoriteGenres: [] });
  expect((await getPreferences(member.id))?.topArtists).toEqual(["Low", "Cluster", "Can"]);
  expect(await textsOf(member.id)).toEqual([]);
  await afterAWeek();
  expect(await textsOf(member.id)).toEqual([]);
  expect(await listMusicAccounts(member.id)).toMatchObject([{ newArtistCount: 0 }]);
});

test("what a refresh has read before the first week is over is offered too", async () => {
  const { member, id, account, play } = await listener("weekly-early");
  play("Faust");
  await refreshMusicAccount(member.id, id);
  await afterAWeek();
  expect(await offered(member.id, id)).toEqual(["Faust"]);
  account.artists.all_time = [["Popol Vuh", 4]] as never;
  await refreshMusicAccount(member.id, id, "all_time");
  account.artists.all_time.unshift(["Can", 5] as never);
  await refreshMusicAccount(member.id, id);
  await afterAWeek();
  expect(await offered(member.id, id)).toEqual(["Can"]);
});

test("an artist that comes and goes is offered once, and another period starts anew", async () => {
  const { member, id, account, play } = await listener("weekly-period");
  play("Faust");
  await afterAWeek();
  await saveImport(member.id, id, { playCount: null, artists: ["Neu!"], favoriteGenres: [] });
  account.artists.half_yearly.shift();
  await afterAWeek();
  play("Faust");
  await afterAWeek();
  expect(await textsOf(member.id)).toEqual([]);
  account.artists.all_time = [["Popol Vuh", 4]] as never;
  await refreshMusicAccount(member.id, id, "all_time");
  await afterAWeek();
  expect(await textsOf(member.id)).toEqual([]);
});

test("machines that look at the same time read a music account once, and one that dies leaves it to the next hour", async () => {
  const { id } = await listener("weekly-claimed");
  const asked = listenbrainz.requests.length;
  now += WEEK_MS;
  await Promise.all(Array.from({ length: 4 }, () => readDueAccount(now)));
  expect(listenbrainz.requests.length).toBe(asked + 1);
  expect(await readDueAccount(now)).toBe(false);
  // Claimed by a machine that has died since.
  await changeRows(musicAccount, { id }, { weeklyDueAt: new Date(now + HOUR_MS) });
  expect(await readDueAccount(now + HOUR_MS - 1)).toBe(false);
  expect(await readDueAccount(now + HOUR_MS)).toBe(true);
});

test("a failing service is asked later and later", async () => {
  const { member, id, play } = await listener("weekly-failing");
  const due = async () => Number((await row(id))?.weeklyDueAt) - now;
  play("Faust");
  now = Number((await row(id))?.weeklyDueAt);
  listenbrainz.fail("broken");
  for (const wait of [HOUR_MS, 6 * HOUR_MS, DAY_MS]) {
    await readDueAccount(now);
    expect(await due()).toBe(wait);
    now += wait;
  }
  await readDueAccount(now);
  expect((await row(id))?.weeklyDueAt).toEqual(nextWeeklyReading(member.id, now));
  listenbrainz.fail(undefined);
  await afterAWeek();
  expect(await offered(member.id, id)).toEqual(["Faust"]);
});

test("a listener who is gone is left alone", async () => {
  const { member, id, account } = await listener("weekly-gone");
  listenbrainzListeners.splice(listenbrainzListeners.indexOf(account), 1);
  await afterAWeek();
  expect(await row(id)).toMatchObject({ isActive: false, weeklyDueAt: null });
  const asked = listenbrainz.requests.length;
  await afterAWeek();
  expect(listenbrainz.requests.length).toBe(asked);
  expect(await textsOf(member.id)).toEqual([]);
});

test.each([
  ["listenbrainz", 401, { code: 401, error: "You need to provide an Authorization header." }],
  ["listenbrainz", 403, { code: 403, error: "This user's listens are private." }],
  ["lastfm", 403, { error: 17, message: "Login: User required to be logged in" }],
  ["lastfm", 403, { error: 26, message: "Suspended API key" }],
  ["lastfm", 404, { error: 3, message: "Invalid Method" }],
] as const)(
  "%s is asked no more after a %i (%j), until the member refreshes",
  async (service, status, json) => {
    const name = `weekly-${service}-${Object.values(json).join("").length}`;
    const account = { name, playcount: 40, artists: [] as never, answer: undefined as Reply | undefined };
    if (service === "lastfm") listeners.push(account);
    else listenbrainzListeners.push({ ...account, artists: { half_yearly: [["Neu!", 12]], all_time: [] } });
    const known = service === "lastfm" ? account : listenbrainzListeners.at(-1);
    const { requests } = service === "lastfm" ? lastfm : listenbrainz;
    const member = await addNewcomer("Ada");
    const { id } = await connectListener(member.id, service, { username: name });
    now = Date.now();
    Object.assign(known ?? {}, { answer: { status, json } });
    await afterAWeek();
    expect(await row(id)).toMatchObject({ isActive: true, weeklyDueAt: null });
    expect(await listMusicAccounts(member.id)).toMatchObject([{ isWithheld: true }]);
    const asked = requests.length;
    await afterAWeek();
    expect(requests.length).toBe(asked);
    await expect(refreshMusicAccount(member.id, id)).rejects.toMatchObject({
      message: `${musicServices[service].name} doesn't let B-Side read this account.`,
    });
    expect(await listMusicAccounts(member.id)).toMatchObject([{ isWithheld: true }]);

    Object.assign(known ?? {}, { answer: undefined });
    await refreshMusicAccount(member.id, id);
    expect(await listMusicAccounts(member.id)).toMatchObject([{ isWithheld: false }]);
    expect((await row(id))?.weeklyDueAt).toEqual(nextWeeklyReading(member.id, Date.now()));
  },
);

test("Total Scrobbles follow Last.fm once the member says so, until they don't", async () => {
  const account = { name: "weekly-count", playcount: 40, artists: [] };
  listeners.push(account);
  const member = await addNewcomer("Ada");
  const taste = { favoriteGenres: ["Rock" as const], totalScrobbles: 7, concertsAttended: 0 };
  await savePreferences(member.id, { ...taste, topArtists: ["Low"] });
  const { id } = await connectListener(member.id, "lastfm", { username: "weekly-count" });
  const scrobbles = async () => (await getPreferences(member.id))?.totalScrobbles;
  now = Date.now();
  await afterAWeek();
  expect(await scrobbles()).toBe(7);
  await setFollowsCount(member.id, id, true);
  expect(await scrobbles()).toBe(40);
  account.playcount = 55;
  await afterAWeek();
  expect(await scrobbles()).toBe(55);
  await setFollowsCount(member.id, id, false);
  account.playcount = 60;
  await afterAWeek();
  expect(await scrobbles()).toBe(55);
  const eve = await addNewcomer("Eve");
  await expect(setFollowsCount(eve.id, id, true)).toBeRefused("absent");
});

test("members are spread over the week, each at the same time", () => {
  const times = Array.from({ length: 70 }, (_, i) => nextWeeklyReading(i + 1, now).getTime());
  expect(Math.min(...times)).toBeGreaterThan(now);
  expect(Math.max(...times)).toBeLessThanOrEqual(now + WEEK_MS);
  const days = times.map((time) => Math.floor((time - now) / DAY_MS));
  for (let day = 0; day < 7; day++) expect(days.filter((each) => each === day).length).toBeGreaterThan(3);
  expect(nextWeeklyReading(1, times[0] ?? 0).getTime()).toBe((times[0] ?? 0) + WEEK_MS);
});

// The last tests: neither service is asked again before it says so.
test("a busy service is asked when it says, and nothing has failed", async () => {
  const { id } = await listener("weekly-busy");
  listenbrainz.limit.resetsIn = 90;
  now += WEEK_MS;
  await readDueAccount(now);
  expect(await row(id)).toMatchObject({ weeklyDueAt: new Date(now + 90_000), weeklyFailures: 0 });
});

test("so is Last.fm", async () => {
  const member = await addNewcomer("Ada");
  const { id } = await connectListener(member.id, "lastfm", { username: "solo" });
  lastfm.fail("rate limited");
  now = Date.now() + WEEK_MS;
  await readDueAccount(now);
  expect(await row(id)).toMatchObject({ weeklyDueAt: new Date(now + 60_000), weeklyFailures: 0 });
  await expect(refreshMusicAccount(member.id, id)).toBeRefused("too-many");
});
