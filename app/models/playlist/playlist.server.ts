// Playlists: each has an owner, may have a collaborator, and may be public.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import type { Given } from "db/prepared.server";
import { member, playlist, playlistSong } from "db/schema";
import { type Database, type Tx, transaction } from "db/transaction.server";
import { and, asc, desc, eq, exists, gt, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { publish } from "~/live/publish.server";
import { canMeet, canSee, isVisibleTo, mayStillMeet } from "~/models/availability.server";
import { isConnected } from "~/models/connected.server";
import { isContact } from "~/models/contact.server";
import { encodeCursor, splitPage, type TimedCursor } from "~/models/cursor";
import { pairInStatement } from "~/models/pair.server";
import { deletePicture, isPending, rejectRemovedPicture } from "~/models/picture/picture.server";
import { coverKeys, coverUrl, visiblePictureUrl } from "~/models/picture-url";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { rejectStale, versionOf } from "~/models/version.server";
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
  const { coverImageUrl, collaboratorId, ...fields } = input;
  const cover = coverKeys(coverImageUrl);
  return transaction(async (tx) => {
    const isMine = and(eq(playlist.id, id), isOwner(memberId));
    const [existing] = await summaries(memberId, and(isMine, hasFields(input)), 1, tx);
    if (existing) return toPlaylistDto(existing, memberId);
    if ((await tx.$count(playlist, eq(playlist.ownerId, memberId))) >= PLAYLISTS_MAX)
      throw new Refusal("conflict", `You can have up to ${PLAYLISTS_MAX} playlists.`);
    await rejectNonContact(tx, memberId, collaboratorId);
    await rejectRemovedPicture(memberId, cover.pictureId, "coverImageUrl", tx);
    if (await tx.$count(playlist, eq(playlist.id, id))) throw duplicateIdRefusal();
    await tx
      .insert(playlist)
      .values({ ...fields, ...cover, collaboratorId, id, ownerId: memberId, createdAt: new Date() });
    await publishPlaylist(tx, id, [memberId, collaboratorId]);
    if (collaboratorId !== null) await publish(tx, "invitation", { id, memberId: collaboratorId });
    return toPlaylistDto(await findPlaylist(tx, memberId, id, isOwner(memberId)), memberId);
  });
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
  const { id: _, coverImageUrl, collaboratorId, ...fields } = input;
  const cover = coverKeys(coverImageUrl);
  const { before, stored } = await transaction(async (tx) => {
    const before = await findPlaylist(tx, memberId, id, isOwner(memberId));
    rejectStale(
      version,
      editedFields(toPlaylistDto(before, memberId)),
      { ...input, collaboratorId: collaboratorId === null ? null : String(collaboratorId) },
      {
        collaboratorId: (id) => (id === null ? "no one" : (before.collaborator?.firstName ?? "no one")),
        coverImageUrl: (url) => (url ? "another cover" : "no cover"),
      },
    );
    await rejectNonContact(tx, memberId, collaboratorId);
    await rejectRemovedPicture(memberId, cover.pictureId, "coverImageUrl", tx);
    const unseen = sql`case when not ${hasShownCollaborator()} then ${playlist.collaboratorId} end`;
    await tx
      .update(playlist)
      .set({ ...fields, ...cover, collaboratorId: collaboratorId ?? unseen })
      .where(eq(playlist.id, id));
    const stored = await findPlaylist(tx, memberId, id, isOwner(memberId));
    const invited = collaboratorId === before.playlist.collaboratorId ? null : collaboratorId;
    // A former collaborator too, who no longer has the playlist.
    const collaborators = [before.playlist.collaboratorId, stored.playlist.collaboratorId];
    await publishPlaylist(tx, id, [memberId, ...collaborators]);
    if (invited !== null) await publish(tx, "invitation", { id, memberId: invited });
    return { before, stored };
  });
  await deletePicture(memberId, before.playlist.pictureId);
  return toPlaylistDto(stored, memberId);
}

/** Deletes an owner's playlist. Refuses another member's (forbidden, absent). */
export async function removePlaylist(memberId: number, id: string): Promise<void> {
  const removed = await transaction(async (tx) => {
    const { playlist: found } = await findPlaylist(tx, memberId, id, isOwner(memberId));
    await tx.delete(playlist).where(eq(playlist.id, id));
    await publishPlaylist(tx, id, [found.ownerId, found.collaboratorId]);
    return found;
  });
  await deletePicture(memberId, removed.pictureId);
}

/** Removes the collaborator at their own request. Refuses everybody else (forbidden, absent). */
export async function leavePlaylist(memberId: number, id: string): Promise<void> {
  await transaction(async (tx) => {
    const { playlist: found } = await findPlaylist(tx, memberId, id, isCollaborator(memberId));
    await tx.update(playlist).set({ collaboratorId: null }).where(eq(playlist.id, id));
    await publishPlaylist(tx, id, [found.ownerId, memberId]);
  });
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

function isOwner(memberId: Given<number>): SQL | undefined {
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
function summaries(viewerId: number, which: SQL | undefined, limit: number, on: Database = db) {
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

type Summary = Awaited<ReturnType<typeof summaries>>[number];

/** Publishes a change to those who have or had a part in a playlist. */
export async function publishPlaylist(tx: Tx, id: string, members: (number | null)[]): Promise<void> {
  await publish(tx, "playlist", { id, members: [...new Set(members.flatMap((each) => each ?? []))] });
}

async function rejectNonContact(tx: Tx, memberId: number, collaboratorId: number | null) {
  if (collaboratorId === null || (await isContact(memberId, collaboratorId, tx))) return;
  const message = "Choose someone you've matched or chatted with";
  throw new Refusal("invalid", message, { collaboratorId: message });
}

/** A playlist with this permission. Refuses one that the member can only view (forbidden) or doesn't know (absent). */
export async function findPlaylist(
  tx: Tx,
  memberId: number,
  id: string,
  permission: SQL | undefined,
): Promise<Summary> {
  const [found] = await summaries(memberId, and(eq(playlist.id, id), permission), 1, tx);
  if (found) return found;
  const [viewed] = await summaries(memberId, and(eq(playlist.id, id), canViewPlaylist(memberId)), 1, tx);
  throw viewed && viewed.playlist.ownerId !== memberId ? notOwnRefusal() : notFoundRefusal();
}

export function notOwnRefusal(): Refusal {
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
