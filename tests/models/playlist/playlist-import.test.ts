// Playlists that are copied, and those that are imported from files and addresses.

import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { playlist, playlistImport } from "db/schema";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Member } from "~/models/member/member.server";
import { PLAYLISTS_MAX, SONGS_MAX } from "~/models/playlist/playlist";
import { addPlaylist, copyPlaylist, removePlaylist } from "~/models/playlist/playlist.server";
import {
  addImportedPlaylist,
  addImportedPlaylists,
  deleteExpiredPlaylistImports,
  getPlaylistImport,
  listPlaylistImports,
  prepareListenbrainzPlaylist,
  preparePlaylistFile,
} from "~/models/playlist/playlist-import.server";
import { listPlaylists } from "~/models/playlist/playlist-list.server";
import { playlistInput, songInput } from "~/models/playlist/playlist-schema";
import { addSong } from "~/models/playlist/song.server";
import { getPlaylist } from "~/models/playlist/song-list.server";
import { blockMember } from "~/models/safety/block.server";
import { ada, addMember, ben, freshCast, makeMatch } from "../../cast";
import { LISTENBRAINZ_PLAYLIST, LONG_PLAYLIST, startListenbrainz } from "../../fakes/listenbrainz";
import { tuneMyMusicCsv, vlcXspf } from "../../fakes/playlist-files";
import { freeTurns } from "../../free-turns";
import { changeRows } from "../../rows";
import { fileOf } from "../../scratch-folder";

freshCast("ada", "ben");

let listenbrainz: Awaited<ReturnType<typeof startListenbrainz>>;
beforeAll(async () => {
  listenbrainz = await startListenbrainz();
  await freeTurns();
});
afterEach(() => {
  listenbrainz.fail(undefined);
  listenbrainz.limit.resetsIn = undefined;
});
afterAll(() => listenbrainz.close());

test("a list of a million ones is no playlist, and no more work than a long one", async () => {
  const track = Array(900_000).fill(1);
  const noSongs = { message: "There are no songs with a title and an artist in this file." };
  const ones = prepare(ada.id, JSON.stringify({ playlist: { title: "Ones", track } }), "ones.jspf");
  await expect(ones).rejects.toMatchObject(noSongs);
});

async function prepare(memberId: number, content: string | Uint8Array, filename = "list.csv") {
  return preparePlaylistFile(memberId, { source: { path: fileOf(content) }, filename });
}

async function fillShelf(ownerId: number, count: number) {
  const row = { ownerId, name: "A", description: "", isPublic: false, createdAt: new Date() };
  await db.insert(playlist).values(Array.from({ length: count }, () => ({ ...row, id: randomUUID() })));
}

const address = (id = LISTENBRAINZ_PLAYLIST) => `https://listenbrainz.org/playlist/${id}/`;
const songsOf = async (memberId: number, id: string) =>
  (await getPlaylist(memberId, id, { limit: SONGS_MAX }))?.songs.map(({ title }) => title);

test("a file is previewed first, and becomes one private playlist however often it is confirmed", async () => {
  const { id } = await prepare(ada.id, vlcXspf, "vlc.xspf");
  expect(await getPlaylistImport(ada.id, id)).toMatchObject({
    ...{ name: "Playlist & more", songCount: 2, isAdded: false, hasOthers: false, leftOutCount: 1 },
    songs: [{ title: "Sunflower" }, { title: "Ágætis <byrjun>" }],
  });
  expect((await listPlaylists(ada.id)).own).toEqual([]);

  const confirmed = await Promise.all([1, 2, 3].map(() => addImportedPlaylist(ada.id, id, { name: "Mine" })));
  expect(new Set(confirmed)).toEqual(new Set([id]));
  expect((await listPlaylists(ada.id)).own).toMatchObject([
    { id, name: "Mine", isPublic: false, songCount: 2 },
  ]);
  expect(await songsOf(ada.id, id)).toEqual(["Sunflower", "Ágætis <byrjun>"]);
  expect(await getPlaylistImport(ada.id, id)).toMatchObject({ isAdded: true, name: "Mine", songCount: 0 });
});

