// Artists' pages: compared with brute force in a random community, and what they must not tell.

import { randomUUID } from "node:crypto";
import { client, db } from "db/client.server";
import { artist, block, decision, record } from "db/schema";
import { seededRandom } from "db/seed/seeded-random";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { artistKey } from "~/matching/artist-key";
import { readIndex } from "~/matching/index-reader.server";
import { assumedListeners, listKnownArtists } from "~/matching/known-artists.server";
import { makeQuery, type Query } from "~/matching/query";
import { tieOrder } from "~/matching/search.server";
import { searchPage } from "~/matching/search-page.server";
import { countStatistics } from "~/matching/statistics.server";
import { closedInDiscover } from "~/models/access.server";
import { artistPath } from "~/models/artist/artist";
import { getArtistPage } from "~/models/artist/artist-page.server";
import { listLoved, suggestFavorites } from "~/models/artist/loved-artists.server";
import { decideOn } from "~/models/match/decision.server";
import { saveAnthem } from "~/models/member/anthem.server";
import { meetUnsaid } from "~/models/member/wishes.server";
import { addPlaylist } from "~/models/playlist/playlist.server";
import { playlistInput, songInput } from "~/models/playlist/playlist-schema";
import { addSong } from "~/models/playlist/song.server";
import { recordInput, recordKeys } from "~/models/record/record-schema";
import { setCollectionShown } from "~/models/record/shown-record.server";
import { blockMember } from "~/models/safety/block.server";
import { filterScored, type Person, scoreEverybody, weigh } from "../../matching/brute-force";
import { addMember, changeMember, removeEverybody, saveTaste } from "../../matching/members";
import { plansOf } from "../../matching/plans";
import { changeRows, rowsOf } from "../../rows";

const NOTHING = { gender: null, meets: null, meetAgeMin: null, meetAgeMax: null, purpose: null } as const;

/** The newest record is the last one that was added. */
let added = 0;

async function addRecord(memberId: number, artist: string, album: string, wanted = false) {
  const fields = recordInput.parse({ artist, album, wanted, notes: "Private note" });
  const createdAt = new Date(Date.UTC(2026, 0, 1) + ++added);
  await db.insert(record).values({ ...fields, ...recordKeys(fields), id: randomUUID(), memberId, createdAt });
}

async function makeMatch(one: number, other: number) {
  await decideOn(one, { targetUserId: other, liked: true });
  await decideOn(other, { targetUserId: one, liked: true });
}

const pageOf = async (viewer: number, artist: string) =>
  (await getArtistPage(viewer, artistKey(artist))).page;

const idsOf = async (viewer: number, artist: string) =>
  (await pageOf(viewer, artist)).members.map(({ id }) => Number(id));

/** Everybody on an artist's pages, in order. */
async function listAll(viewer: number, artist: string) {
  const found: { id: number; score: number; distance: number | null }[] = [];
  for (let cursor: string | undefined; ; ) {
    const { page, next } = await getArtistPage(viewer, artistKey(artist), { cursor });
    for (const { id, compatibilityScore, distance } of page.members)
      found.push({ id: Number(id), score: compatibilityScore, distance });
    if (!next) return found;
    cursor = next;
  }
}

