// The songs of a playlist: added, removed and moved.
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { playlistSong } from "db/schema";
import { holds, type Tx, transaction } from "db/transaction.server";
import { and, asc, eq, not, sql } from "drizzle-orm";
import { msg } from "~/language/text";
import { publish } from "~/live/publish.server";
import { isConnected } from "~/models/access.server";
import { hasClosedConversation, pairOf } from "~/models/pair.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { duplicateIdRefusal, notFoundRefusal, Refusal } from "~/refusal";
import { SONGS_MAX, type SongDto, type SongInput } from "./playlist";
import { findPlaylist, notOwnRefusal, publishPlaylist } from "./playlist.server";
import { canAddSongs, canViewPlaylist, isCollaborator } from "./playlist-access.server";
import { toPlaylistDto } from "./playlist-list.server";
import { toSongDto } from "./song-list.server";

/**
 * Adds a song to the end, for the owner or the collaborator; a repeat with the same id and fields returns the song that was
 * added before. Refuses everybody else (forbidden, absent), more than 500 songs and an id that is taken (conflict), and more
 * than 60 songs a minute (too-many).
 */
export async function addSong(memberId: number, playlistId: string, input: SongInput): Promise<SongDto> {
  await consumeRateLimit("song", memberId);
  const { id = randomUUID(), artist, title, album, duration } = input;
  const fields = { playlistId, addedBy: memberId, artist, title, album, durationSeconds: duration };
  return transaction(async (tx) => {
    const open = await findPlaylist(tx, memberId, playlistId, canAddSongs(memberId));
    const [existing] = await tx.select().from(playlistSong).where(eq(playlistSong.id, id));
    const { id: _, position: __, createdAt: ___, ...saved } = existing ?? {};
    if (existing && isDeepStrictEqual(saved, fields))
      return toSongDto(existing, toPlaylistDto(open, memberId));
    if (open.songCount >= SONGS_MAX)
      throw new Refusal("conflict", msg("A playlist can hold up to {max} songs.", { max: SONGS_MAX }));
    if (existing) throw duplicateIdRefusal();
    const end = sql<number>`coalesce((select max(position) from playlist_song where playlist_id = ${playlistId}), 0) + 1`;
    const row = { ...fields, id, position: end, createdAt: new Date() };
    const [added] = await tx.insert(playlistSong).values(row).returning();
    if (!added) throw new Error("The song has not been added");
    await publishPlaylist(tx, open);
    const { ownerId, collaboratorId } = open.playlist;
    const otherId = ownerId === memberId ? collaboratorId : ownerId;
    if (otherId !== null && (await isNotified(tx, memberId, otherId)))
      await publish(tx, "song", { playlistId, memberId: otherId });
    return toSongDto(added, toPlaylistDto(open, memberId));
  });
}

/** Whether the other of a playlist's two members is notified of a song; not after a goodbye, which asks for quiet. */
async function isNotified(tx: Tx, memberId: number, otherId: number): Promise<boolean> {
  const pair = pairOf(memberId, otherId);
  return holds(tx, sql`(${isConnected(pair)} and ${not(hasClosedConversation(pair))})`);
}

/** Removes a song, for the owner or the collaborator who added it. Refuses everybody else (forbidden, absent). */
export async function removeSong(memberId: number, playlistId: string, songId: string): Promise<void> {
  await transaction(async (tx) => {
    const found = await findPlaylist(tx, memberId, playlistId, canViewPlaylist(memberId));
    const isIn = and(eq(playlistSong.id, songId), eq(playlistSong.playlistId, playlistId));
    const [song] = await tx.select().from(playlistSong).where(isIn);
    if (!song) throw notFoundRefusal();
    if (found.playlist.ownerId !== memberId) {
      await findPlaylist(tx, memberId, playlistId, isCollaborator(memberId));
      if (song.addedBy !== memberId) throw notOwnRefusal();
    }
    await tx.delete(playlistSong).where(eq(playlistSong.id, songId));
    await publishPlaylist(tx, found);
  });
}

/**
 * Moves a song before another one, or with a blank to the end, for the owner. The same positions are dealt out anew, so that
 * every page begins after as many songs as before. Refuses everybody else (forbidden, absent) and absent songs (absent).
 */
export async function moveSong(
  memberId: number,
  playlistId: string,
  songId: string,
  before: string,
): Promise<void> {
  await transaction(async (tx) => {
    const found = await findPlaylist(tx, memberId, playlistId, canViewPlaylist(memberId));
    const songs = await tx
      .select({ id: playlistSong.id, position: playlistSong.position })
      .from(playlistSong)
      .where(eq(playlistSong.playlistId, playlistId))
      .orderBy(asc(playlistSong.position));
    const has = (id: string) => songs.some((song) => song.id === id);
    if (!has(songId)) throw notFoundRefusal();
    if (found.playlist.ownerId !== memberId) throw notOwnRefusal();
    if (before !== "" && !has(before)) throw notFoundRefusal();
    const ids = songs.map(({ id }) => id);
    const moved = before === songId ? ids : moveBefore(ids, songId, before);
    const changed = moved.flatMap((id, index) => {
      const position = songs[index]?.position;
      return songs[index]?.id === id ? [] : [{ id, position }];
    });
    // In one statement: on a server each takes a round trip.
    await tx.run(sql`update playlist_song set position = moved.value ->> 'position'
      from json_each(${JSON.stringify(changed)}) moved where playlist_song.id = moved.value ->> 'id'`);
    await publishPlaylist(tx, found);
  });
}

/** A list with `id` before another one, or with a blank at the end. */
function moveBefore(ids: string[], id: string, before: string): string[] {
  const rest = ids.filter((each) => each !== id);
  const at = before === "" ? rest.length : rest.indexOf(before);
  return [...rest.slice(0, at), id, ...rest.slice(at)];
}
