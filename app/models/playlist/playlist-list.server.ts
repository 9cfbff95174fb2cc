// Playlists as members read them.
import { db } from "db/client.server";
import { type Given, once } from "db/prepared.server";
import { member, playlist, playlistSong } from "db/schema";
import { type Database, hasRow } from "db/transaction.server";
import { and, count, desc, eq, gte, inArray, isNotNull, max, or, type SQL, sql } from "drizzle-orm";
import { canSee, canSeeOrIs } from "~/models/access.server";
import { encodeCursor, splitPage, type TimedCursor } from "~/models/cursor";
import { isPending } from "~/models/picture/picture.server";
import { coverUrl, visiblePictureUrl } from "~/models/picture-url";
import { PLAYLISTS_PER_PAGE, type PlaylistDto } from "./playlist";
import {
  canAddSongs,
  canViewPlaylist,
  collaborator,
  isCollaborator,
  isOwner,
  isShownCollaborator,
  owner,
} from "./playlist-access.server";
import type { PlaylistCursors } from "./playlist-schema";

const newestFirst = [desc(playlist.createdAt), desc(playlist.id)];

/**
 * A page of a member's own playlists and of those shared with them, newest first. `next` has the cursors of the lists that
 * continue, and `last` those of each list's last row.
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
  // Songs are counted only for the playlists on the page.
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

/**
 * The one of a member's newest playlists to which its collaborator has added a song last, no earlier than `since`: who the
 * collaborator is, and how many songs they have added since then.
 */
export async function findGrownPlaylist(memberId: number, since: Date) {
  const rows = await findJoint().all({ memberId });
  const joint = rows.flatMap((row) => {
    const other = row.playlist.ownerId === memberId ? row.collaborator : row.owner;
    return other ? [{ row, other }] : [];
  });
  if (!joint.length) return undefined;
  const isOfOther = joint.map(({ row, other }) =>
    and(eq(playlistSong.playlistId, row.playlist.id), eq(playlistSong.addedBy, other.id)),
  );
  const [grown] = await db
    .select({ id: playlistSong.playlistId, songs: count() })
    .from(playlistSong)
    .where(and(or(...isOfOther), gte(playlistSong.createdAt, since)))
    .groupBy(playlistSong.playlistId)
    .orderBy(desc(max(playlistSong.createdAt)))
    .limit(1);
  const found = joint.find(({ row }) => row.playlist.id === grown?.id);
  if (!grown || !found) return undefined;
  const { id, name, coverImageUrl } = toPlaylistDto(found.row, memberId);
  return { id, name, coverImageUrl, addedBy: found.other.firstName, songs: grown.songs };
}

const findJoint = once(() => {
  const me = sql.placeholder("memberId");
  const isJoint = or(and(isOwner(me), isNotNull(playlist.collaboratorId)), isCollaborator(me));
  return summaries(me, isJoint, PLAYLISTS_PER_PAGE).prepare();
});

/** The public playlists on a member's page, newest first, if the member shows them and the viewer sees the page. */
export async function listShownPlaylists(
  viewerId: number,
  ownerId: number,
  limit: number,
): Promise<PlaylistDto[]> {
  const isShown = hasRow(member, and(canSeeOrIs(viewerId, ownerId), eq(member.showsCollection, true)));
  const which = and(isOwner(ownerId), eq(playlist.isPublic, true), isShown);
  return (await summaries(viewerId, which, limit)).map((row) => toPlaylistDto(row, viewerId));
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

/** A playlist to copy, for those who can view it. */
export async function getVisiblePlaylist(memberId: number, id: string): Promise<PlaylistDto | undefined> {
  return getSummary(memberId, id, canViewPlaylist(memberId));
}

async function getSummary(memberId: number, id: string, permission: SQL | undefined) {
  const [row] = await summaries(memberId, and(eq(playlist.id, id), permission), 1);
  return row && toPlaylistDto(row, memberId);
}

/** Playlists as a viewer sees them: without collaborators whom the viewer can't see. */
export function summaries(viewerId: Given<number>, which: SQL | undefined, limit: number, on: Database = db) {
  const isVisible = hasRow(member, canSee(viewerId, collaborator.id));
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
    .leftJoin(collaborator, and(isShownCollaborator(), or(eq(collaborator.id, viewerId), isVisible)))
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