describe("a random community, compared with brute force", () => {
  const random = seededRandom(20_261_127);
  const upTo = (most: number) => Math.floor(random() * most);
  const ARTISTS = ["Radiohead", ...Array.from({ length: 24 }, (_, i) => `Band ${i}`)];
  let people: Person[];
  const hidden = new Set<string>();

  beforeAll(async () => {
    await removeEverybody();
    people = Array.from({ length: 160 }, (_, i) => {
      const draw = () => ARTISTS[Math.floor(ARTISTS.length * random() ** 2)] as string;
      return {
        id: i + 1,
        age: upTo(12) ? 18 + upTo(40) : null,
        cell: null,
        artists: [...new Set(Array.from({ length: 1 + upTo(8) }, draw))],
        genres: upTo(2) ? ["Rock"] : ["Jazz", "Electronic"],
        listenerSince: null,
        status: upTo(9) ? "active" : "paused",
        ...NOTHING,
        gender: upTo(2) ? "woman" : "man",
        meets: upTo(3) ? null : ["woman"],
      } satisfies Person;
    });
    for (const { id, age, status, artists, genres, gender, meets } of people) {
      const pausedAt = status === "paused" ? new Date() : null;
      await addMember(id, { age, pausedAt, gender, meets }, { artists, genres });
      hidden.add(`${id} ${id}`);
    }
    await countStatistics();
    for (let turn = 0; turn < 900; turn++) {
      const [one, other] = [1 + upTo(160), 1 + upTo(160)];
      if (one === other || hidden.has(`${one} ${other}`)) continue;
      hidden.add(`${one} ${other}`);
      if (turn % 3) {
        const row = { memberId: one, targetId: other, liked: turn % 2 > 0, decidedAt: new Date() };
        await db.insert(decision).values(row).onConflictDoNothing();
      } else {
        hidden.add(`${other} ${one}`);
        await db.insert(block).values({ memberId: one, targetId: other, createdAt: new Date() });
      }
    }
  });

  test("each page lists those of Discover without filters who list the artist, in its order, and nobody else", async () => {
    const { rows } = await client.execute("select key, id from artist");
    const ids = new Map(rows.map(({ key, id }) => [String(key), Number(id)]));
    const weights = weigh(people, new Map(ARTISTS.map((name) => [name, ids.get(artistKey(name)) ?? 0])));
    let pages = 0;
    for (const viewer of people.filter(({ age }) => age !== null).slice(0, 25)) {
      const scored = scoreEverybody(viewer, { people, weights, hidden });
      for (const artist of ["Radiohead", "Band 0", "Band 3", "Band 23", "Nobody's Band"]) {
        const listed = scored.filter(({ other }) => other.artists.includes(artist));
        const found = await listAll(viewer.id, artist);
        expect(found).toEqual(filterScored(listed, {}));
        pages += Number(found.length > 20);
      }
    }
    expect(pages).toBeGreaterThan(20);
  });
});

