// Connected music accounts: profiles, consent, refreshes, imports and shown artists.

import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { candidate, memberArtist, musicAccount } from "db/schema";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { env } from "~/env.server";
import { MAX_ARTIST_NAME, MAX_ARTISTS } from "~/models/music/preferences";
import { getPreferences } from "~/models/music/preferences.server";
import { buildImportOffer, mergeArtists } from "~/models/music-account/music-account";
import {
  connectListener,
  connectUnverified,
  listMusicAccounts,
  listShownServices,
  removeMusicAccount,
} from "~/models/music-account/music-account.server";
import { getImportOffer, saveImport } from "~/models/music-account/music-import.server";
import { refreshMusicAccount, refreshStale } from "~/models/music-account/refresh.server";
import { readServiceProfile } from "~/models/music-account/service-profile";
import { listShownProfiles, listSpotifyArtists } from "~/models/music-account/shown-artists.server";
import { blockMember } from "~/models/safety/block.server";
import { addMember, addNewcomer } from "../../cast";
import { listeners, startLastfm } from "../../fakes/lastfm";
import { changeRows, rowsOf } from "../../rows";
import { sourcesIn } from "../../sources";

const listening = (...topArtists: string[]) => ({ playCount: 7, topArtists });

test("artists already listed in any spelling are not offered", () => {
  const offer = buildImportOffer(listening("BEATLES", "Björk", "Can", "can"), ["The Beatles", "Bjork"]);
  expect(offer).toEqual({ playCount: 7, newArtists: ["Can"], known: 2, room: MAX_ARTISTS - 2 });
});

test("names the list can't hold are not offered", () => {
  const odd = [
    "Various Artists",
    "[unknown]",
    "",
    " ",
    "\u0000",
    "\u202e",
    "x".repeat(MAX_ARTIST_NAME + 1),
    "\ud800",
  ];
  expect(buildImportOffer(listening(...odd, " Can\u0000 "), []).newArtists).toEqual(["Can"]);
});

test("a full list has no room, and a service without artists offers nothing", () => {
  const full = Array.from({ length: MAX_ARTISTS }, (_, i) => `Artist ${i}`);
  expect(buildImportOffer(listening("Can"), full)).toMatchObject({ newArtists: ["Can"], room: 0 });
  expect(buildImportOffer({ playCount: null, topArtists: null }, [])).toMatchObject({
    newArtists: [],
    known: 0,
  });
});

test("imported artists are appended, and the list keeps its order", () => {
  expect(mergeArtists(["Can", "Neu!"], ["Faust", "CAN", "Harmonia"])).toEqual([
    "Can",
    "Neu!",
    "Faust",
    "Harmonia",
  ]);
});

test("artists imported in two tabs at once are all added", async () => {
  const ada = await addMember("Ada");
  const id = randomUUID();
  const account = { serviceUserId: "ada", serviceUsername: "ada", isVerified: true };
  await db.insert(musicAccount).values({
    ...account,
    ...{ id, memberId: ada.id, service: "lastfm", topArtists: ["Low", "Blur"], isActive: true },
    createdAt: new Date(),
  });
  const add = (artist: string) =>
    saveImport(ada.id, id, { playCount: null, artists: [artist], favoriteGenres: [] });
  await Promise.all([add("Low"), add("Blur")]);
  const listed = (await getPreferences(ada.id))?.topArtists;
  expect(listed).toEqual(["Radiohead", "Stereolab", "Broadcast", "Low", "Blur"]);
});

const CHANNEL = "UCada0000000000000000000";

