// Playlists: each has an owner, may have a collaborator, and may be public.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import type { Given } from "db/prepared.server";
import { rowIf } from "db/row-if.server";
import { member, outbox, playlist, playlistSong } from "db/schema";
import { and, asc, desc, eq, exists, isNull, or, type SQL, sql } from "drizzle-orm";
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
import { canMeet, noKnownBlock } from "~/models/safety/block.server";
import { canSee, isVisibleTo } from "~/models/safety/visibility.server";
import { consumeRateLimit } from "~/models/shared/rate-limit.server";
import { rejectStale, versionOf } from "~/models/shared/version.server";
import { duplicateIdRefusal, notFoundRefusal, Refusal } from "~/refusal";
import {
  PLAYLISTS_MAX,
  type PlaylistDetail,
  type PlaylistDto,
  type PlaylistInput,
  type SongDto,
} from "./playlist";

const SHARED_MAX = 500;

const one = { one: sql`1` };

const owner = alias(member, "owner");
const collaborator = alias(member, "collaborator");

/** A member's own playlists and those shared with them, newest first. */
export async function listPlaylists(
  memberId: number,
): Promise<{ own: PlaylistDto[]; shared: PlaylistDto[] }> {
  const [own, shared] = await Promise.all([
    summaries(memberId, isOwner(memberId), PLAYLISTS_MAX),
    summaries(memberId, isCollaborator(memberId), SHARED_MAX),
  ]);
  return {
    own: own.map((row) => toPlaylistDto(row, memberId)),
    shared: shared.map((row) => toPlaylistDto(row, memberId)),
  };
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

/** A playlist with its songs, for a member who can view it. */
export async function getPlaylist(memberId: number, id: string): Promise<PlaylistDetail | undefined> {
  const [[row], songs] = await Promise.all([
    summaries(memberId, and(eq(playlist.id, id), canViewPlaylist(memberId)), 1),
    db
      .select({ song: playlistSong, firstName: member.firstName })
      .from(playlistSong)
      .leftJoin(member, eq(member.id, playlistSong.addedBy))
      .where(eq(playlistSong.playlistId, id))
      .orderBy(asc(playlistSong.position), playlistSong.id),
  ]);
  if (!row) return undefined;
  const named = [row.owner.id, row.collaborator?.id];
  return {
    ...toPlaylistDto(row, memberId),
    role: row.owner.id === memberId ? "owner" : row.collaborator?.id === memberId ? "collaborator" : "reader",
    songs: songs.map(({ song, firstName }) =>
      toSongDto(song, named.includes(song.addedBy ?? undefined) ? firstName : null),
    ),
  };
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
    .leftJoin(collaborator, and(isShownCollaborator(), noKnownBlock(viewerId, collaborator.id)))
    .where(which)
    .orderBy(desc(playlist.createdAt), playlist.id)
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
  const found = await getPlaylist(memberId, playlistId);
  if (!found || (songId && !found.songs.some(({ id }) => id === songId))) return notFoundRefusal();
  if (found.role === "owner") return notFoundRefusal();
  return new Refusal("forbidden", "Only the owner of this playlist can do that.");
}

function toPlaylistDto(row: Summary, viewerId: number): PlaylistDto {
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

/** `firstName` names the member who added the song, if the viewer may know. */
export function toSongDto(row: typeof playlistSong.$inferSelect, firstName: string | null): SongDto {
  const { id, artist, title, album, durationSeconds, addedBy } = row;
  const contributor = addedBy !== null && firstName !== null ? { id: String(addedBy), firstName } : null;
  return { id, artist, title, album, duration: durationSeconds, addedBy: contributor };
}
