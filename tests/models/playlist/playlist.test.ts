import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { block, member, outbox, playlist, playlistSong } from "db/schema";
import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { listCompanions } from "~/models/companion.server";
import { startConversation } from "~/models/conversation.server";
import { decideOn } from "~/models/decision.server";
import type { Member } from "~/models/member.server";
import { formatDuration, mayRemoveSong, PLAYLISTS_MAX, SONGS_MAX, songsAfter } from "~/models/playlist";
import {
  addPlaylist,
  addSong,
  changePlaylist,
  getPlaylist,
  leavePlaylist,
  listPlaylists,
  moveSong,
  removePlaylist,
  removeSong,
} from "~/models/playlist.server";
import { playlistInput, songInput } from "~/models/playlist-input";
import { cast, matchUp } from "../cast";

const absent = { code: "absent" };
const forbidden = { code: "forbidden" };
const typed = (fields: Record<string, unknown> = {}) => playlistInput.parse({ name: "Sundays", ...fields });
const song = (title: string) => songInput.parse({ artist: "Broadcast", title });
const pass = (by: Member, whom: Member) => decideOn(by.id, { targetUserId: whom.id, liked: false });

async function shared(one: Member, other: Member, fields: Record<string, unknown> = {}) {
  await matchUp(one, other);
  return addPlaylist(one.id, typed({ collaboratorId: String(other.id), ...fields }));
}

async function titles(who: Member, id: string) {
  return (await getPlaylist(who.id, id))?.songs.map(({ title }) => title);
}

test.each([
  ["3:45", 225],
  ["1:02:03", 3723],
  ["225", 225],
  [225, 225],
  ["", null],
  [undefined, null],
  [null, null],
])("the duration %j is read as %j seconds", (duration, seconds) => {
  expect(songInput.parse({ artist: "A", title: "B", duration }).duration).toBe(seconds);
});

test.each(["3:65", "three", -1, 0, 1.5, 86_401, {}])("the duration %j is refused", (duration) => {
  expect(songInput.safeParse({ artist: "A", title: "B", duration }).success).toBe(false);
});

test("durations are shown as minutes and seconds", () => {
  expect([null, 5, 65, 3723].map(formatDuration)).toEqual(["--:--", "0:05", "1:05", "62:03"]);
});

test("a box is ticked by a form as by JSON", () => {
  const isPublic = (value: unknown) => typed({ isPublic: value }).isPublic;
  expect(["on", "true", true].map(isPublic)).toEqual([true, true, true]);
  expect(["", "false", false, undefined].map(isPublic)).toEqual([false, false, false, false]);
  expect(playlistInput.safeParse({ name: "A", isPublic: "constructor" }).success).toBe(false);
});

test("whatever is sent, the schemas answer and never throw", () => {
  const names = [...Object.keys(playlistInput.shape), ...Object.keys(songInput.shape)];
  fc.assert(
    fc.property(fc.object({ key: fc.constantFrom(...names) }), (sent) => {
      playlistInput.safeParse(sent);
      songInput.safeParse(sent);
    }),
  );
});

test("a playlist is created once and listed by its owner and its collaborator", async () => {
  const [ada, ben, cleo] = [await cast("Ada"), await cast("Ben"), await cast("Cleo")];
  await matchUp(ada, ben);
  const input = typed({ id: randomUUID(), collaboratorId: ben.id, description: "Slow ones" });
  await Promise.all([1, 2, 3].map(() => addPlaylist(ada.id, input)));
  const expected = {
    name: "Sundays",
    description: "Slow ones",
    ownerId: String(ada.id),
    collaborator: { id: String(ben.id), firstName: "Ben" },
    isPublic: false,
    songCount: 0,
  };
  expect(await listPlaylists(ada.id)).toMatchObject({ own: [expected], shared: [] });
  expect(await listPlaylists(ben.id)).toMatchObject({ own: [], shared: [expected] });
  expect(await listPlaylists(cleo.id)).toEqual({ own: [], shared: [] });
  await expect(addPlaylist(cleo.id, { ...input, collaboratorId: null })).rejects.toMatchObject({
    code: "conflict",
  });
});