test("each playlist of a file has a preview of its own", async () => {
  const { id, count } = await prepare(ada.id, tuneMyMusicCsv);
  expect([count, await getPlaylistImport(ada.id, id)]).toMatchObject([3, { name: "Rock", hasOthers: true }]);
  const lists = await listPlaylistImports(ada.id);
  expect(lists).toMatchObject([
    { id, name: "Rock", songCount: 2, leftOutCount: 0, isAdded: false },
    { name: "Pop", songCount: 1 },
    { name: "Liked videos", songCount: 2, leftOutCount: 2 },
  ]);
  const pop = lists[1]?.id ?? "";
  await addImportedPlaylist(ada.id, pop, { name: "Pop" });
  expect(await songsOf(ada.id, pop)).toEqual(["Vogue"]);
  expect((await listPlaylistImports(ada.id)).map(({ isAdded }) => isAdded)).toEqual([false, true, false]);
});

test("several playlists of a file are added at once, however often, and nobody else's", async () => {
  const ben = await addMember("Ben");
  await prepare(ada.id, tuneMyMusicCsv);
  const [rock, pop, videos] = (await listPlaylistImports(ada.id)).map(({ id }) => id);
  const chosen = [rock ?? "", videos ?? "", rock ?? ""];
  expect(await listPlaylistImports(ben.id)).toEqual([]);
  await expect(addImportedPlaylists(ben.id, chosen)).toBeRefused("absent");
  await Promise.all([addImportedPlaylists(ada.id, chosen), addImportedPlaylists(ada.id, chosen)]);
  const { own } = await listPlaylists(ada.id);
  expect(own.map(({ name, songCount }) => [name, songCount]).sort()).toEqual([
    ["Liked videos", 2],
    ["Rock", 2],
  ]);
  await addImportedPlaylists(ada.id, [pop ?? ""]);
  expect(await songsOf(ada.id, pop ?? "")).toEqual(["Vogue"]);
});

test("playlists are added as long as there is room", async () => {
  await fillShelf(ada.id, PLAYLISTS_MAX - 1);
  await prepare(ada.id, tuneMyMusicCsv);
  const ids = (await listPlaylistImports(ada.id)).map(({ id }) => id);
  await expect(addImportedPlaylists(ada.id, ids)).toBeRefused("conflict");
  expect((await listPlaylistImports(ada.id)).map(({ isAdded }) => isAdded)).toEqual([true, false, false]);
});

test("an import is its member's own, and another file replaces it", async () => {
  const ben = await addMember("Ben");
  const { id } = await prepare(ada.id, vlcXspf);
  expect(await getPlaylistImport(ben.id, id)).toBeUndefined();
  await expect(addImportedPlaylist(ben.id, id, { name: "A" })).toBeRefused("absent");
  await prepare(ada.id, tuneMyMusicCsv);
  await expect(addImportedPlaylist(ada.id, id, { name: "A" })).toBeRefused("absent");
});

test("what was read is gone a day later, and the playlist stays", async () => {
  const { id } = await prepare(ada.id, vlcXspf);
  await addImportedPlaylist(ada.id, id, { name: "Mine" });
  const createdAt = new Date(Date.now() - 25 * 3_600_000);
  await changeRows(playlistImport, { id }, { createdAt });
  await deleteExpiredPlaylistImports();
  expect(await getPlaylistImport(ada.id, id)).toBeUndefined();
  expect(await songsOf(ada.id, id)).toHaveLength(2);
});

