import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { block, member, notification, outbox, playlist, playlistSong } from "db/schema";
import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, formatDuration } from "~/durations";
import { env } from "~/env.server";
import { listContacts } from "~/models/contact.server";
import { reopenConversation, sayGoodbye } from "~/models/conversation/goodbye.server";
import { addMessage } from "~/models/conversation/message.server";
import { acceptRequest, startConversation } from "~/models/conversation/request.server";
import { decideOn, unmatch } from "~/models/match/decision.server";
import type { Member } from "~/models/member/member.server";
import { listNotifications } from "~/models/notification/notification.server";
import {
  canRemoveSong,
  PLAYLISTS_MAX,
  SONGS_MAX,
  SONGS_PER_PAGE,
  songsAfter,
} from "~/models/playlist/playlist";
import {
  addPlaylist,
  leavePlaylist,
  removePlaylist,
  updatePlaylist,
} from "~/models/playlist/playlist.server";
import {
  getEditablePlaylist,
  getOwnPlaylist,
  getSharedPlaylist,
  listPlaylists,
} from "~/models/playlist/playlist-list.server";
import { playlistInput, songInput, songPage } from "~/models/playlist/playlist-schema";
import { addSong, moveSong, removeSong } from "~/models/playlist/song.server";
import { getPlaylist, getPlaylistPage, songPath } from "~/models/playlist/song-list.server";
import { blockMember, unblockMember } from "~/models/safety/block.server";
import { liftSuspensions } from "~/models/safety/sanctions/sanction.server";
import { ada, addMember, addModerator, ben, freshCast, makeConversation, makeMatch } from "../../cast";
import { changeRows, countRows, rowsOf } from "../../rows";
import { decide, report } from "../safety/cases";

freshCast("ada", "ben");

const absent = { code: "absent" };
const forbidden = { code: "forbidden" };
const typed = (fields: Record<string, unknown> = {}) => playlistInput.parse({ name: "Sundays", ...fields });
const song = (title: string) => songInput.parse({ artist: "Broadcast", title });
const pass = (by: Member, whom: Member) => decideOn(by.id, { targetUserId: whom.id, liked: false });

async function shared(one: Member, other: Member, fields: Record<string, unknown> = {}) {
  await makeMatch(one, other);
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
])("the duration %j is parsed as %j seconds", (duration, seconds) => {
  expect(songInput.parse({ artist: "A", title: "B", duration }).duration).toBe(seconds);
});

test.each(["3:65", "three", -1, 0, 1.5, 86_401, {}])("the duration %j is refused", (duration) => {
  expect(songInput.safeParse({ artist: "A", title: "B", duration }).success).toBe(false);
});

test("durations are shown as minutes and seconds", () => {
  expect([null, 5, 29.9, 65, 3723].map(formatDuration)).toEqual(["--:--", "0:05", "0:29", "1:05", "62:03"]);
});

test("a checkbox can be set by a form or JSON", () => {
  const isPublic = (value: unknown) => typed({ isPublic: value }).isPublic;
  expect(["on", "true", true].map(isPublic)).toEqual([true, true, true]);
  expect(["", "false", false, undefined].map(isPublic)).toEqual([false, false, false, false]);
  expect(playlistInput.safeParse({ name: "A", isPublic: "constructor" }).success).toBe(false);
});

test("a playlist is created once and listed by its owner and its collaborator", async () => {
  const cleo = await addMember("Cleo");
  await makeMatch(ada, ben);
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
  expect(await listPlaylists(cleo.id)).toMatchObject({ own: [], shared: [] });
  await expect(addPlaylist(cleo.id, { ...input, collaboratorId: null })).toBeRefused("conflict");
});

test("different input with a used id is a conflict", async () => {
  const { id } = await addPlaylist(ada.id, typed({ id: randomUUID() }));
  for (const other of [{ name: "Mondays" }, { description: "Slow" }, { isPublic: true }]) {
    await expect(addPlaylist(ada.id, typed({ id, ...other }))).toBeRefused("conflict");
  }
  const sent = { ...song("Once"), id: randomUUID() };
  await addSong(ada.id, id, sent);
  for (const other of [{ title: "Twice" }, { album: "Tender Buttons" }, { duration: 60 }]) {
    await expect(addSong(ada.id, id, { ...sent, ...other })).toBeRefused("conflict");
  }
  expect((await addSong(ada.id, id, sent)).id).toBe(sent.id);
  expect(await titles(ada, id)).toEqual(["Once"]);
});

