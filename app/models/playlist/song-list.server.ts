// The songs of playlists: a page at a time, and the first ones in lists.
import { db } from "db/client.server";
import type { ImportedSong, PlaylistText } from "db/column-types";
import { playlist, playlistSong } from "db/schema";
import type { Database } from "db/transaction.server";
import { and, asc, desc, eq, gt, inArray, lte, type SQL, sql } from "drizzle-orm";
import { encodeCursor, splitPage } from "~/models/cursor";
import { hideMissingPreviews, previewOf } from "~/models/preview.server";
import {
  type PlaylistDetail,
  type PlaylistDto,
  SONGS_PER_PAGE,
  type SongDto,
  type SongPage,
  songPagePath,
} from "./playlist";
import { canViewPlaylist } from "./playlist-access.server";
import { summaries, toPlaylistDto } from "./playlist-list.server";
import { type SongCursor, songPage } from "./playlist-schema";

/** How many songs of a playlist an API response has, and how many of each in a list of playlists. */
const SONGS_PER_ANSWER = 100;
const SONGS_IN_LISTS = 20;

/** A playlist with a page of its songs, for a member who can view it; `next` leads to the next page. */
export async function getPlaylist(
  memberId: number,
  id: string,
  { after, limit = SONGS_PER_ANSWER }: { after?: SongCursor; limit?: number } = {},
): Promise<(PlaylistDetail & { next?: { cursor: string } }) | undefined> {
  const [[row], rows] = await Promise.all([
    summaries(memberId, and(eq(playlist.id, id), canViewPlaylist(memberId)), 1),
    selectSongs(id, after && gt(playlistSong.position, after.position)).limit(limit + 1),
  ]);
  if (!row) return undefined;
  const { page, next } = splitPage(rows, limit, ({ position }) => ({ position }));
  const summary = toPlaylistDto(row, memberId);
  return {
    ...summary,
    role: row.owner.id === memberId ? "owner" : row.collaborator?.id === memberId ? "collaborator" : "reader",
    songs: await hideMissingPreviews(page.map((song) => toSongDto(song, summary))),
    next,
  };
}

/**
 * A playlist's screen, for a member who can view it: the page that a cursor begins, or the last one if its songs were
 * removed meanwhile.
 */
export async function getPlaylistPage(
  memberId: number,
  id: string,
  asked?: SongCursor,
): Promise<(PlaylistDetail & { page: SongPage }) | undefined> {
  let after = asked;
  let shown = await getPlaylist(memberId, id, { after, limit: SONGS_PER_PAGE });
  if (shown && asked && !shown.songs.length) {
    after = await findPageOf(id, shown.songCount);
    shown = await getPlaylist(memberId, id, { after, limit: SONGS_PER_PAGE });
  }
  if (!shown) return undefined;
  const { next, ...summary } = shown;
  const last = songPage.parse(next ?? {}).cursor;
  const [earlier, offset, later] = await Promise.all([
    after ? selectSongs(id, lte(playlistSong.position, after.position), desc).limit(SONGS_PER_PAGE + 1) : [],
    after
      ? db.$count(
          playlistSong,
          and(eq(playlistSong.playlistId, id), lte(playlistSong.position, after.position)),
        )
      : 0,
    last ? selectSongs(id, gt(playlistSong.position, last.position)).limit(2) : [],
  ]);
  const [before] = earlier;
  const end = earlier[SONGS_PER_PAGE];
  return {
    ...summary,
    page: {
      cursor: after && encodeCursor(after),
      previous: before && { cursor: end && encodeCursor({ position: end.position }) },
      next,
      offset,
      before: before && toSongDto(before, summary),
      after: later.map((song) => toSongDto(song, summary)),
    },
  };
}

/** The content of a playlist's file, for a member who can view the playlist. */
export async function getPlaylistText(memberId: number, id: string): Promise<PlaylistText | undefined> {
  const [[row], songs] = await Promise.all([
    summaries(memberId, and(eq(playlist.id, id), canViewPlaylist(memberId)), 1),
    listSongTexts(id),
  ]);
  return row && { name: row.playlist.name, description: row.playlist.description, songs };
}

/** All songs of a playlist in order, without who added them. */
export function listSongTexts(playlistId: string, on: Database = db): Promise<ImportedSong[]> {
  const { artist, title, album, durationSeconds: duration } = playlistSong;
  return on
    .select({ artist, title, album, duration })
    .from(playlistSong)
    .where(eq(playlistSong.playlistId, playlistId))
    .orderBy(asc(playlistSong.position));
}

/** The URL of the page on which a song stands, scrolled to it. */
export async function songPath(playlistId: string, songId: string): Promise<string> {
  const own = sql`(select position from playlist_song where id = ${songId})`;
  const number = await db.$count(
    playlistSong,
    and(eq(playlistSong.playlistId, playlistId), sql`${playlistSong.position} <= ${own}`),
  );
  const after = await findPageOf(playlistId, number);
  const page = songPagePath(playlistId, after && encodeCursor(after));
  return `${page}#song-${encodeURIComponent(songId)}`;
}

/** Where the page of the song with this number, from 1, begins; undefined on the first page. */
async function findPageOf(playlistId: string, number: number): Promise<SongCursor | undefined> {
  const before = Math.floor((number - 1) / SONGS_PER_PAGE) * SONGS_PER_PAGE;
  if (before <= 0) return undefined;
  const [last] = await selectSongs(playlistId)
    .limit(1)
    .offset(before - 1);
  return last && { position: last.position };
}

function selectSongs(playlistId: string, which?: SQL, order: typeof asc | typeof desc = asc) {
  return db
    .select()
    .from(playlistSong)
    .where(and(eq(playlistSong.playlistId, playlistId), which))
    .orderBy(order(playlistSong.position));
}

/** Names the member who added the song if they are one of the playlist's two and the viewer may know. */
export function toSongDto(
  row: typeof playlistSong.$inferSelect,
  { owner, collaborator }: Pick<PlaylistDto, "owner" | "collaborator">,
): SongDto {
  const { id, artist, title, album, durationSeconds } = row;
  const addedBy = [owner, collaborator].find((one) => one?.id === String(row.addedBy)) ?? null;
  return { id, artist, title, album, duration: durationSeconds, addedBy, ...previewOf({ artist, title }) };
}

/** The playlists with the first songs of each, as the API lists them. `songCount` says how many there are. */
export async function withFirstSongs(
  playlists: PlaylistDto[],
): Promise<(PlaylistDto & { songs: SongDto[] })[]> {
  const last = sql`(select position from playlist_song where playlist_id = ${playlist.id}
    order by position limit 1 offset ${SONGS_IN_LISTS - 1})`;
  const rows = await db
    .select({ song: playlistSong })
    .from(playlist)
    .innerJoin(
      playlistSong,
      and(
        eq(playlistSong.playlistId, playlist.id),
        sql`${playlistSong.position} <= coalesce(${last}, ${Number.MAX_SAFE_INTEGER})`,
      ),
    )
    .where(
      inArray(
        playlist.id,
        playlists.map(({ id }) => id),
      ),
    )
    .orderBy(playlistSong.playlistId, playlistSong.position);
  const songs = new Map<string, SongDto[]>(playlists.map(({ id }) => [id, []]));
  const named = new Map(playlists.map((one) => [one.id, one]));
  for (const { song } of rows) {
    const found = named.get(song.playlistId);
    if (found) songs.get(song.playlistId)?.push(toSongDto(song, found));
  }
  return playlists.map((one) => ({ ...one, songs: songs.get(one.id) ?? [] }));
}