describe("a small community", () => {
  const [ana, ben, cleo, dan] = [1, 2, 3, 4];
  const taste = { artists: ["Muse", "Pram"], genres: ["Rock" as const] };

  beforeEach(async () => {
    await removeEverybody();
    for (const id of [ana, ben, cleo, dan]) await addMember(id, {}, taste);
  });

  test.each<[string, () => Promise<unknown>]>([
    ["whom the viewer passed on", () => decideOn(ana, { targetUserId: ben, liked: false })],
    ["whom the viewer likes", () => decideOn(ana, { targetUserId: ben, liked: true })],
    ["whom the viewer matches", () => makeMatch(ana, ben)],
    ["who blocked the viewer", () => blockMember(ben, ana)],
    ["whom the viewer blocked", () => blockMember(ana, ben)],
    ["who has paused", () => changeMember(ben, { pausedAt: new Date() })],
    ["who has been away for long", () => changeMember(ben, { inactiveAt: new Date() })],
    ["who is suspended", () => changeMember(ben, { suspendedAt: new Date() })],
    ["who is deleted", () => changeMember(ben, { deletedAt: new Date() })],
    ["without an age", () => changeMember(ben, { age: null })],
    ["who would not meet the viewer", () => changeMember(ben, { meetAgeMin: 50, meetAgeMax: 60 })],
    ["who has taken the artist off the list", () => saveTaste(ben, ["Pram"], ["Rock"])],
  ])("a member %s is not on the page", async (_, change) => {
    expect((await idsOf(ana, "Muse")).sort()).toEqual([ben, cleo, dan]);
    await change();
    expect((await idsOf(ana, "Muse")).sort()).toEqual([cleo, dan]);
  });

  test("a pass of the other changes nothing", async () => {
    const before = await pageOf(ana, "Muse");
    await decideOn(ben, { targetUserId: ana, liked: false });
    expect(await pageOf(ana, "Muse")).toEqual(before);
  });

  test("whom the viewer has decided on already, and who would not meet them, are in the number", async () => {
    expect((await pageOf(ana, "Muse")).atLeast).toBeNull();
    for (let id = 10; id < 12; id++) await addMember(id, {}, taste);
    await decideOn(ana, { targetUserId: ben, liked: false });
    await changeMember(cleo, { meetAgeMin: 50, meetAgeMax: 60 });
    const page = await pageOf(ana, "Muse");
    expect([page.atLeast, page.members.length]).toEqual([5, 3]);
  });

  test("a known artist is written as our own list has it, another as most do, as the member does, or as the link says", async () => {
    await saveTaste(ana, ["radiohead", "zorbal pause", "plimsoul tide"], ["Rock"]);
    for (const id of [ben, cleo, dan]) await saveTaste(id, ["Plimsoul Tide"], ["Rock"]);
    expect(await pageOf(ana, "RADIOHEAD")).toMatchObject({ name: "Radiohead", position: 1 });
    expect(await pageOf(ana, "Zorbal Pause")).toMatchObject({ name: "zorbal pause", position: 2 });
    expect(await pageOf(ana, "plimsoul tide")).toMatchObject({ name: "Plimsoul Tide", position: 3 });
    const asked = await getArtistPage(ana, "grimbolweeps", { spelling: "Grimbol Weeps" });
    expect(asked.page).toMatchObject({ name: "Grimbol Weeps", position: null, members: [], atLeast: null });
    expect(await pageOf(ana, "grimbolweeps")).toMatchObject({ name: "Grimbolweeps" });
  });

  test("fewer than three members don't say how an artist is written", async () => {
    for (const id of [ben, cleo]) await saveTaste(id, ["ZORBAL!"], ["Rock"]);
    expect(await pageOf(ana, "Zorbal")).toMatchObject({ name: "Zorbal" });
  });

  test("alike artists are those whom the same members list; a genre in common is no reason", async () => {
    for (const name of ["Radiohead", "Stereolab", "Nobody's Band"])
      expect((await pageOf(ana, name)).alike).toEqual([]);

    for (let id = 10; id < 15; id++)
      await addMember(id, {}, { artists: ["Vixtrum", "Krilvane"], genres: ["Jazz"] });
    for (let id = 15; id < 20; id++)
      await addMember(id, {}, { artists: ["Molk Umber", "Fenwisp"], genres: ["Jazz"] });
    for (let id = 20; id < 50; id++) await addMember(id, {}, { artists: ["Abba"], genres: ["Pop"] });
    await countStatistics();
    expect((await pageOf(ana, "Vixtrum")).alike).toEqual(["Krilvane"]);
    expect((await pageOf(10, "Vixtrum")).fit).toMatchObject({ artists: ["Krilvane"], genres: [] });
    // Three who have taken an artist off the list since leave too few to name it.
    for (const id of [15, 16, 17]) await saveTaste(id, ["Molk Umber"], ["Jazz"]);
    expect((await pageOf(ana, "Molk Umber")).alike).toEqual([]);
  });

  test("what two of the people on the page love besides is named, most loved first", async () => {
    await saveTaste(ben, ["Muse", "Low", "Can"], ["Rock"]);
    await saveTaste(cleo, ["Can", "Muse", "low", "Faust"], ["Rock"]);
    await saveTaste(dan, ["Low", "MUSE"], ["Rock"]);
    expect((await pageOf(ana, "Muse")).alsoLoved).toEqual(["Low", "Can"]);
    await blockMember(cleo, ana);
    expect((await pageOf(ana, "Muse")).alsoLoved).toEqual(["Low"]);
  });

  test("genres of the artist that are in the viewer's list fit, and a superstar counts for less than an unknown one", async () => {
    await saveTaste(ana, ["Pram"], ["Electronic", "Jazz"]);
    expect((await pageOf(ana, "Stereolab")).fit).toEqual({
      rarity: "uncommon",
      artists: [],
      genres: ["Electronic"],
    });
    expect((await pageOf(ana, "Radiohead")).fit.rarity).toBe("common");
    expect((await pageOf(ana, "Zorbal Pause")).fit.rarity).toBe("rare");
  });

  test("how rare an artist is doesn't tell whether somebody lists them", async () => {
    const [listed, unlisted] = listKnownArtists().filter(({ key }) => assumedListeners(key) === 15);
    await saveTaste(ben, [listed?.name ?? ""], ["Rock"]);
    await countStatistics();
    for (let members = 100; members <= 2000; members += 100) {
      await client.execute(`update statistics set members = ${members}`);
      const rarities = [listed, unlisted].map(
        async (each) => (await pageOf(ana, each?.name ?? "")).fit.rarity,
      );
      expect(new Set(await Promise.all(rarities)).size, `${members} members`).toBe(1);
    }
  });

  test("a page that is short because of wishes says so, and one that wishes don't change doesn't", async () => {
    await changeMember(ana, { gender: "woman", meets: ["woman"] });
    await changeMember(ben, { gender: "woman" });
    expect(await pageOf(ana, "Muse")).toMatchObject({ hidesUnsaid: true, members: [{ id: String(ben) }] });
    expect((await pageOf(ana, "Nobody's Band")).hidesUnsaid).toBe(false);
    await meetUnsaid(ana);
    const page = await pageOf(ana, "Muse");
    expect([page.hidesUnsaid, page.members.length]).toEqual([false, 3]);
  });

  describe("songs", () => {
    const song = (title: string) => ({ type: "song" as const, artist: "PRAM", title });
    const titlesOf = async (viewer: number) => {
      const { own, here } = (await pageOf(viewer, "Pram")).songs;
      return {
        own: own.map(({ title, playlist }) => [title, playlist.name]),
        here: here.map(({ title, people }) => [title, ...people.map(({ id }) => Number(id))]),
      };
    };

    /** Adds a playlist with songs of one artist. */
    async function addList(ownerId: number, name: string, isPublic: boolean, ...titles: string[]) {
      const { id } = await addPlaylist(ownerId, playlistInput.parse({ name, description: "", isPublic }));
      for (const title of titles) await addSong(ownerId, id, songInput.parse({ artist: "Pram", title }));
    }

    test("are the anthems of those who are shown, and what they have in public playlists if they show them", async () => {
      await saveAnthem(ben, song("Gravity"));
      await saveAnthem(cleo, song("gravity (Live)"));
      await saveAnthem(dan, { type: "song", artist: "Stereolab", title: "Crest" });
      await addList(dan, "Slow trains", true, "Track of the Cat", "Gravity");
      await addList(dan, "Mine", false, "Bleed");
      expect(await titlesOf(ana)).toEqual({ own: [], here: [["Gravity", ben, cleo]] });
      await setCollectionShown(dan, true);
      const here = [
        ["Gravity", ben, cleo, dan],
        ["Track of the Cat", dan],
      ];
      expect(await titlesOf(ana)).toEqual({ own: [], here });
      await blockMember(dan, ana);
      expect((await titlesOf(ana)).here).toEqual([["Gravity", ben, cleo]]);
    });

    test("of the viewer's playlists stand once, with the playlist", async () => {
      await addList(ana, "Mornings", false, "Gravity", "Gravity - Remastered", "Bleed");
      const own = [
        ["Gravity", "Mornings"],
        ["Bleed", "Mornings"],
      ];
      expect(await titlesOf(ana)).toEqual({ own, here: [] });
      expect((await titlesOf(ben)).own).toEqual([]);
    });
  });

  describe("records", () => {
    const albumsOf = async (viewer: number) => {
      const { own, shelves } = (await pageOf(viewer, "Pram")).records;
      return {
        own: own.map(({ album, sharedWith }) => [album, ...sharedWith.map(({ id }) => Number(id))]),
        shelves: shelves.map(({ album, owners }) => [album, ...owners.map(({ id }) => Number(id))]),
      };
    };

    beforeEach(async () => {
      await addRecord(ana, "Pram", "Gash");
      await addRecord(ana, "Stereolab", "Peng!");
      for (const id of [ben, cleo, dan]) {
        await addRecord(id, "PRAM", "gash");
        await addRecord(id, "Pram", "Helium");
        await addRecord(id, "Stereolab", "Dots and Loops");
      }
      await setCollectionShown(ben, true);
    });

    test("are those on shelves that are shown, without notes, and what a match and the viewer both own", async () => {
      const shelves = [["Helium", ben]];
      expect(await albumsOf(ana)).toEqual({ own: [["Gash", ben]], shelves });
      await makeMatch(ana, cleo);
      expect(await albumsOf(ana)).toEqual({ own: [["Gash", cleo, ben]], shelves });
      await setCollectionShown(dan, true);
      await makeMatch(ana, ben);
      const { own } = await albumsOf(ana);
      expect(own[0]?.slice(1, 3).sort()).toEqual([ben, cleo]);
      expect(own[0]?.slice(3)).toEqual([dan]);
      expect(JSON.stringify(await pageOf(ana, "Pram"))).not.toContain("Private note");
    });

    test("stand once, on the viewer's own shelf if they own them too", async () => {
      await setCollectionShown(dan, true);
      expect(await albumsOf(ana)).toEqual({ own: [["Gash", dan, ben]], shelves: [["Helium", dan, ben]] });
      for (let album = 0; album < 12; album++) await addRecord(ana, "Pram", `Reissue ${album}`);
      // The viewer's is not among the newest twelve any more.
      const { shelves } = await albumsOf(ana);
      expect(shelves).toEqual([
        ["Helium", dan, ben],
        ["gash", dan, ben],
      ]);
    });

    test.each<[string, () => Promise<unknown>]>([
      ["a block", () => blockMember(ben, ana)],
      ["a suspension", () => changeMember(ben, { suspendedAt: new Date() })],
      ["a deletion", () => changeMember(ben, { deletedAt: new Date() })],
      ["the end of the match", () => decideOn(ben, { targetUserId: ana, liked: false })],
    ])("of a match are gone after %s", async (_, end) => {
      await makeMatch(ana, ben);
      expect((await albumsOf(ana)).own).toEqual([["Gash", ben]]);
      await end();
      expect(await albumsOf(ana)).toEqual({ own: [["Gash"]], shelves: [] });
    });

    test("of somebody whom the viewer passed on, or who would not meet them, are not shown", async () => {
      await decideOn(ana, { targetUserId: ben, liked: false });
      expect((await albumsOf(ana)).shelves).toEqual([]);
      await changeMember(ben, { meetAgeMin: 50, meetAgeMax: 60 });
      expect((await albumsOf(cleo)).shelves).toEqual([]);
    });

    test("that somebody looks for are not shown", async () => {
      const before = await albumsOf(ana);
      for (const id of [ana, ben]) await addRecord(id, "Pram", "Sargasso Sea", true);
      expect(await albumsOf(ana)).toEqual(before);
    });

    test("pictures that wait for a moderator, or stand on another site, are not shown to others", async () => {
      await changeRows(record, { memberId: ben }, { externalImageUrl: "https://covers.example/1.png" });
      const { shelves } = (await pageOf(ana, "Pram")).records;
      expect(shelves.map(({ imageUrl }) => imageUrl)).toEqual([null]);
    });
  });

  test("the first page takes at most twenty statements, of which none reads a whole table", async () => {
    for (let id = 10; id < 40; id++) await addMember(id, {}, taste);
    await addRecord(ana, "Pram", "Gash");
    await makeMatch(ana, ben);
    await countStatistics();
    const plans = await plansOf(() => getArtistPage(ana, "pram"));
    const wholeTables = /^SCAN (record|member|artist|candidate|match|decision|block)\b/;
    expect(plans.filter((step) => wholeTables.test(step))).toEqual([]);
    const spies = [vi.spyOn(client, "execute"), vi.spyOn(client, "batch")];
    await getArtistPage(ana, "pram");
    const here = spies.flatMap(({ mock }) => mock.calls.flatMap(([statements]) => statements));
    for (const spy of spies) spy.mockRestore();

    // What the search asks the database in its own process.
    const index = await readIndex(makeQuery(client));
    const [{ id: artistId } = { id: 0 }] = await rowsOf(artist, { key: "pram" });
    let asked = 0;
    const counting: Query = (sql, args) => {
      asked++;
      return makeQuery(client)(sql, args);
    };
    await index.catchUp(counting);
    const search = { viewerId: ana, filters: {}, artist: artistId, ties: tieOrder(ana), pageOnly: true };
    const found = await searchPage(counting, search, index.withQuery(counting, closedInDiscover));
    expect(found?.members).toHaveLength(20);
    expect(here.length).toBeGreaterThan(3);
    expect(here.length + asked).toBeLessThanOrEqual(20);
  });
});