test("a full shelf takes no more, and the preview stays", async () => {
  await fillShelf(ada.id, PLAYLISTS_MAX);
  const { id } = await prepare(ada.id, vlcXspf);
  await expect(addImportedPlaylist(ada.id, id, { name: "A" })).toBeRefused("conflict");
  expect(await getPlaylistImport(ada.id, id)).toMatchObject({ isAdded: false, songCount: 2 });
});

test("a file that is none is refused, and a member's second one waits for the first", async () => {
  const rubbish = `{"playlist":${"[".repeat(3_000_000)}`;
  const sent = await Promise.allSettled([prepare(ada.id, rubbish), prepare(ada.id, rubbish)]);
  const codes = sent.map((one) => one.status === "rejected" && one.reason.code);
  expect(codes.sort()).toEqual(["conflict", "invalid"]);
  expect(await prepare(ada.id, vlcXspf)).toMatchObject({ id: expect.any(String) });
});

test.each([
  address(),
  `https://listenbrainz.org/playlist/${LISTENBRAINZ_PLAYLIST}`,
  ` http://www.listenbrainz.org/playlist/${LISTENBRAINZ_PLAYLIST.toUpperCase()}/?x=y#z `,
  `https://api.listenbrainz.org/1/playlist/${LISTENBRAINZ_PLAYLIST}`,
  `listenbrainz.org/playlist/${LISTENBRAINZ_PLAYLIST}/`,
  LISTENBRAINZ_PLAYLIST,
])("a playlist of ListenBrainz is read by its address %j", async (typed) => {
  const { id } = await prepareListenbrainzPlaylist(ada.id, typed);
  expect(await getPlaylistImport(ada.id, id)).toMatchObject({
    ...{ name: "Weekly Jams", description: "Songs we like & share", songCount: 2 },
  });
  expect(listenbrainz.requests.at(-1)).toBe(`GET /1/playlist/${LISTENBRAINZ_PLAYLIST}`);
});

test.each([
  "https://listenbrainz.org.evil.example/playlist/4245ccd3-4f0d-4276-95d6-2e09d87b5546",
  "https://evil.example/playlist/4245ccd3-4f0d-4276-95d6-2e09d87b5546",
  "https://listenbrainz.org@evil.example/playlist/4245ccd3-4f0d-4276-95d6-2e09d87b5546",
  "https://listenbrainz.org/playlist/../user/rob",
  "https://listenbrainz.org/user/rob/playlists",
  "javascript:alert(1)//4245ccd3-4f0d-4276-95d6-2e09d87b5546",
  "4245ccd3",
  "",
])("the address %j is refused, and nobody is asked", async (typed) => {
  const before = listenbrainz.requests.length;
  await expect(prepareListenbrainzPlaylist(ada.id, typed)).toBeRefused("invalid");
  expect(listenbrainz.requests).toHaveLength(before);
});

test("a playlist of 500 songs comes whole", async () => {
  const { id } = await prepareListenbrainzPlaylist(ada.id, address(LONG_PLAYLIST));
  await addImportedPlaylist(ada.id, id, { name: "Long" });
  const titles = await songsOf(ada.id, id);
  expect(titles).toEqual(Array.from({ length: 500 }, (_, index) => `Song ${index + 1}`));
});

test("a private playlist is one that isn't there", async () => {
  await expect(prepareListenbrainzPlaylist(ada.id, address(randomUUID()))).toBeRefused(
    "absent",
    "ListenBrainz has no public playlist at this address.",
  );
});

test.each([
  ["broken", "unanswered"],
  ["cut off", "unanswered"],
  ["garbled", "unanswered"],
  ["huge", "unanswered"],
  ["redirecting", "unanswered"],
  ["forbidding", "unanswered"],
] as const)("ListenBrainz is %s", async (failure, code) => {
  listenbrainz.fail(failure);
  await expect(prepareListenbrainzPlaylist(ada.id, address())).toBeRefused(code);
});