test.each([
  ["https://open.spotify.com/user/ada.l", "ada.l"],
  ["  open.spotify.com/user/ada.l?si=4f1c2b7a9d0e4f5a&utm_source=copy-link  ", "ada.l"],
  ["http://open.spotify.com/user/ada.l/", "ada.l"],
  ["https://open.spotify.com/intl-de/user/ada.l?si=1", "ada.l"],
  ["https://play.spotify.com/user/ada.l", "ada.l"],
  ["spotify:user:ada.l", "ada.l"],
  ["Check out my profile on Spotify: https://open.spotify.com/user/ada.l?si=1.", "ada.l"],
  ["https://open.spotify.com/user/31kz7qxyv2example", "31kz7qxyv2example"],
])("%j links to a profile at Spotify", (text, name) => {
  expect(readServiceProfile("spotify", text)).toEqual({ name, url: `https://open.spotify.com/user/${name}` });
});

test.each([
  [`https://music.youtube.com/channel/${CHANNEL}`, CHANNEL, `https://music.youtube.com/channel/${CHANNEL}`],
  [
    `https://music.youtube.com/channel/${CHANNEL}?si=x&feature=share`,
    CHANNEL,
    `https://music.youtube.com/channel/${CHANNEL}`,
  ],
  [`m.youtube.com/channel/${CHANNEL}/featured`, CHANNEL, `https://music.youtube.com/channel/${CHANNEL}`],
  [
    `vnd.youtube://www.youtube.com/channel/${CHANNEL}`,
    CHANNEL,
    `https://music.youtube.com/channel/${CHANNEL}`,
  ],
  ["https://www.youtube.com/@ada-l?si=abc", "@ada-l", "https://www.youtube.com/@ada-l"],
  ["youtube.com/@ada-l/videos", "@ada-l", "https://www.youtube.com/@ada-l"],
  ["youtube://www.youtube.com/@ada-l", "@ada-l", "https://www.youtube.com/@ada-l"],
  ["https://music.youtube.com/@ada-l", "@ada-l", "https://www.youtube.com/@ada-l"],
  ["@ada-l", "@ada-l", "https://www.youtube.com/@ada-l"],
  ["https://www.youtube.com/@%D7%A2%D7%93%D7%94", "@עדה", "https://www.youtube.com/@%D7%A2%D7%93%D7%94"],
  ["https://www.youtube.com/c/AdaLovelace", "AdaLovelace", "https://www.youtube.com/c/AdaLovelace"],
  ["https://www.youtube.com/user/ada1815", "ada1815", "https://www.youtube.com/user/ada1815"],
])("%j links to a channel at YouTube", (text, name, url) => {
  expect(readServiceProfile("youtube", text)).toEqual({ name, url });
});

test.each(["spotify", "youtube"] as const)("what links to no profile at %s is refused", (service) => {
  for (const text of [
    "",
    "ada",
    `${service}_42`,
    "https://open.spotify.com/track/1",
    "https://open.spotify.com/user/",
    "https://open.spotify.com/user/%00",
    "https://open.spotify.com/user/%E2%80%AEada",
    "https://open.spotify.com/user/%zz",
    `https://open.spotify.com/user/${"x".repeat(101)}`,
    `https://open.spotify.com/user/${"%F0%9F%8E%B5".repeat(90)}`,
    "https://open.spotify.com.evil.example/user/ada",
    "https://open.spotify.com@evil.example/user/ada",
    "https://evil.example/https://open.spotify.com/user/ada",
    "https://spotify.link/abcdef",
    "javascript:alert(1)//open.spotify.com/user/ada",
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
    "https://www.youtube.com/channel/UCtooshort",
    "https://www.youtube.com/@a",
    "https://www.youtube.com/@a%20b%20c",
    "https://youtu.be/dQw4w9WgXcQ",
    "https://youtube.com.evil.example/@ada",
  ])
    expect(readServiceProfile(service, text), text).toBeUndefined();
});

const connectSpotify = async (memberId: number, values: Partial<typeof musicAccount.$inferInsert> = {}) => {
  const id = randomUUID();
  await db.insert(musicAccount).values({
    ...{ id, memberId, service: "spotify", serviceUserId: "ada", serviceUsername: "Ada", isVerified: true },
    ...{ topArtists: ["Julia Holter", " ", "Various Artists", "Low"], createdAt: new Date() },
    ...values,
  });
  return id;
};