test.each([
  ["Radiohead", "/artists/radiohead"],
  ["the radiohead", "/artists/radiohead?as=the+radiohead"],
  ["Boards of Canada", "/artists/boardsofcanada?as=Boards+of+Canada"],
  ["Björk", "/artists/bjork?as=Bj%C3%B6rk"],
  ["AC/DC", "/artists/acdc?as=AC%2FDC"],
  ["!!!", "/artists/!!!"],
  ["???", "/artists/%3F%3F%3F"],
  ["+/-", "/artists/%2B%2F-"],
  ["///", "/artists/%2F%2F%2F"],
  ["椎名林檎", "/artists/%E6%A4%8E%E5%90%8D%E6%9E%97%E6%AA%8E"],
  ["Low\ud800", "/artists/low"],
])("the address of %s is made of its key, with the spelling if the key has lost it", (name, path) => {
  expect(artistPath(name)).toBe(path);
});

test.each([
  ...["Various Artists", "[unknown]", "V.A.", "", " ", ".", ".."],
  ...["\u200b", "\u2060", "\ufe0f", "\u200b \ufe0f"],
])("%j has no address", (name) => {
  expect(artistPath(name)).toBeUndefined();
});

describe("loved artists", () => {
  let lastId = 0;

  async function addFans(count: number, ...artists: string[]) {
    const ids: number[] = [];
    for (let n = 0; n < count; n++) ids.push(await addMember(++lastId, {}, { artists, genres: ["Jazz"] }));
    return ids;
  }

  const wall = async (viewer: number) =>
    (await listLoved(viewer)).artists.map(({ name, atLeast, position }) => [name, atLeast, position]);

  let ana = 0;
  beforeEach(async () => {
    await removeEverybody();
    lastId = 0;
    ana = await addMember(++lastId, {}, { artists: ["Radiohead"], genres: ["Rock"] });
  });

  test("the most loved come first in coarse numbers, from three people on, without those assumed", async () => {
    await addFans(12, "Vixtrum");
    await addFans(6, "Molk Umber", "Radiohead");
    await addFans(3, "Krilvane");
    await addFans(2, "Fenwisp");
    await countStatistics();
    const found = await wall(ana);
    expect(found[0]).toEqual(["Vixtrum", 10, null]);
    expect(found.slice(1, 3)).toEqual(
      expect.arrayContaining([
        ["Molk Umber", 5, null],
        ["Radiohead", 5, 1],
      ]),
    );
    expect(found.slice(3)).toEqual([["Krilvane", null, null]]);
  });

  test.each<[string, (other: number) => Promise<unknown>]>([
    ["blocks the reader", (other) => blockMember(other, ana)],
    ["pauses", (other) => changeMember(other, { pausedAt: new Date() })],
    ["is suspended", (other) => changeMember(other, { suspendedAt: new Date() })],
    ["is hidden", (other) => changeMember(other, { hiddenAt: new Date() })],
  ])("the wall reads the same whoever goes and how: one who %s", async (_, act) => {
    const [first = 0] = await addFans(5, "Vixtrum");
    await addFans(5, "Molk Umber");
    await countStatistics();
    await wall(ana);
    await act(first);
    await countStatistics();
    expect((await wall(ana)).sort()).toEqual([
      ["Molk Umber", 5, null],
      ["Vixtrum", null, null],
    ]);
  });

  test("pages go on to the last, each artist stands once, and a page reads no whole table", async () => {
    const names = Array.from({ length: 50 }, (_, n) => `Band ${n}`);
    for (const part of [names.slice(0, 25), names.slice(25)]) await addFans(3, ...part);
    await countStatistics();
    const keys: string[] = [];
    for (let from: number | undefined = 0; from !== undefined; ) {
      const { artists, next } = await listLoved(ana, from);
      keys.push(...artists.map(({ key }) => key));
      from = next && JSON.parse(Buffer.from(next.cursor, "base64url").toString()).from;
    }
    expect([...keys].sort()).toEqual(names.map(artistKey).sort());
    await client.execute("update statistics set counted_at = counted_at + 1");
    const plans = await plansOf(() => listLoved(ana));
    expect(
      plans.filter((step) => /^SCAN (artist|member|member_artist|candidate|block)\b/.test(step)),
    ).toEqual([]);
  });

  test("favorites to pick are alike artists first, then some who are loved here and of the genres, and known ones", async () => {
    await addFans(5, "Vixtrum", "Krilvane");
    await addFans(6, "Sun Ra");
    await addFans(6, "Metallica");
    for (let n = 0; n < 30; n++) await addFans(1, "Abba");
    await countStatistics();
    const suggested = await suggestFavorites(["Jazz"], ["vixtrum"], 12);
    expect(suggested.slice(0, 2)).toEqual(["Krilvane", "Sun Ra"]);
    expect(suggested).toHaveLength(12);
    expect(suggested).not.toContain("Metallica");
    expect(suggested).not.toContain("Abba");
    await saveTaste(ana, ["Krilvane"], ["Jazz"]);
    expect((await suggestFavorites(["Jazz"], ["Krilvane", "SUN RA"], 12)).slice(0, 1)).toEqual(["Vixtrum"]);
  });
});
