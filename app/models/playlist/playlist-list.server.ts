// Playlists and their songs as members read them.
import { db } from "db/client.server";
import { hasRow } from "db/has-row.server";
import { member, playlist, playlistSong } from "db/schema";
import type { Database } from "db/transaction.server";
import { and, asc, desc, eq, gt, inArray, lte, type SQL, sql } from "drizzle-orm";
import { canSee, mayStillMeet } from "~/models/availability.server";
import { encodeCursor, splitPage, type TimedCursor } from "~/models/cursor";
import { isPending } from "~/models/picture/picture.server";
import { coverUrl, visiblePictureUrl } from "~/models/picture-url";
import { hideMissingPreviews, previewOf } from "~/models/preview.server";
import {
  PLAYLISTS_PER_PAGE,
  type PlaylistDetail,
  type PlaylistDto,
  SONGS_PER_PAGE,
  type SongDto,
  type SongPage,
  songPagePath,
} from "./playlist";
import {
  canAddSongs,
  canViewPlaylist,
  collaborator,
  isCollaborator,
  isOwner,
  isShownCollaborator,
  owner,
} from "./playlist-access.server";
import { type PlaylistCursors, type SongCursor, songPage } from "./playlist-list-schema";

/** How many songs of a playlist the API answers at once, and how many of each in a list of playlists. */
const SONGS_PER_ANSWER = 100;

const SONGS_IN_LISTS = 20;

const newestFirst = [desc(playlist.createdAt), desc(playlist.id)];

/**
 * A page of a member's own playlists and of those shared with them, newest first. `next` has the cursors of the lists that go
 * on, and `last` those of each list's last row.
 */
export async function listPlaylists(memberId: number, after: PlaylistCursors = {}) {
  const [own, shared] = await Promise.all([
    listSection(memberId, isOwner(memberId), after.own),
    listSection(memberId, isCollaborator(memberId), after.shared),
  ]);
  return {
    own: own.playlists,
    shared: shared.playlists,
    counts: { own: own.count, shared: shared.count },
    next: { own: own.next, shared: shared.next },
    last: { own: own.last, shared: shared.last },
  };
}

async function listSection(memberId: number, which: SQL | undefined, after: TimedCursor | undefined) {
  const isOlder = after && sql`(${playlist.createdAt}, ${playlist.id}) < (${after.at}, ${after.id})`;
  // Only the songs of those on the page are counted.
  const ids = db
    .select({ id: playlist.id })
    .from(playlist)
    .where(and(which, isOlder))
    .orderBy(...newestFirst)
    .limit(PLAYLISTS_PER_PAGE + 1);
  const [rows, count] = await Promise.all([
    summaries(memberId, inArray(playlist.id, ids), PLAYLISTS_PER_PAGE + 1),
    db.$count(playlist, which),
  ]);
  const cursorOf = ({ playlist: { createdAt, id } }: Summary) => ({ at: createdAt.getTime(), id });
  const { page, next } = splitPage(rows, PLAYLISTS_PER_PAGE, cursorOf);
  const last = page.at(-1);
  return {
    playlists: page.map((row) => toPlaylistDto(row, memberId)),
    count,
    next: next?.cursor,
    last: last && encodeCursor(cursorOf(last)),
  };
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

/** The public playlists on a member's page, newest first, if the member shows them and the viewer can see the member. */
export async function listShownPlaylists(
  viewerId: number,
  ownerId: number,
  limit: number,
): Promise<PlaylistDto[]> {
  const isShown = hasRow(member, and(canSee(viewerId, ownerId), eq(member.showsCollection, true)));
  const which = and(isOwner(ownerId), eq(playlist.isPublic, true), isShown);
  return (await summaries(viewerId, which, limit)).map((row) => toPlaylistDto(row, viewerId));
}

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

/** A playlist to edit or delete, for its owner. */
export async function getOwnPlaylist(memberId: number, id: string): Promise<PlaylistDto | undefined> {
  return getSummary(memberId, id, isOwner(memberId));
}

/** A playlist to leave, for its collaborator. */
export async function getSharedPlaylist(memberId: number, id: string): Promise<PlaylistDto | undefined> {
  return getSummary(memberId, id, isCollaborator(memberId));
}

/** A playlist to add songs to, for its owner or collaborator. */
export async function getEditablePlaylist(memberId: number, id: string): Promise<PlaylistDto | undefined> {
  return getSummary(memberId, id, canAddSongs(memberId));
}

async function getSummary(memberId: number, id: string, permission: SQL | undefined) {
  const [row] = await summaries(memberId, and(eq(playlist.id, id), permission), 1);
  return row && toPlaylistDto(row, memberId);
}

/** Playlists as a viewer sees them: without collaborators whom the viewer knows to be gone. */
export function summaries(viewerId: number, which: SQL | undefined, limit: number, on: Database = db) {
  return on
    .select({
      playlist,
      owner: { id: owner.id, firstName: owner.firstName },
      collaborator: { id: collaborator.id, firstName: collaborator.firstName },
      songCount: countSongs(playlist.id),
      isCoverPending: isPending(playlist.pictureId),
    })
    .from(playlist)
    .innerJoin(owner, eq(owner.id, playlist.ownerId))
    .leftJoin(collaborator, and(isShownCollaborator(), mayStillMeet(viewerId, collaborator.id)))
    .where(which)
    .orderBy(...newestFirst)
    .limit(limit);
}

/** How many songs a playlist has. */
function countSongs(playlistId: string | typeof playlist.id): SQL<number> {
  return sql<number>`(select count(*) from ${playlistSong} where ${eq(playlistSong.playlistId, playlistId)})`;
}

/** A playlist's row, with the names of both members and its number of songs. */
export type Summary = Awaited<ReturnType<typeof summaries>>[number];

/** A playlist as one of its viewers reads it. */
export function toPlaylistDto(row: Summary, viewerId: number): PlaylistDto {
  const { id, name, description, isPublic, createdAt, ownerId } = row.playlist;
  const isOwn = ownerId === viewerId;
  return {
    id,
    name,
    description,
    ownerId: String(ownerId),
    owner: { ...row.owner, id: String(row.owner.id) },
    collaboratorId: row.collaborator && String(row.collaborator.id),
    collaborator: row.collaborator && { ...row.collaborator, id: String(row.collaborator.id) },
    isPublic,
    coverImageUrl: isOwn || !row.isCoverPending ? visiblePictureUrl(coverUrl(row.playlist), isOwn) : null,
    songCount: row.songCount,
    createdAt: createdAt.toISOString(),
  };
}

/** Names the member who added the song if they are one of the playlist's, as the viewer may know them. */
export function toSongDto(
  row: typeof playlistSong.$inferSelect,
  { owner, collaborator }: Pick<PlaylistDto, "owner" | "collaborator">,
): SongDto {
  const { id, artist, title, album, durationSeconds } = row;
  const addedBy = [owner, collaborator].find((one) => one?.id === String(row.addedBy)) ?? null;
  return { id, artist, title, album, duration: durationSeconds, addedBy, ...previewOf({ artist, title }) };
}