test("what is typed anew on a page that was sent already is not taken for what was sent", async () => {
  const ada = await cast("Ada");
  const { id } = await addPlaylist(ada.id, typed({ id: randomUUID() }));
  for (const other of [{ name: "Mondays" }, { description: "Slow" }, { isPublic: true }]) {
    await expect(addPlaylist(ada.id, typed({ id, ...other }))).rejects.toMatchObject({ code: "conflict" });
  }
  const sent = { ...song("Once"), id: randomUUID() };
  await addSong(ada.id, id, sent);
  for (const other of [{ title: "Twice" }, { album: "Tender Buttons" }, { duration: 60 }]) {
    await expect(addSong(ada.id, id, { ...sent, ...other })).rejects.toMatchObject({ code: "conflict" });
  }
  expect((await addSong(ada.id, id, sent)).id).toBe(sent.id);
  expect(await titles(ada, id)).toEqual(["Once"]);
});

test("the last playlist that fits is the same when it is sent again", async () => {
  const ada = await cast("Ada");
  const row = {
    ownerId: ada.id,
    name: "One of many",
    description: "",
    isPublic: false,
    createdAt: new Date(),
  };
  await db
    .insert(playlist)
    .values(Array.from({ length: PLAYLISTS_MAX - 1 }, () => ({ ...row, id: randomUUID() })));
  const last = typed({ id: randomUUID() });
  await addPlaylist(ada.id, last);
  expect((await addPlaylist(ada.id, last)).id).toBe(last.id);
  await expect(addPlaylist(ada.id, typed())).rejects.toMatchObject({ code: "conflict" });
});

test("who reads a public playlist is not told of a collaborator with whom there is a block", async () => {
  const [ada, ben, cleo, dan] = [await cast("Ada"), await cast("Ben"), await cast("Cleo"), await cast("Dan")];
  const { id } = await shared(ada, ben, { isPublic: true });
  await addSong(ben.id, id, song("Corporeal"));
  await db.insert(block).values([
    { memberId: ben.id, targetId: cleo.id, createdAt: new Date() },
    { memberId: dan.id, targetId: ben.id, createdAt: new Date() },
  ]);
  for (const reader of [cleo, dan]) {
    const seen = await getPlaylist(reader.id, id);
    expect(seen).toMatchObject({ role: "reader", collaboratorId: null, collaborator: null });
    expect(seen?.songs).toMatchObject([{ title: "Corporeal", addedBy: null }]);
  }
  expect(await getPlaylist(ada.id, id)).toMatchObject({ collaboratorId: String(ben.id) });
});

test("only somebody one has matched or talked with can collaborate", async () => {
  const [ada, ben, cleo] = [await cast("Ada"), await cast("Ben"), await cast("Cleo")];
  const says = { collaboratorId: "Choose somebody you have matched or talked with" };
  for (const collaboratorId of [cleo.id, ada.id, 7])
    await expect(addPlaylist(ada.id, typed({ collaboratorId }))).rejects.toMatchObject({
      code: "invalid",
      fields: says,
    });
  await decideOn(ada.id, { targetUserId: cleo.id, liked: true });
  await startConversation(ada.id, cleo.id);
  await matchUp(ada, ben);
  expect(await listCompanions(ada.id)).toEqual([
    { id: String(ben.id), name: "Ben L." },
    { id: String(cleo.id), name: "Cleo L." },
  ]);
  expect(await listCompanions(cleo.id)).toEqual([]);
  expect(await addPlaylist(ada.id, typed({ collaboratorId: cleo.id }))).toMatchObject({
    collaboratorId: String(cleo.id),
  });
  await pass(ben, ada);
  await db.insert(block).values({ memberId: cleo.id, targetId: ada.id, createdAt: new Date() });
  expect(await listCompanions(ada.id)).toEqual([]);
});

test("both add songs, and every song goes to the end", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  const { id } = await shared(ada, ben);
  await addSong(ada.id, id, song("One"));
  await Promise.all(["Two", "Three", "Four"].map((title) => addSong(ben.id, id, song(title))));
  expect((await titles(ada, id))?.[0]).toBe("One");
  const detail = await getPlaylist(ben.id, id);
  expect(detail).toMatchObject({ role: "collaborator", songCount: 4 });
  expect(new Set(detail?.songs.map(({ addedBy }) => addedBy?.firstName))).toEqual(new Set(["Ada", "Ben"]));
});

test("a song sent five times is one song, and tells both members once", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  const { id } = await shared(ada, ben);
  const before = await db.$count(outbox, eq(outbox.reference, id));
  const once = { ...song("Once"), id: randomUUID() };
  await Promise.all([1, 2, 3, 4, 5].map(() => addSong(ben.id, id, once)));
  expect(await titles(ada, id)).toEqual(["Once"]);
  expect((await db.$count(outbox, eq(outbox.reference, id))) - before).toBe(2);
  const told = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.reference, id), eq(outbox.recipientId, ada.id)));
  expect(told.at(-1)).toMatchObject({ kind: "playlist" });
  await expect(addSong(ada.id, id, once)).rejects.toMatchObject({ code: "conflict" });
});