test("while ListenBrainz wants no requests, members are told when it does", async () => {
  listenbrainz.limit.resetsIn = 1;
  await expect(prepareListenbrainzPlaylist(ada.id, address())).rejects.toMatchObject({
    code: "too-many",
    retryAfterSeconds: 1,
  });
});

const absent = { code: "absent" };

/** A playlist of a member with two songs. */
async function addList(owner: Member, fields: Record<string, unknown> = {}): Promise<string> {
  const input = { name: "Sundays", description: "Only for us", ...fields };
  const { id } = await addPlaylist(owner.id, playlistInput.parse(input));
  const song = { artist: "Low", title: "Sunflower", album: "Things We Lost", duration: 281 };
  await addSong(owner.id, id, songInput.parse(song));
  await addSong(owner.id, id, songInput.parse({ artist: "Can", title: "Vitamin C" }));
  return id;
}

test("a reader copies a public playlist, and the copy is theirs alone", async () => {
  const id = await addList(ada, { isPublic: true });
  const copy = await copyPlaylist(ben.id, id, {});
  expect(copy).toMatchObject({ name: "Sundays", description: "", isPublic: false, songCount: 2 });
  expect(copy.ownerId).toBe(String(ben.id));
  const detail = await getPlaylist(ben.id, copy.id);
  expect(detail?.songs).toMatchObject([
    {
      artist: "Low",
      title: "Sunflower",
      album: "Things We Lost",
      duration: 281,
      addedBy: { firstName: "Ben" },
    },
    { artist: "Can", title: "Vitamin C", album: "", duration: null },
  ]);
  await removePlaylist(ada.id, id);
  expect(await getPlaylist(ada.id, copy.id)).toBeUndefined();
  expect((await getPlaylist(ben.id, copy.id))?.songCount).toBe(2);
});

test("a copy that is sent again is the same one", async () => {
  const id = await addList(ada, { isPublic: true });
  const sent = { id: randomUUID(), name: "Mine" };
  const copies = await Promise.all([1, 2, 3].map(() => copyPlaylist(ben.id, id, sent)));
  expect(copies).toMatchObject([sent, sent, sent]);
  expect((await listPlaylists(ben.id)).counts.own).toBe(1);
  await expect(copyPlaylist(ben.id, id, { ...sent, name: "Other" })).toBeRefused("conflict");
});

test("a collaborator copies a shared playlist, and the owner their own", async () => {
  await makeMatch(ada, ben);
  const id = await addList(ada, { collaboratorId: String(ben.id) });
  expect(await copyPlaylist(ben.id, id, {})).toMatchObject({ songCount: 2, collaborator: null });
  expect(await copyPlaylist(ada.id, id, { name: "Again" })).toMatchObject({ name: "Again", songCount: 2 });
});

test("a member who can't see a playlist can't copy it", async () => {
  const hidden = await addList(ada);
  await expect(copyPlaylist(ben.id, hidden, {})).rejects.toMatchObject(absent);
  await expect(copyPlaylist(ben.id, randomUUID(), {})).rejects.toMatchObject(absent);
  const open = await addList(ada, { isPublic: true });
  await changeRows(playlist, { id: open }, { removedAt: new Date() });
  await expect(copyPlaylist(ben.id, open, {})).rejects.toMatchObject(absent);
  const blocked = await addList(ada, { isPublic: true });
  await blockMember(ada.id, ben.id);
  await expect(copyPlaylist(ben.id, blocked, {})).rejects.toMatchObject(absent);
  expect((await listPlaylists(ben.id)).counts.own).toBe(0);
});

test("a full shelf takes no copy", async () => {
  const id = await addList(ada, { isPublic: true });
  const row = { ownerId: ben.id, name: "A", description: "", isPublic: false, createdAt: new Date() };
  const rows = Array.from({ length: PLAYLISTS_MAX }, () => ({ ...row, id: randomUUID() }));
  await db.insert(playlist).values(rows);
  await expect(copyPlaylist(ben.id, id, {})).toBeRefused("conflict");
});
