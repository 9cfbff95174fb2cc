// The songs of a playlist: added, removed and moved.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { rowIf } from "db/row-if.server";
import { playlist, playlistSong } from "db/schema";
import { and, eq, exists, lt, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { isConnected, pairInStatement } from "~/models/match/connection-end.server";
import { insertNotifications } from "~/models/notification/notification-rows.server";
import { consumeRateLimit } from "~/models/shared/rate-limit.server";
import { duplicateIdRefusal, Refusal } from "~/refusal";
import { SONGS_MAX, type SongDto, type SongInput } from "./playlist";
import {
  canAddSongs,
  countSongs,
  enqueuePlaylistEvent,
  isCollaborator,
  isOwner,
  notifyPlaylistMembers,
  refusalFor,
  summaries,
  toPlaylistDto,
  toSongDto,
} from "./playlist.server";

const one = { one: sql`1` };
const isChanged = sql`changes() > 0`;

/**
 * Adds a song to the end, for the owner or the collaborator; a repeat with the same id and fields returns the song that was
 * added before. Refuses everybody else (forbidden, absent), more than 500 songs and an id that is taken (conflict), and more
 * than 60 songs a minute (too-many).
 */
export async function addSong(memberId: number, playlistId: string, input: SongInput): Promise<SongDto> {
  await consumeRateLimit("song", memberId);
  const id = input.id ?? randomUUID();
  const { artist, title, album, duration } = input;
  const isSame = and(
    eq(playlistSong.id, id),
    eq(playlistSong.playlistId, playlistId),
    eq(playlistSong.addedBy, memberId),
    eq(playlistSong.artist, artist),
    eq(playlistSong.title, title),
    eq(playlistSong.album, album),
    sql`${playlistSong.durationSeconds} is ${duration}`,
  );
  const canAdd = and(eq(playlist.id, playlistId), canAddSongs(memberId));
  const songCount = countSongs(playlistId);
  const row = {
    id,
    playlistId,
    addedBy: memberId,
    artist,
    title,
    album,
    durationSeconds: duration,
    position: sql`coalesce((select max(position) from playlist_song where playlist_id = ${playlistId}), 0) + 1`,
    createdAt: new Date(),
  };
  const [, , , [stored], [open]] = await db.batch([
    db
      .insert(playlistSong)
      .select(
        rowIf(
          playlistSong,
          row,
          and(exists(db.select(one).from(playlist).where(canAdd)), lt(songCount, SONGS_MAX)),
        ),
      )
      .onConflictDoNothing(),
    enqueuePlaylistEvent(playlistId, isChanged),
    insertNotifications("song", {
      to: sql`${playlist.ownerId} + ${playlist.collaboratorId} - ${memberId}`,
      subjectId: playlist.id,
      from: sql`${playlist}`,
      where: and(
        eq(playlist.id, playlistId),
        isConnected(pairInStatement(playlist.ownerId, playlist.collaboratorId)),
        isChanged,
      ),
    }),
    db.select().from(playlistSong).where(isSame),
    summaries(memberId, canAdd, 1),
  ]);
  if (open && stored) {
    notifyPlaylistMembers(open);
    return toSongDto(stored, toPlaylistDto(open, memberId));
  }
  if (!open) throw await refusalFor(memberId, playlistId);
  if (open.songCount >= SONGS_MAX)
    throw new Refusal("conflict", `A playlist can hold up to ${SONGS_MAX} songs.`);
  throw duplicateIdRefusal();
}

/** Removes a song, for the owner or the collaborator who added it. Refuses everybody else (forbidden, absent). */
export async function removeSong(memberId: number, playlistId: string, songId: string) {
  const isIn = (who: SQL | undefined) =>
    exists(
      db
        .select(one)
        .from(playlist)
        .where(and(eq(playlist.id, playlistId), who)),
    );
  const [removed, , [row]] = await db.batch([
    db
      .delete(playlistSong)
      .where(
        and(
          eq(playlistSong.id, songId),
          eq(playlistSong.playlistId, playlistId),
          or(
            isIn(isOwner(memberId)),
            and(isIn(isCollaborator(memberId)), eq(playlistSong.addedBy, memberId)),
          ),
        ),
      )
      .returning({ id: playlistSong.id }),
    enqueuePlaylistEvent(playlistId, isChanged),
    summaries(memberId, eq(playlist.id, playlistId), 1),
  ]);
  if (!removed.length) throw await refusalFor(memberId, playlistId, songId);
  if (row) notifyPlaylistMembers(row);
}

/**
 * Moves a song before another one, or with a blank to the end, for the owner. The songs share out the positions that there
 * were, so that every page begins after as many songs as before.
 * Refuses everybody else (forbidden, absent) and absent songs (absent).
 */
export async function moveSong(memberId: number, playlistId: string, songId: string, before: string) {
  const [moving, target] = [alias(playlistSong, "moving"), alias(playlistSong, "target")];
  const isTarget = and(eq(target.id, before), eq(target.playlistId, playlistId));
  const targetPosition = sql`(select ${target.position} from ${playlistSong} target where ${isTarget})`;
  const isMoving = eq(playlistSong.id, songId);
  const ranked = db
    .select({
      id: playlistSong.id,
      rank: sql<number>`row_number() over (order by
        ${isMoving} and ${before} = '',
        case when ${isMoving} then coalesce(${targetPosition}, ${playlistSong.position}) else ${playlistSong.position} end,
        not ${isMoving})`.as("rank"),
    })
    .from(playlistSong)
    .where(eq(playlistSong.playlistId, playlistId))
    .as("ranked");
  const places = db
    .select({
      to: sql<number>`${playlistSong.position}`.as("to"),
      place: sql<number>`row_number() over (order by ${playlistSong.position})`.as("place"),
    })
    .from(playlistSong)
    .where(eq(playlistSong.playlistId, playlistId))
    .as("places");
  const [moved, , [row]] = await db.batch([
    db
      .update(playlistSong)
      .set({ position: sql`${places.to}` })
      .from(ranked)
      .innerJoin(places, eq(places.place, ranked.rank))
      .where(
        and(
          eq(playlistSong.id, ranked.id),
          or(isMoving, sql`${playlistSong.position} <> ${places.to}`),
          eq(playlistSong.playlistId, playlistId),
          exists(
            db
              .select(one)
              .from(moving)
              .where(and(eq(moving.id, songId), eq(moving.playlistId, playlistId))),
          ),
          or(sql`${before} = ''`, exists(db.select(one).from(target).where(isTarget))),
          exists(
            db
              .select(one)
              .from(playlist)
              .where(and(eq(playlist.id, playlistId), isOwner(memberId))),
          ),
        ),
      )
      .returning({ id: playlistSong.id }),
    enqueuePlaylistEvent(playlistId, isChanged),
    summaries(memberId, eq(playlist.id, playlistId), 1),
  ]);
  if (!moved.length) throw await refusalFor(memberId, playlistId, songId);
  if (row) notifyPlaylistMembers(row);
}