test("a stranger reaches nothing, a reader reads and no more", async () => {
  const [ada, ben, cleo] = [await cast("Ada"), await cast("Ben"), await cast("Cleo")];
  const { id } = await shared(ada, ben);
  const { id: songId } = await addSong(ada.id, id, song("One"));
  const tries = () => [
    changePlaylist(cleo.id, id, typed({ name: "Mine" })),
    removePlaylist(cleo.id, id),
    leavePlaylist(cleo.id, id),
    addSong(cleo.id, id, song("Two")),
    removeSong(cleo.id, id, songId),
    moveSong(cleo.id, id, songId, ""),
  ];
  expect(await getPlaylist(cleo.id, id)).toBeUndefined();
  for (const one of tries()) await expect(one).rejects.toMatchObject(absent);
  await changePlaylist(ada.id, id, typed({ isPublic: true }));
  expect(await getPlaylist(cleo.id, id)).toMatchObject({ role: "reader", songs: [{ title: "One" }] });
  expect(await listPlaylists(cleo.id)).toEqual({ own: [], shared: [] });
  for (const one of tries()) await expect(one).rejects.toMatchObject(forbidden);
  await db.insert(block).values({ memberId: ada.id, targetId: cleo.id, createdAt: new Date() });
  expect(await getPlaylist(cleo.id, id)).toBeUndefined();
  expect(await titles(ada, id)).toEqual(["One"]);
});

test("a collaborator removes only what they added, and neither orders, edits nor deletes", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  const { id } = await shared(ada, ben);
  const hers = await addSong(ada.id, id, song("Hers"));
  const his = await addSong(ben.id, id, song("His"));
  await expect(removeSong(ben.id, id, hers.id)).rejects.toMatchObject(forbidden);
  await expect(moveSong(ben.id, id, his.id, hers.id)).rejects.toMatchObject(forbidden);
  await expect(changePlaylist(ben.id, id, typed({ name: "Ours" }))).rejects.toMatchObject(forbidden);
  await expect(removePlaylist(ben.id, id)).rejects.toMatchObject(forbidden);
  await removeSong(ben.id, id, his.id);
  await expect(removeSong(ben.id, id, his.id)).rejects.toMatchObject(absent);
  await addSong(ben.id, id, song("His again"));
  const again = (await getPlaylist(ada.id, id))?.songs[1];
  await removeSong(ada.id, id, again?.id ?? "");
  expect(await titles(ada, id)).toEqual(["Hers"]);
  expect(mayRemoveSong("collaborator", hers, String(ben.id))).toBe(false);
  expect(mayRemoveSong("reader", his, String(ben.id))).toBe(false);
});

test("a collaborator leaves, the songs stay, and the name of who added them goes", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  const { id } = await shared(ada, ben);
  await addSong(ben.id, id, song("His"));
  await leavePlaylist(ben.id, id);
  expect(await getPlaylist(ben.id, id)).toBeUndefined();
  await expect(leavePlaylist(ben.id, id)).rejects.toMatchObject(absent);
  await expect(leavePlaylist(ada.id, id)).rejects.toMatchObject(absent);
  expect(await getPlaylist(ada.id, id)).toMatchObject({
    collaborator: null,
    songs: [{ title: "His", addedBy: null }],
  });
});

test.each(["pass", "block", "delete"])(
  "after a %s the collaborator is out, and back if it is undone",
  async (how) => {
    const [ada, ben] = [await cast("Ada"), await cast("Ben")];
    const { id } = await shared(ada, ben);
    const { id: songId } = await addSong(ben.id, id, song("His"));
    if (how === "pass") await pass(ada, ben);
    if (how === "block")
      await db.insert(block).values({ memberId: ben.id, targetId: ada.id, createdAt: new Date() });
    if (how === "delete") await db.update(member).set({ deletedAt: new Date() }).where(eq(member.id, ada.id));
    expect(await getPlaylist(ben.id, id)).toBeUndefined();
    expect((await listPlaylists(ben.id)).shared).toEqual([]);
    for (const one of [
      addSong(ben.id, id, song("Two")),
      removeSong(ben.id, id, songId),
      leavePlaylist(ben.id, id),
    ])
      await expect(one).rejects.toMatchObject(absent);
    if (how !== "delete") expect((await getPlaylist(ada.id, id))?.collaborator).toBeNull();
    if (how !== "pass") return;
    await matchUp(ada, ben);
    expect(await getPlaylist(ben.id, id)).toMatchObject({ role: "collaborator" });
  },
);

