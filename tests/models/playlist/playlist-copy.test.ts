// Copies of playlists: who can make one, and what is in it.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { playlist } from "db/schema";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Member } from "~/models/member/member.server";
import { PLAYLISTS_MAX } from "~/models/playlist/playlist";
import { addPlaylist, removePlaylist } from "~/models/playlist/playlist.server";
import { copyPlaylist } from "~/models/playlist/playlist-copy.server";
import { listPlaylists } from "~/models/playlist/playlist-list.server";
import { playlistInput, songInput } from "~/models/playlist/playlist-schema";
import { addSong } from "~/models/playlist/song.server";
import { getPlaylist } from "~/models/playlist/song-list.server";
import { blockMember } from "~/models/safety/block.server";
import { addMember, makeMatch } from "../../cast";

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
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
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
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const id = await addList(ada, { isPublic: true });
  const sent = { id: randomUUID(), name: "Mine" };
  const copies = await Promise.all([1, 2, 3].map(() => copyPlaylist(ben.id, id, sent)));
  expect(copies).toMatchObject([sent, sent, sent]);
  expect((await listPlaylists(ben.id)).counts.own).toBe(1);
  await expect(copyPlaylist(ben.id, id, { ...sent, name: "Other" })).rejects.toMatchObject({
    code: "conflict",
  });
});

test("a collaborator copies a shared playlist, and the owner their own", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  await makeMatch(ada, ben);
  const id = await addList(ada, { collaboratorId: String(ben.id) });
  expect(await copyPlaylist(ben.id, id, {})).toMatchObject({ songCount: 2, collaborator: null });
  expect(await copyPlaylist(ada.id, id, { name: "Again" })).toMatchObject({ name: "Again", songCount: 2 });
});

test("who can't see a playlist can't copy it", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const hidden = await addList(ada);
  await expect(copyPlaylist(ben.id, hidden, {})).rejects.toMatchObject(absent);
  await expect(copyPlaylist(ben.id, randomUUID(), {})).rejects.toMatchObject(absent);
  const open = await addList(ada, { isPublic: true });
  await db.update(playlist).set({ removedAt: new Date() }).where(eq(playlist.id, open));
  await expect(copyPlaylist(ben.id, open, {})).rejects.toMatchObject(absent);
  const blocked = await addList(ada, { isPublic: true });
  await blockMember(ada.id, ben.id);
  await expect(copyPlaylist(ben.id, blocked, {})).rejects.toMatchObject(absent);
  expect((await listPlaylists(ben.id)).counts.own).toBe(0);
});

test("a full shelf takes no copy", async () => {
  const [ada, ben] = [await addMember("Ada"), await addMember("Ben")];
  const id = await addList(ada, { isPublic: true });
  const row = { ownerId: ben.id, name: "A", description: "", isPublic: false, createdAt: new Date() };
  const rows = Array.from({ length: PLAYLISTS_MAX }, () => ({ ...row, id: randomUUID() }));
  await db.insert(playlist).values(rows);
  await expect(copyPlaylist(ben.id, id, {})).rejects.toMatchObject({ code: "conflict" });
});
