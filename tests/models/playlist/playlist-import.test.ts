// Importing playlists: preview, confirmation, limits, and playlists of ListenBrainz.
import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { db } from "db/client.server";
import { playlist, playlistImport } from "db/schema";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { PLAYLISTS_MAX, SONGS_MAX } from "~/models/playlist/playlist";
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
import { getPlaylist } from "~/models/playlist/song-list.server";
import { addMember } from "../../cast";
import { LISTENBRAINZ_PLAYLIST, LONG_PLAYLIST, startListenbrainz } from "../../fakes/listenbrainz";
import { tuneMyMusicCsv, vlcXspf } from "../../fakes/playlist-files";
import { freeTurns } from "../../free-turns";
import { makeScratchFolder } from "../../scratch-folder";

const folder = makeScratchFolder();
let listenbrainz: Awaited<ReturnType<typeof startListenbrainz>>;
beforeAll(async () => {
  listenbrainz = await startListenbrainz();
  await freeTurns();
});
afterEach(() => {
  listenbrainz.fail(undefined);
  listenbrainz.limit.resetsIn = undefined;
});
afterAll(async () => {
  listenbrainz.close();
  await rm(folder, { recursive: true });
});

test("a list of a million ones is no playlist, and no more work than a long one", async () => {
  const ada = await addMember("Ada");
  const track = Array(900_000).fill(1);
  const noSongs = { message: "There are no songs with a title and an artist in this file." };
  const ones = prepare(ada.id, JSON.stringify({ playlist: { title: "Ones", track } }), "ones.jspf");
  await expect(ones).rejects.toMatchObject(noSongs);
});

async function prepare(memberId: number, content: string | Uint8Array, filename = "list.csv") {
  const path = join(folder, randomUUID());
  await writeFile(path, content);
  return preparePlaylistFile(memberId, { source: { path }, filename });
}

async function fillShelf(ownerId: number, count: number) {
  const row = { ownerId, name: "A", description: "", isPublic: false, createdAt: new Date() };
  await db.insert(playlist).values(Array.from({ length: count }, () => ({ ...row, id: randomUUID() })));
}

const address = (id = LISTENBRAINZ_PLAYLIST) => `https://listenbrainz.org/playlist/${id}/`;
const songsOf = async (memberId: number, id: string) =>
  (await getPlaylist(memberId, id, { limit: SONGS_MAX }))?.songs.map(({ title }) => title);

test("a file is previewed first, and becomes one private playlist however often it is confirmed", async () => {
  const ada = await addMember("Ada");
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
  const ada = await addMember("Ada");
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
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await prepare(ada.id, tuneMyMusicCsv);
  const [rock, pop, videos] = (await listPlaylistImports(ada.id)).map(({ id }) => id);
  const chosen = [rock ?? "", videos ?? "", rock ?? ""];
  expect(await listPlaylistImports(ben.id)).toEqual([]);
  await expect(addImportedPlaylists(ben.id, chosen)).rejects.toMatchObject({ code: "absent" });
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
  const ada = await addMember("Ada");
  await fillShelf(ada.id, PLAYLISTS_MAX - 1);
  await prepare(ada.id, tuneMyMusicCsv);
  const ids = (await listPlaylistImports(ada.id)).map(({ id }) => id);
  await expect(addImportedPlaylists(ada.id, ids)).rejects.toMatchObject({ code: "conflict" });
  expect((await listPlaylistImports(ada.id)).map(({ isAdded }) => isAdded)).toEqual([true, false, false]);
});

test("an import is its member's own, and another file replaces it", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const { id } = await prepare(ada.id, vlcXspf);
  expect(await getPlaylistImport(ben.id, id)).toBeUndefined();
  await expect(addImportedPlaylist(ben.id, id, { name: "A" })).rejects.toMatchObject({ code: "absent" });
  await prepare(ada.id, tuneMyMusicCsv);
  await expect(addImportedPlaylist(ada.id, id, { name: "A" })).rejects.toMatchObject({ code: "absent" });
});

test("what was read is gone a day later, and the playlist stays", async () => {
  const ada = await addMember("Ada");
  const { id } = await prepare(ada.id, vlcXspf);
  await addImportedPlaylist(ada.id, id, { name: "Mine" });
  const createdAt = new Date(Date.now() - 25 * 3_600_000);
  await db.update(playlistImport).set({ createdAt }).where(eq(playlistImport.id, id));
  await deleteExpiredPlaylistImports();
  expect(await getPlaylistImport(ada.id, id)).toBeUndefined();
  expect(await songsOf(ada.id, id)).toHaveLength(2);
});

test("a full shelf takes no more, and the preview stays", async () => {
  const ada = await addMember("Ada");
  await fillShelf(ada.id, PLAYLISTS_MAX);
  const { id } = await prepare(ada.id, vlcXspf);
  await expect(addImportedPlaylist(ada.id, id, { name: "A" })).rejects.toMatchObject({ code: "conflict" });
  expect(await getPlaylistImport(ada.id, id)).toMatchObject({ isAdded: false, songCount: 2 });
});

test("a file that is none is refused, and a member's second one waits for the first", async () => {
  const ada = await addMember("Ada");
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
  const ada = await addMember("Ada");
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
  const ada = await addMember("Ada");
  const before = listenbrainz.requests.length;
  await expect(prepareListenbrainzPlaylist(ada.id, typed)).rejects.toMatchObject({ code: "invalid" });
  expect(listenbrainz.requests).toHaveLength(before);
});

test("a playlist of 500 songs comes whole", async () => {
  const ada = await addMember("Ada");
  const { id } = await prepareListenbrainzPlaylist(ada.id, address(LONG_PLAYLIST));
  await addImportedPlaylist(ada.id, id, { name: "Long" });
  const titles = await songsOf(ada.id, id);
  expect(titles).toEqual(Array.from({ length: 500 }, (_, index) => `Song ${index + 1}`));
});

test("a private playlist is one that isn't there", async () => {
  const ada = await addMember("Ada");
  await expect(prepareListenbrainzPlaylist(ada.id, address(randomUUID()))).rejects.toMatchObject({
    code: "absent",
    message: "ListenBrainz has no public playlist at this address.",
  });
});

test.each([
  ["broken", "unanswered"],
  ["cut off", "unanswered"],
  ["garbled", "unanswered"],
  ["huge", "unanswered"],
  ["redirecting", "unanswered"],
  ["forbidding", "unanswered"],
] as const)("ListenBrainz is %s", async (failure, code) => {
  const ada = await addMember("Ada");
  listenbrainz.fail(failure);
  await expect(prepareListenbrainzPlaylist(ada.id, address())).rejects.toMatchObject({ code });
});

test("while ListenBrainz wants no requests, members are told when it does", async () => {
  const ada = await addMember("Ada");
  listenbrainz.limit.resetsIn = 1;
  await expect(prepareListenbrainzPlaylist(ada.id, address())).rejects.toMatchObject({
    code: "too-many",
    retryAfterSeconds: 1,
  });
});