test("the owner puts songs where they want them, in any order of requests", async () => {
  const ada = await cast("Ada");
  const { id } = await addPlaylist(ada.id, typed());
  const ids: Record<string, string> = {};
  for (const title of ["A", "B", "C", "D"]) ids[title] = (await addSong(ada.id, id, song(title))).id;
  const move = (title: string, before: string) => moveSong(ada.id, id, ids[title] ?? "", ids[before] ?? "");
  const order = async () => (await titles(ada, id))?.join("");
  await move("D", "A");
  expect(await order()).toBe("DABC");
  await move("D", "");
  expect(await order()).toBe("ABCD");
  await move("A", "C");
  expect(await order()).toBe("BACD");
  await move("A", "A");
  expect(await order()).toBe("BACD");
  await Promise.all([move("D", "B"), move("C", "D"), move("B", "")]);
  expect((await order())?.split("").sort().join("")).toBe("ABCD");
  await expect(moveSong(ada.id, id, ids.A ?? "", randomUUID())).rejects.toMatchObject(absent);
  await expect(moveSong(ada.id, id, randomUUID(), "")).rejects.toMatchObject(absent);
  const other = await addPlaylist(ada.id, typed());
  await expect(moveSong(ada.id, other.id, ids.A ?? "", "")).rejects.toMatchObject(absent);
});

test("any order is moved as the screen shows it before it is saved", async () => {
  const ada = await cast("Ada");
  const { id } = await addPlaylist(ada.id, typed());
  for (const title of ["A", "B", "C", "D", "E"]) await addSong(ada.id, id, song(title));
  const place = fc.nat({ max: 5 });
  await fc.assert(
    fc.asyncProperty(place, place, async (from, to) => {
      const songs = (await getPlaylist(ada.id, id))?.songs ?? [];
      const [moved, before] = [songs[Math.min(from, 4)], songs[to]];
      if (!moved) return;
      await moveSong(ada.id, id, moved.id, before?.id ?? "");
      const shown = songsAfter(songs, [{ songId: moved.id, verb: "move", before: before?.id ?? "" }]);
      expect(await titles(ada, id)).toEqual(shown.map(({ title }) => title));
    }),
    { numRuns: 40 },
  );
});

test("changes that no longer fit are passed over", () => {
  const songs = [{ id: "a" }, { id: "b" }, { id: "c" }];
  const ids = (changes: Parameters<typeof songsAfter>[1]) => songsAfter(songs, changes).map(({ id }) => id);
  expect(ids([{ songId: "b", verb: "remove" }])).toEqual(["a", "c"]);
  expect(
    ids([
      { songId: "b", verb: "remove" },
      { songId: "c", verb: "move", before: "b" },
      { songId: "x", verb: "remove" },
    ]),
  ).toEqual(["a", "c"]);
});

test("a full playlist says so", async () => {
  const ada = await cast("Ada");
  const { id } = await addPlaylist(ada.id, typed());
  const row = { playlistId: id, addedBy: ada.id, artist: "A", title: "B", album: "", createdAt: new Date() };
  const rows = Array.from({ length: SONGS_MAX }, (_, position) => ({ ...row, id: randomUUID(), position }));
  await db.insert(playlistSong).values(rows);
  await expect(addSong(ada.id, id, song("One more"))).rejects.toMatchObject({
    code: "conflict",
    message: "A playlist holds at most 500 songs.",
  });
});

test("an outside cover is shown to its owner alone", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  const coverImageUrl = "https://covers.example.org/1.jpg";
  const { id } = await shared(ada, ben, { coverImageUrl, isPublic: true });
  expect((await getPlaylist(ada.id, id))?.coverImageUrl).toBe(coverImageUrl);
  expect((await getPlaylist(ben.id, id))?.coverImageUrl).toBeNull();
  expect((await listPlaylists(ben.id)).shared[0]?.coverImageUrl).toBeNull();
});

test("a deleted playlist is gone with its songs", async () => {
  const [ada, ben] = [await cast("Ada"), await cast("Ben")];
  const { id } = await shared(ada, ben);
  await addSong(ben.id, id, song("One"));
  await removePlaylist(ada.id, id);
  expect(await getPlaylist(ada.id, id)).toBeUndefined();
  expect(await db.$count(playlistSong, eq(playlistSong.playlistId, id))).toBe(0);
  await expect(removePlaylist(ada.id, id)).rejects.toMatchObject(absent);
});