test("a viewer of a member sees what they play on Spotify, until it is disconnected", async () => {
  const [ada, ben, eve] = [await addMember("Ada"), await addMember("Ben"), await addMember("Eve")];
  const id = await connectSpotify(ada.id);
  expect(await listSpotifyArtists(ben.id, ada.id)).toEqual(["Julia Holter", "Low"]);
  expect(await listSpotifyArtists(ada.id, ada.id)).toEqual(["Julia Holter", "Low"]);
  await blockMember(ada.id, eve.id);
  expect(await listSpotifyArtists(eve.id, ada.id)).toEqual([]);
  await removeMusicAccount(ada.id, id);
  expect(await listSpotifyArtists(ben.id, ada.id)).toEqual([]);
  expect(await listSpotifyArtists(ada.id, ada.id)).toEqual([]);
});

test("a linked profile is seen by whoever sees the member, unless the operator hides them", async () => {
  const [ada, ben, eve] = [await addMember("Ada"), await addMember("Ben"), await addMember("Eve")];
  await connectUnverified(ada.id, "youtube", { serviceUserId: "youtube_7", serviceUsername: "Ada" });
  const url = "https://open.spotify.com/user/ada";
  const made = await connectUnverified(ada.id, "spotify", { serviceUserId: url, serviceUsername: "ada" });
  expect(made.profileUrl).toBe(url);
  const shown = [{ service: "spotify", url, name: "ada" }];
  expect(await listShownProfiles(ben.id, ada.id)).toEqual(shown);
  expect(await listShownProfiles(ada.id, ada.id)).toEqual(shown);
  await blockMember(ada.id, eve.id);
  expect(await listShownProfiles(eve.id, ada.id)).toEqual([]);
  const all = await listMusicAccounts(ada.id);
  env.linksProfiles = false;
  expect(await listShownProfiles(ben.id, ada.id)).toEqual([]);
  expect(listShownServices([])).toEqual(["listenbrainz", "lastfm"]);
  expect(listShownServices(all)).toContain("spotify");
  env.linksProfiles = true;
  await removeMusicAccount(ada.id, made.id);
  expect(await listShownProfiles(ben.id, ada.id)).toEqual([]);
});

test("a verified account is no link", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await connectSpotify(ada.id, { serviceUserId: "https://open.spotify.com/user/ada" });
  expect(await listShownProfiles(ben.id, ada.id)).toEqual([]);
});

test.each([
  ["without proof", { isVerified: false }],
  ["whose consent has ended", { isActive: false }],
  ["at another service", { service: "lastfm" as const }],
])("an account %s shows nothing", async (_, values) => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await connectSpotify(ada.id, values);
  expect(await listSpotifyArtists(ben.id, ada.id)).toEqual([]);
});

test("Spotify offers nothing for the list, and changes nothing that is scored", async () => {
  const ada = await addMember("Ada");
  const scored = async () => [
    await rowsOf(memberArtist, { memberId: ada.id }),
    await rowsOf(candidate, { memberId: ada.id }),
  ];
  const before = await scored();
  const id = await connectSpotify(ada.id);
  expect(await getImportOffer(ada.id, id)).toBeUndefined();
  const importing = saveImport(ada.id, id, { playCount: null, artists: ["Low"], favoriteGenres: [] });
  await expect(importing).toBeRefused("absent");
  expect(await scored()).toEqual(before);
});

test("nothing that scores or gives reasons reads accounts", () => {
  const files = sourcesIn("app/matching", /\.ts$/);
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter(({ text }) => /music_?(account|connection)|spotify/i.test(text))).toEqual([]);
});

describe("refresh", () => {
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
    changeRows(musicAccount, { id }, { triedAt: new Date(Date.now() - hours * HOUR_MS) });

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
});
