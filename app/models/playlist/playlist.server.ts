// Playlists: each has an owner, may have a collaborator, and may be public.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import type { Given } from "db/prepared.server";
import { rowIf } from "db/row-if.server";
import { member, outbox, playlist, playlistSong } from "db/schema";
import { and, asc, desc, eq, exists, gt, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { eventColumns, notify } from "~/live/outbox.server";
import { isConnected, pairInStatement } from "~/models/match/connection-end.server";
import { hasContact, isContact } from "~/models/match/contact.server";
import { insertNotifications } from "~/models/notification/notification-rows.server";
import { coverKeys, coverUrl, visiblePictureUrl } from "~/models/picture/picture";
import {
  canUsePicture,
  deletePicture,
  isPending,
  rejectRemovedPicture,
  removedPictureRefusal,
} from "~/models/picture/picture.server";
import { canMeet, mayStillMeet } from "~/models/safety/block.server";
import { canSee, isVisibleTo } from "~/models/safety/visibility.server";
import { encodeCursor, splitPage, type TimedCursor } from "~/models/shared/cursor";
import { consumeRateLimit } from "~/models/shared/rate-limit.server";
import { rejectStale, versionOf } from "~/models/shared/version.server";
import { duplicateIdRefusal, notFoundRefusal, Refusal } from "~/refusal";
import {
  PLAYLISTS_MAX,
  PLAYLISTS_PER_PAGE,
  type PlaylistDetail,
  type PlaylistDto,
  type PlaylistInput,
  SONGS_PER_PAGE,
  type SongDto,
  type SongPage,
  songPageAddress,
} from "./playlist";
import { type PlaylistCursors, type SongCursor, songPage } from "./playlist-list-schema";

/** How many songs of a playlist the API answers at once, and how many of each in a list of playlists. */
const SONGS_PER_ANSWER = 100;
const SONGS_IN_LISTS = 20;

const one = { one: sql`1` };

const newestFirst = [desc(playlist.createdAt), desc(playlist.id)];

const owner = alias(member, "owner");
const collaborator = alias(member, "collaborator");

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
  const isShown = exists(
    db
      .select(one)
      .from(member)
      .where(and(canSee(viewerId, ownerId), eq(member.showsCollection, true))),
  );
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
    songs: page.map((song) => toSongDto(song, summary)),
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
export async function songAddress(playlistId: string, songId: string): Promise<string> {
  const own = sql`(select position from playlist_song where id = ${songId})`;
  const number = await db.$count(
    playlistSong,
    and(eq(playlistSong.playlistId, playlistId), sql`${playlistSong.position} <= ${own}`),
  );
  const after = await findPageOf(playlistId, number);
  const page = songPageAddress(playlistId, after && encodeCursor(after));
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

/**
 * Creates a playlist; a repeat with the same id and fields returns the playlist that was created before.
 * Refuses a collaborator who is not a contact, a cover that the member has not uploaded (invalid), more than 200 playlists
 * and an id that is taken (conflict), and more than 20 playlists an hour (too-many).
 */
export async function addPlaylist(memberId: number, input: PlaylistInput): Promise<PlaylistDto> {
  await consumeRateLimit("playlist", memberId);
  const id = input.id ?? randomUUID();
  const same = summaries(memberId, and(eq(playlist.id, id), isOwner(memberId), hasFields(input)), 1);
  const [existing] = await same;
  if (existing) return toPlaylistDto(existing, memberId);
  if ((await db.$count(playlist, eq(playlist.ownerId, memberId))) >= PLAYLISTS_MAX)
    throw new Refusal("conflict", `You can have up to ${PLAYLISTS_MAX} playlists.`);
  const { coverImageUrl, ...fields } = input;
  const row = { ...fields, ...coverKeys(coverImageUrl), id, ownerId: memberId, createdAt: new Date() };
  const [, , , [stored]] = await db.batch([
    db
      .insert(playlist)
      .select(
        rowIf(
          playlist,
          row,
          and(canUsePicture(memberId, row.pictureId), canInvite(memberId, input.collaboratorId)),
        ),
      )
      .onConflictDoNothing(),
    enqueuePlaylistEvent(id, sql`changes() > 0`),
    insertInvitation(id, input.collaboratorId, sql`changes() > 0`),
    same,
  ]);
  if (!stored) {
    await rejectNonContact(memberId, input.collaboratorId);
    await rejectRemovedPicture(memberId, row.pictureId, "coverImageUrl");
    throw duplicateIdRefusal();
  }
  notifyPlaylistMembers(stored);
  return toPlaylistDto(stored, memberId);
}

/** The version of a playlist, as the form that edits it was opened. */
export function playlistVersion(saved: PlaylistDto): string {
  return versionOf(editedFields(saved));
}

function editedFields({ name, description, collaboratorId, isPublic, coverImageUrl }: PlaylistDto) {
  return { name, description, collaboratorId, isPublic, coverImageUrl };
}

/**
 * Changes an owner's playlist. No collaborator keeps one whom the owner can't see at present.
 * Refuses a form that was opened at another `version` (conflict), a collaborator who is not a contact, a cover that the
 * member has not uploaded (invalid), and another member's
 * playlist (forbidden, or absent if they cannot view it).
 */
export async function updatePlaylist(
  memberId: number,
  id: string,
  input: PlaylistInput,
  version?: string,
): Promise<PlaylistDto> {
  const { id: _, coverImageUrl, ...fields } = input;
  const change = { ...fields, ...coverKeys(coverImageUrl) };
  const isMine = and(eq(playlist.id, id), isOwner(memberId));
  const [saved] = await summaries(memberId, isMine, 1);
  if (!saved) throw await refusalFor(memberId, id);
  const { collaboratorId } = change;
  rejectStale(
    version,
    editedFields(toPlaylistDto(saved, memberId)),
    { ...input, collaboratorId: collaboratorId === null ? null : String(collaboratorId) },
    {
      collaboratorId: (id) => (id === null ? "no one" : (saved.collaborator?.firstName ?? "no one")),
      coverImageUrl: (url) => (url ? "another cover" : "no cover"),
    },
  );
  const canUpdate = and(
    isMine,
    canUsePicture(memberId, change.pictureId),
    canInvite(memberId, collaboratorId),
  );
  const [[before], , , [changed], , [stored]] = await db.batch([
    summaries(memberId, isMine, 1),
    // Notifies a former collaborator too, who no longer has the playlist.
    enqueuePlaylistEvent(id, canUpdate),
    insertInvitation(
      id,
      collaboratorId,
      and(canUpdate, sql`${playlist.collaboratorId} is not ${collaboratorId}`),
    ),
    db
      .update(playlist)
      .set({
        ...change,
        collaboratorId:
          collaboratorId ?? sql`case when not ${hasShownCollaborator()} then ${playlist.collaboratorId} end`,
      })
      .where(canUpdate)
      .returning({ id: playlist.id }),
    enqueuePlaylistEvent(id, canUpdate),
    summaries(memberId, isMine, 1),
  ]);
  if (!before || !stored) throw await refusalFor(memberId, id);
  if (!changed) {
    await rejectNonContact(memberId, collaboratorId);
    throw removedPictureRefusal("coverImageUrl");
  }
  notifyPlaylistMembers(before);
  notifyPlaylistMembers(stored);
  await deletePicture(memberId, before.playlist.pictureId);
  return toPlaylistDto(stored, memberId);
}

/** Deletes an owner's playlist. Refuses another member's (forbidden, absent). */
export async function removePlaylist(memberId: number, id: string) {
  const isMine = and(eq(playlist.id, id), isOwner(memberId));
  const [[row], , removed] = await db.batch([
    summaries(memberId, isMine, 1),
    enqueuePlaylistEvent(id, isOwner(memberId)),
    db.delete(playlist).where(isMine).returning({ id: playlist.id }),
  ]);
  if (!row || !removed.length) throw await refusalFor(memberId, id);
  notifyPlaylistMembers(row);
  await deletePicture(memberId, row.playlist.pictureId);
}

/** Removes the collaborator at their own request. Refuses everybody else (forbidden, absent). */
export async function leavePlaylist(memberId: number, id: string) {
  const isShared = and(eq(playlist.id, id), isCollaborator(memberId));
  const [[row], , left] = await db.batch([
    summaries(memberId, isShared, 1),
    enqueuePlaylistEvent(id, isCollaborator(memberId)),
    db.update(playlist).set({ collaboratorId: null }).where(isShared).returning({ id: playlist.id }),
  ]);
  if (!row || !left.length) throw await refusalFor(memberId, id);
  notifyPlaylistMembers(row);
}

/** A playlist has the fields of an input. Covers may differ, because a repeated upload is a new picture. */
function hasFields({ name, description, isPublic, collaboratorId }: PlaylistInput): SQL | undefined {
  return and(
    eq(playlist.name, name),
    eq(playlist.description, description),
    eq(playlist.isPublic, isPublic),
    sql`${playlist.collaboratorId} is ${collaboratorId}`,
  );
}

export function isOwner(memberId: Given<number>): SQL | undefined {
  return and(eq(playlist.ownerId, memberId), isNull(playlist.removedAt));
}

/** True for the collaborator, as long as the owner is a member and the two are connected. */
export function isCollaborator(memberId: Given<number>): SQL | undefined {
  return and(
    eq(playlist.collaboratorId, memberId),
    isNull(playlist.removedAt),
    isMember(playlist.ownerId),
    canMeet(playlist.ownerId, memberId),
    isConnected(pairInStatement(playlist.ownerId, memberId)),
  );
}

/** True for the owner and the collaborator. */
export function canAddSongs(memberId: Given<number>): SQL | undefined {
  return or(isOwner(memberId), isCollaborator(memberId));
}

/** True for the owner, the collaborator, and if it is public for everyone who can see its owner. */
export function canViewPlaylist(memberId: number): SQL | undefined {
  const owner = db
    .select(one)
    .from(member)
    .where(and(eq(member.id, playlist.ownerId), isVisibleTo(memberId)));
  return or(
    isOwner(memberId),
    isCollaborator(memberId),
    and(eq(playlist.isPublic, true), isNull(playlist.removedAt), exists(owner)),
  );
}

function isMember(id: typeof playlist.ownerId): SQL {
  return exists(
    db
      .select(one)
      .from(member)
      .where(and(eq(member.id, id), isNull(member.withdrawnAt))),
  );
}

/** True for playlists whose collaborator their owner can see. */
function hasShownCollaborator(): SQL {
  return exists(db.select(one).from(collaborator).where(isShownCollaborator()));
}

/** The join of `collaborator`: of playlists whose owner is connected with them. */
function isShownCollaborator(): SQL | undefined {
  return and(
    eq(collaborator.id, playlist.collaboratorId),
    isNull(collaborator.withdrawnAt),
    canMeet(playlist.ownerId, collaborator.id),
    isConnected(pairInStatement(playlist.ownerId, collaborator.id)),
  );
}

/** Playlists as a viewer sees them: without collaborators whom the viewer knows to be gone. */
export function summaries(viewerId: number, which: SQL | undefined, limit: number) {
  return db
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
export function countSongs(playlistId: string | typeof playlist.id): SQL<number> {
  return sql<number>`(select count(*) from ${playlistSong} where ${eq(playlistSong.playlistId, playlistId)})`;
}

type Summary = Awaited<ReturnType<typeof summaries>>[number];

/** The statement that notifies the owner and the collaborator of a change, for the batch that makes it. */
export function enqueuePlaylistEvent(playlistId: string, when: SQL | undefined) {
  return db.insert(outbox).select(
    db
      .select(eventColumns(member.id, "playlist", playlist.id))
      .from(playlist)
      .innerJoin(member, or(eq(member.id, playlist.ownerId), eq(member.id, playlist.collaboratorId)))
      .where(and(eq(playlist.id, playlistId), when)),
  );
}

/** The statement that notifies a member who is invited to a playlist, if anybody is, for the batch of the change. */
function insertInvitation(playlistId: string, invitedId: number | null, condition: SQL | undefined) {
  return insertNotifications("invitation", {
    to: sql`${invitedId}`,
    subjectId: playlist.id,
    from: sql`${playlist}`,
    where: and(eq(playlist.id, playlistId), sql`${invitedId} is not null`, condition),
  });
}

/** Wakes the streams of the owner and the collaborator after the commit. */
export function notifyPlaylistMembers({ playlist: { ownerId, collaboratorId } }: Summary) {
  notify(collaboratorId === null ? [ownerId] : [ownerId, collaboratorId]);
}

/** True for a contact, or nobody. */
function canInvite(memberId: number, collaboratorId: number | null): SQL | undefined {
  return collaboratorId === null ? undefined : hasContact(memberId, collaboratorId);
}

async function rejectNonContact(memberId: number, collaboratorId: number | null) {
  if (collaboratorId === null || (await isContact(memberId, collaboratorId))) return;
  const message = "Choose someone you've matched or chatted with";
  throw new Refusal("invalid", message, { collaboratorId: message });
}

/** The reason why nothing was changed: the playlist or the song is absent for this member, or not theirs to change. */
export async function refusalFor(memberId: number, playlistId: string, songId?: string): Promise<Refusal> {
  const found = await getPlaylist(memberId, playlistId, { limit: 0 });
  if (!found || found.role === "owner") return notFoundRefusal();
  const isIn = and(eq(playlistSong.playlistId, playlistId), eq(playlistSong.id, songId ?? ""));
  if (songId && !(await db.$count(playlistSong, isIn))) return notFoundRefusal();
  return new Refusal("forbidden", "Only the owner of this playlist can do that.");
}

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
  return { id, artist, title, album, duration: durationSeconds, addedBy };
}