test("sending the last possible playlist again returns the same one", async () => {
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
  await expect(addPlaylist(ada.id, typed())).toBeRefused("conflict");
});

test("a reader of a public playlist does not see a collaborator blocked in either direction", async () => {
  const [cleo, dan] = [await addMember("Cleo"), await addMember("Dan")];
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

test("only a match or a member who accepted a conversation can collaborate", async () => {
  const cleo = await addMember("Cleo");
  const notContact = {
    code: "invalid",
    fields: { collaboratorId: "Choose someone you've matched or chatted with" },
  };
  const invite = (whom: { id: number }) => addPlaylist(ada.id, typed({ collaboratorId: whom.id }));
  for (const stranger of [cleo, ada, { id: 7 }])
    await expect(invite(stranger)).rejects.toMatchObject(notContact);
  await decideOn(ada.id, { targetUserId: cleo.id, liked: true });
  const { id: request } = await startConversation(ada.id, cleo.id);
  await addMessage(ada.id, request, { content: "Hello" });
  await makeMatch(ada, ben);
  expect(await listContacts(ada.id)).toEqual([{ id: String(ben.id), name: "Ben L." }]);
  expect(await listContacts(cleo.id)).toEqual([]);
  const own = await addPlaylist(ada.id, typed());
  await expect(invite(cleo)).rejects.toMatchObject(notContact);
  await expect(updatePlaylist(ada.id, own.id, typed({ collaboratorId: cleo.id }))).rejects.toMatchObject(
    notContact,
  );
  expect(await listPlaylists(cleo.id)).toMatchObject({ own: [], shared: [] });
  expect((await listNotifications(cleo.id)).notifications.map(({ kind }) => kind)).toEqual(["request"]);
  await acceptRequest(cleo.id, request);
  expect(await invite(cleo)).toMatchObject({ collaboratorId: String(cleo.id) });
  await pass(ben, ada);
  await blockMember(cleo.id, ada.id);
  expect(await listContacts(ada.id)).toEqual([]);
});

test("after a goodbye nobody is invited or hears of a song, and what was shared stays so until it is reopened", async () => {
  const { id: conversationId } = await makeConversation(ada, ben);
  const { id } = await addPlaylist(ben.id, typed({ collaboratorId: ada.id }));
  const own = await addPlaylist(ben.id, typed());
  await sayGoodbye(ada.id, conversationId, { content: "Take care" });
  const closed = {
    code: "invalid",
    fields: { collaboratorId: "Your conversation with this member is closed, so you can't invite them." },
  };
  const invite = () => addPlaylist(ben.id, typed({ name: "Answer me", collaboratorId: ada.id }));
  await expect(invite()).rejects.toMatchObject(closed);
  await expect(updatePlaylist(ben.id, own.id, typed({ collaboratorId: ada.id }))).rejects.toMatchObject(
    closed,
  );
  expect(await listContacts(ben.id)).toEqual([]);
  expect(await listContacts(ben.id, String(ada.id))).toEqual([{ id: String(ada.id), name: "Ada L." }]);
  await updatePlaylist(ben.id, id, typed({ name: "Mondays", collaboratorId: ada.id }));
  expect(await getPlaylist(ada.id, id)).toMatchObject({ name: "Mondays", role: "collaborator" });
  await addSong(ben.id, id, song("Unheard"));
  expect(await titles(ada, id)).toEqual(["Unheard"]);
  const songs = () => countRows(notification, { subjectId: id, kind: "song" });
  expect(await songs()).toBe(0);
  await reopenConversation(ada.id, conversationId);
  await addSong(ben.id, id, song("Heard"));
  expect(await songs()).toBe(1);
  expect(await invite()).toMatchObject({ collaboratorId: String(ada.id) });
});

test("a collaboration from before the two were connected shows nothing to either", async () => {
  await decideOn(ada.id, { targetUserId: ben.id, liked: true });
  const { id: request } = await startConversation(ada.id, ben.id);
  await addMessage(ada.id, request, { content: "Hello" });
  const { id } = await addPlaylist(ada.id, typed());
  await changeRows(playlist, { id }, { collaboratorId: ben.id });
  await addSong(ada.id, id, song("Unasked"));
  expect(await listPlaylists(ben.id)).toMatchObject({ own: [], shared: [] });
  expect(await getPlaylist(ben.id, id)).toBeUndefined();
  expect((await getPlaylist(ada.id, id))?.collaborator).toBeNull();
  expect(await countRows(notification, { subjectId: id })).toBe(0);
});

test("both members add songs, each at the end", async () => {
  const { id } = await shared(ada, ben);
  await addSong(ada.id, id, song("One"));
  await Promise.all(["Two", "Three", "Four"].map((title) => addSong(ben.id, id, song(title))));
  expect((await titles(ada, id))?.[0]).toBe("One");
  const detail = await getPlaylist(ben.id, id);
  expect(detail).toMatchObject({ role: "collaborator", songCount: 4 });
  expect(new Set(detail?.songs.map(({ addedBy }) => addedBy?.firstName))).toEqual(new Set(["Ada", "Ben"]));
});

test("a song sent five times is added once and notifies both members once", async () => {
  const { id } = await shared(ada, ben);
  const before = await countRows(outbox, { reference: id });
  const once = { ...song("Once"), id: randomUUID() };
  await Promise.all([1, 2, 3, 4, 5].map(() => addSong(ben.id, id, once)));
  expect(await titles(ada, id)).toEqual(["Once"]);
  expect((await countRows(outbox, { reference: id })) - before).toBe(2);
  const events = await rowsOf(outbox, { reference: id, recipientId: ada.id });
  expect(events.at(-1)).toMatchObject({ kind: "playlist" });
  await expect(addSong(ada.id, id, once)).toBeRefused("conflict");
});

test("every change to a playlist is published to both members", async () => {
  const { id } = await shared(ada, ben);
  const one = await addSong(ada.id, id, song("One"));
  const two = await addSong(ben.id, id, song("Two"));
  const changes: [string, () => Promise<unknown>][] = [
    ["a moved song", () => moveSong(ada.id, id, two.id, one.id)],
    ["a removed song", () => removeSong(ben.id, id, two.id)],
    ["an edit", () => updatePlaylist(ada.id, id, typed({ collaboratorId: String(ben.id), name: "Mondays" }))],
    ["an end of the collaboration", () => updatePlaylist(ada.id, id, typed())],
    ["a new collaborator", () => updatePlaylist(ada.id, id, typed({ collaboratorId: String(ben.id) }))],
    ["a collaborator who leaves", () => leavePlaylist(ben.id, id)],
    ["a new collaborator again", () => updatePlaylist(ada.id, id, typed({ collaboratorId: String(ben.id) }))],
    ["a removal", () => removePlaylist(ada.id, id)],
  ];
  const isAboutIt = and(eq(outbox.reference, id), eq(outbox.kind, "playlist"));
  for (const [what, change] of changes) {
    await db.delete(outbox).where(isAboutIt);
    await change();
    const events = await db.select({ to: outbox.recipientId }).from(outbox).where(isAboutIt);
    expect(new Set(events.map(({ to }) => to)), what).toEqual(new Set([ada.id, ben.id]));
  }
});

test.each(["hide", "suspend"])(
  "what the owner changes after a decision to %s them is published to nobody else",
  async (kind) => {
    const { id } = await shared(ada, ben);
    const { id: songId } = await addSong(ada.id, id, song("One"));
    await decide(await addModerator("Mia"), await report(ben, ada), { kind });
    await liftSuspensions(new Date(Date.now() + 4 * DAY_MS));
    const isToBen = and(eq(outbox.reference, id), eq(outbox.recipientId, ben.id));
    const before = await db.$count(outbox, isToBen);
    const { id: second } = await addSong(ada.id, id, song("Two"));
    await moveSong(ada.id, id, second, songId);
    await removeSong(ada.id, id, songId);
    await updatePlaylist(ada.id, id, typed({ name: "Mondays" }));
    await removePlaylist(ada.id, id);
    expect(await db.$count(outbox, isToBen)).toBe(before);
  },
);

test("strangers have no access, and readers can only read", async () => {
  const cleo = await addMember("Cleo");
  const { id } = await shared(ada, ben);
  const { id: songId } = await addSong(ada.id, id, song("One"));
  const tries = [
    () => updatePlaylist(cleo.id, id, typed({ name: "Mine" })),
    () => removePlaylist(cleo.id, id),
    () => leavePlaylist(cleo.id, id),
    () => addSong(cleo.id, id, song("Two")),
    () => removeSong(cleo.id, id, songId),
    () => moveSong(cleo.id, id, songId, ""),
  ];
  expect(await getPlaylist(cleo.id, id)).toBeUndefined();
  for (const one of tries) await expect(one()).rejects.toMatchObject(absent);
  await updatePlaylist(ada.id, id, typed({ isPublic: true }));
  expect(await getPlaylist(cleo.id, id)).toMatchObject({ role: "reader", songs: [{ title: "One" }] });
  expect(await listPlaylists(cleo.id)).toMatchObject({ own: [], shared: [] });
  for (const one of tries) await expect(one()).rejects.toMatchObject(forbidden);
  await db.insert(block).values({ memberId: ada.id, targetId: cleo.id, createdAt: new Date() });
  expect(await getPlaylist(cleo.id, id)).toBeUndefined();
  expect(await titles(ada, id)).toEqual(["One"]);
});

test("only the owner can edit, only the collaborator can leave, and both can add songs", async () => {
  const cleo = await addMember("Cleo");
  const { id } = await shared(ada, ben, { isPublic: true });
  const found = async (get: typeof getOwnPlaylist) =>
    Promise.all([ada, ben, cleo].map(async (one) => (await get(one.id, id))?.id));
  expect(await found(getOwnPlaylist)).toEqual([id, undefined, undefined]);
  expect(await found(getSharedPlaylist)).toEqual([undefined, id, undefined]);
  expect(await found(getEditablePlaylist)).toEqual([id, id, undefined]);
});

test("a collaborator can remove their own songs only, and not reorder, edit or delete", async () => {
  const { id } = await shared(ada, ben);
  const hers = await addSong(ada.id, id, song("Hers"));
  const his = await addSong(ben.id, id, song("His"));
  await expect(removeSong(ben.id, id, hers.id)).rejects.toMatchObject(forbidden);
  await expect(moveSong(ben.id, id, his.id, hers.id)).rejects.toMatchObject(forbidden);
  await expect(updatePlaylist(ben.id, id, typed({ name: "Ours" }))).rejects.toMatchObject(forbidden);
  await expect(removePlaylist(ben.id, id)).rejects.toMatchObject(forbidden);
  await removeSong(ben.id, id, his.id);
  await expect(removeSong(ben.id, id, his.id)).rejects.toMatchObject(absent);
  await addSong(ben.id, id, song("His again"));
  const again = (await getPlaylist(ada.id, id))?.songs[1];
  await removeSong(ada.id, id, again?.id ?? "");
  expect(await titles(ada, id)).toEqual(["Hers"]);
  expect(canRemoveSong("collaborator", hers, String(ben.id))).toBe(false);
  expect(canRemoveSong("reader", his, String(ben.id))).toBe(false);
});

test("after a collaborator leaves, their songs stay without their name", async () => {
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

test.each(["unmatch", "block"])("after %s a shared playlist stays its owner's", async (how) => {
  const { id } = await shared(ada, ben);
  const { id: songId } = await addSong(ben.id, id, song("His"));
  if (how === "unmatch") await unmatch(ada.id, ben.id);
  else await blockMember(ben.id, ada.id);
  const expectEnded = async () => {
    expect(await getPlaylist(ben.id, id)).toBeUndefined();
    expect((await listPlaylists(ben.id)).shared).toEqual([]);
    expect(await getPlaylist(ada.id, id)).toMatchObject({ collaborator: null, songs: [{ addedBy: null }] });
    for (const one of [
      () => addSong(ben.id, id, song("Two")),
      () => removeSong(ben.id, id, songId),
      () => leavePlaylist(ben.id, id),
    ])
      await expect(one()).rejects.toMatchObject(absent);
  };
  await expectEnded();
  if (how === "block") await unblockMember(ben.id, ada.id);
  await expectEnded();
});

test("renaming a playlist keeps a collaborator who is away, and tells of one who is gone", async () => {
  const { id } = await shared(ada, ben);
  const leave = (deletedAt: Date | null) => changeRows(member, { id: ben.id }, { deletedAt });
  await leave(new Date());
  expect(await getPlaylist(ada.id, id)).toMatchObject({ collaborator: null });
  await updatePlaylist(ada.id, id, typed({ name: "Mondays" }));
  await leave(null);
  expect(await getPlaylist(ben.id, id)).toMatchObject({ name: "Mondays", role: "collaborator" });
  await unmatch(ben.id, ada.id);
  const stale = typed({ name: "Tuesdays", collaboratorId: ben.id });
  await expect(updatePlaylist(ada.id, id, stale)).rejects.toMatchObject({
    fields: { collaboratorId: "Choose someone you've matched or chatted with" },
  });
  expect(await getPlaylist(ada.id, id)).toMatchObject({ name: "Mondays", collaborator: null });
});

test("members invite as often as they create playlists, and save without inviting as often as they like", async () => {
  const { id } = await shared(ada, ben);
  const choose = (collaboratorId: number | null) => updatePlaylist(ada.id, id, typed({ collaboratorId }));
  env.rateLimits = true;
  try {
    for (let invitation = 1; invitation <= 20; invitation++) {
      await choose(null);
      await choose(ben.id);
      await choose(ben.id);
    }
    await choose(null);
    await expect(choose(ben.id)).toBeRefused("too-many");
    await choose(null);
    await expect(addPlaylist(ada.id, typed())).toBeRefused("too-many");
  } finally {
    env.rateLimits = false;
  }
  expect(await getPlaylist(ada.id, id)).toMatchObject({ collaborator: null });
});

test("an owner who is deleted takes the playlist away until they come back", async () => {
  const { id } = await shared(ada, ben);
  await changeRows(member, { id: ada.id }, { deletedAt: new Date() });
  expect(await getPlaylist(ben.id, id)).toBeUndefined();
  expect((await listPlaylists(ben.id)).shared).toEqual([]);
  for (const one of [() => addSong(ben.id, id, song("Two")), () => leavePlaylist(ben.id, id)])
    await expect(one()).rejects.toMatchObject(absent);
  await changeRows(member, { id: ada.id }, { deletedAt: null });
  expect(await getPlaylist(ben.id, id)).toMatchObject({ role: "collaborator" });
});

test("the owner can move songs to any position, in any order of requests", async () => {
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

test("saved moves match the order the screen predicted", async () => {
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

/** Adds a playlist of numbered songs, "1" and so on. */
async function addLongPlaylist(owner: Member, songs: number) {
  const { id } = await addPlaylist(owner.id, typed());
  const row = { playlistId: id, addedBy: owner.id, artist: "A", album: "", createdAt: new Date() };
  const rows = Array.from({ length: songs }, (_, index) => ({
    ...row,
    id: randomUUID(),
    title: String(index + 1),
    position: index + 1,
  }));
  await db.insert(playlistSong).values(rows);
  return { id, idOf: (number: number) => rows[number - 1]?.id ?? "" };
}

/** A page of a playlist; `cursor` is that of a link. */
async function openPage(who: Member, id: string, page?: { cursor?: string }) {
  const shown = await getPlaylistPage(who.id, id, songPage.parse(page ?? {}).cursor);
  if (!shown) throw new Error("No such playlist");
  return { ...shown.page, titles: shown.songs.map(({ title }) => title), count: shown.songCount };
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

test("a long playlist is shown page by page, with the songs beyond a page's borders", async () => {
  const { id } = await addLongPlaylist(ada, 2 * SONGS_PER_PAGE + 3);
  const first = await openPage(ada, id);
  expect(first).toMatchObject({ titles: numbers(1, SONGS_PER_PAGE), offset: 0, count: 103 });
  expect([first.previous, first.before, first.after.map(({ title }) => title)]).toEqual([
    undefined,
    undefined,
    ["51", "52"],
  ]);
  const second = await openPage(ada, id, first.next);
  expect(second).toMatchObject({ titles: numbers(51, 100), offset: 50, before: { title: "50" } });
  expect((await openPage(ada, id, second.previous)).titles).toEqual(first.titles);
  const last = await openPage(ada, id, second.next);
  expect(last).toMatchObject({ titles: ["101", "102", "103"], offset: 100, after: [], next: undefined });
  expect((await openPage(ada, id, last.previous)).titles).toEqual(second.titles);
});

test("a song moves across a page's border, and every page begins where it began", async () => {
  const { id, idOf } = await addLongPlaylist(ada, 2 * SONGS_PER_PAGE);
  // Removed songs leave gaps between the positions.
  for (const number of [2, 60]) await removeSong(ada.id, id, idOf(number));
  const first = await openPage(ada, id);
  const second = await openPage(ada, id, first.next);
  expect([first.titles.at(-1), second.titles[0]]).toEqual(["51", "52"]);
  await moveSong(ada.id, id, idOf(51), second.after[1]?.id ?? first.after[1]?.id ?? "");
  expect((await openPage(ada, id)).titles.at(-1)).toBe("52");
  expect((await openPage(ada, id, first.next)).titles.slice(0, 2)).toEqual(["51", "53"]);
  await moveSong(ada.id, id, idOf(51), idOf(52));
  expect((await openPage(ada, id)).titles).toEqual(first.titles);
  expect((await openPage(ada, id, first.next)).titles).toEqual(second.titles);
  await moveSong(ada.id, id, idOf(1), "");
  expect((await openPage(ada, id, first.next)).titles).toEqual([...second.titles.slice(1), "1"]);
});

test("any moves keep every song, on pages that begin after as many songs as before", async () => {
  const { id } = await addLongPlaylist(ada, SONGS_PER_PAGE + 5);
  const next = (await openPage(ada, id)).next;
  const place = fc.nat({ max: SONGS_PER_PAGE + 4 });
  await fc.assert(
    fc.asyncProperty(place, place, async (from, to) => {
      const songs = (await getPlaylist(ada.id, id))?.songs ?? [];
      const [moved, before] = [songs[from], songs[to]];
      if (!moved) return;
      await moveSong(ada.id, id, moved.id, before?.id ?? "");
      const shown = songsAfter(songs, [{ songId: moved.id, verb: "move", before: before?.id ?? "" }]);
      const pages = [await openPage(ada, id), await openPage(ada, id, next)];
      expect(pages.flatMap(({ titles }) => titles)).toEqual(shown.map(({ title }) => title));
      expect(pages.map(({ titles }) => titles.length)).toEqual([SONGS_PER_PAGE, 5]);
    }),
    { numRuns: 30 },
  );
});

test("a page whose last song was removed shows the last page", async () => {
  const { id, idOf } = await addLongPlaylist(ada, 2 * SONGS_PER_PAGE + 1);
  const second = await openPage(ada, id, (await openPage(ada, id)).next);
  await removeSong(ada.id, id, idOf(101));
  const shown = await openPage(ada, id, second.next);
  expect(shown).toMatchObject({ titles: numbers(51, 100), offset: 50, next: undefined });
  for (const number of numbers(1, 100)) await removeSong(ada.id, id, idOf(Number(number)));
  expect(await openPage(ada, id, second.next)).toMatchObject({ titles: [], offset: 0, previous: undefined });
});

test("the URL of a song leads to the page on which it stands", async () => {
  const { id, idOf } = await addLongPlaylist(ada, SONGS_PER_PAGE);
  const { id: added } = await addSong(ada.id, id, song("51"));
  expect(await songPath(id, idOf(50))).toBe(`/playlists/${id}#song-${idOf(50)}`);
  const address = new URL(await songPath(id, added), "https://b-side.example");
  expect([address.pathname, address.hash]).toEqual([`/playlists/${id}`, `#song-${added}`]);
  const cursor = address.searchParams.get("cursor") ?? "";
  expect((await openPage(ada, id, { cursor })).titles).toEqual(["51"]);
});

test("changes that no longer apply are skipped", () => {
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

test("a full playlist refuses songs with a message", async () => {
  const { id } = await addPlaylist(ada.id, typed());
  const row = { playlistId: id, addedBy: ada.id, artist: "A", title: "B", album: "", createdAt: new Date() };
  const rows = Array.from({ length: SONGS_MAX }, (_, position) => ({ ...row, id: randomUUID(), position }));
  await db.insert(playlistSong).values(rows);
  await expect(addSong(ada.id, id, song("One more"))).toBeRefused(
    "conflict",
    "A playlist can hold up to 500 songs.",
  );
});

test("a remote cover is shown to its owner only", async () => {
  const coverImageUrl = "https://covers.example.org/1.jpg";
  const { id } = await shared(ada, ben, { coverImageUrl, isPublic: true });
  expect((await getPlaylist(ada.id, id))?.coverImageUrl).toBe(coverImageUrl);
  expect((await getPlaylist(ben.id, id))?.coverImageUrl).toBeNull();
  expect((await listPlaylists(ben.id)).shared[0]?.coverImageUrl).toBeNull();
});

test("deleting a playlist deletes its songs", async () => {
  const { id } = await shared(ada, ben);
  await addSong(ben.id, id, song("One"));
  await removePlaylist(ada.id, id);
  expect(await getPlaylist(ada.id, id)).toBeUndefined();
  expect(await countRows(playlistSong, { playlistId: id })).toBe(0);
  await expect(removePlaylist(ada.id, id)).rejects.toMatchObject(absent);
});
