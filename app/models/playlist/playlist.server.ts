// Changes of playlists: each has an owner, may have a collaborator, and may be public.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import type { PlaylistText } from "db/column-types";
import { playlist, playlistSong } from "db/schema";
import { holds, type Tx, transaction } from "db/transaction.server";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Message, msg, t } from "~/language/text";
import { publish, publishEvent } from "~/live/publish.server";
import { isContact } from "~/models/contact.server";
import { wasNotified } from "~/models/notification/notification-reading.server";
import { hasClosedConversation, pairOf } from "~/models/pair.server";
import {
  deletePicture,
  isSameCover,
  rejectCopyRemovedSince,
  rejectRemovedPicture,
} from "~/models/picture/picture.server";
import { coverKeys } from "~/models/picture-url";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { rejectStale, versionOf } from "~/models/version.server";
import { duplicateIdRefusal, invalidAt, notFoundRefusal, Refusal } from "~/refusal";
import { PLAYLISTS_MAX, type PlaylistDto, type PlaylistInput } from "./playlist";
import { canViewPlaylist, hasShownCollaborator, isCollaborator, isOwner } from "./playlist-access.server";
import { type Summary, summaries, toPlaylistDto } from "./playlist-list.server";
import { listSongTexts } from "./song-list.server";

/**
 * Creates a playlist; a repeat with the same id and fields returns the playlist that was created before.
 * Refuses a collaborator who is not a contact or with whom their conversation is closed, a cover that the member has not
 * uploaded (invalid), more than 200 playlists and an id that is taken (conflict), and more than 20 playlists an hour, counted
 * with the invitations of `updatePlaylist` (too-many).
 */
export async function addPlaylist(memberId: number, input: PlaylistInput): Promise<PlaylistDto> {
  await consumeRateLimit("playlist", memberId);
  const id = input.id ?? randomUUID();
  const { coverImageUrl, collaboratorId, ...fields } = input;
  const cover = coverKeys(coverImageUrl);
  await rejectCopyRemovedSince(memberId, cover.pictureId, playlist.pictureId);
  return transaction(async (tx) => {
    const isMine = and(eq(playlist.id, id), isOwner(memberId));
    const [existing] = await summaries(memberId, and(isMine, hasFields(input)), 1, tx);
    if (existing && (await isSameCover(memberId, existing.playlist, cover, tx)))
      return toPlaylistDto(existing, memberId);
    await rejectFullShelf(tx, memberId);
    await rejectCollaborator(tx, memberId, collaboratorId, null);
    await rejectRemovedPicture(memberId, cover.pictureId, "coverImageUrl", tx);
    if (await tx.$count(playlist, eq(playlist.id, id))) throw duplicateIdRefusal();
    await tx
      .insert(playlist)
      .values({ ...fields, ...cover, collaboratorId, id, ownerId: memberId, createdAt: new Date() });
    const added = await findPlaylist(tx, memberId, id, isOwner(memberId));
    await publishPlaylist(tx, added);
    if (collaboratorId !== null) await publish(tx, "invitation", { id, memberId: collaboratorId });
    return toPlaylistDto(added, memberId);
  });
}

/** Refuses more than 200 playlists of a member (conflict). */
async function rejectFullShelf(tx: Tx, memberId: number): Promise<void> {
  if ((await tx.$count(playlist, eq(playlist.ownerId, memberId))) < PLAYLISTS_MAX) return;
  throw new Refusal("conflict", msg("You can have up to {max} playlists.", { max: PLAYLISTS_MAX }));
}

/**
 * Adds a playlist with all its songs, which nobody else sees. Refuses more than 200 playlists and an id that is taken
 * (conflict).
 */
export async function addWholePlaylist(
  tx: Tx,
  memberId: number,
  id: string,
  { name, description, songs }: PlaylistText,
): Promise<Summary> {
  await rejectFullShelf(tx, memberId);
  if (await tx.$count(playlist, eq(playlist.id, id))) throw duplicateIdRefusal();
  const createdAt = new Date();
  await tx.insert(playlist).values({ id, ownerId: memberId, name, description, isPublic: false, createdAt });
  const rows = songs.map(({ duration, ...song }, index) => ({
    ...song,
    ...{ id: randomUUID(), playlistId: id, addedBy: memberId, durationSeconds: duration },
    ...{ position: index + 1, createdAt },
  }));
  if (rows.length) await tx.insert(playlistSong).values(rows);
  const added = await findPlaylist(tx, memberId, id, isOwner(memberId));
  await publishPlaylist(tx, added);
  return added;
}

/** The version of a playlist, as the form that edits it was opened. */
export function playlistVersion(saved: PlaylistDto): string {
  return versionOf(editedFields(saved));
}

function editedFields({ name, description, collaboratorId, isPublic, coverImageUrl }: PlaylistDto) {
  return { name, description, collaboratorId, isPublic, coverImageUrl };
}

/**
 * Changes an owner's playlist. A missing collaborator keeps one whom the owner currently can't see. A new one is notified,
 * unless they have been invited to it in the last 90 days. Refuses a form that was opened at another `version` (conflict), a
 * collaborator who is not a contact, a new one with whom their conversation is closed, a cover that the member has not uploaded
 * (invalid), another member's playlist (forbidden, or absent if they cannot view it), and more than 20 invitations an hour,
 * counted with new playlists (too-many).
 */
export async function updatePlaylist(
  memberId: number,
  id: string,
  input: PlaylistInput,
  version?: string,
): Promise<PlaylistDto> {
  const { id: _, coverImageUrl, collaboratorId, ...fields } = input;
  const cover = coverKeys(coverImageUrl);
  await rejectCopyRemovedSince(memberId, cover.pictureId, playlist.pictureId);
  if (collaboratorId !== null && (await isInvitation(memberId, id, collaboratorId)))
    await consumeRateLimit("playlist", memberId);
  const { before, stored } = await transaction(async (tx) => {
    const before = await findPlaylist(tx, memberId, id, isOwner(memberId));
    rejectStale(
      version,
      editedFields(toPlaylistDto(before, memberId)),
      { ...input, collaboratorId: collaboratorId === null ? null : String(collaboratorId) },
      {
        collaboratorId: (id) => (id !== null && before.collaborator?.firstName) || t("no one"),
        coverImageUrl: (url) => (url ? t("another cover") : t("no cover")),
      },
    );
    await rejectCollaborator(tx, memberId, collaboratorId, before.playlist.collaboratorId);
    await rejectRemovedPicture(memberId, cover.pictureId, "coverImageUrl", tx);
    const unseen = sql`case when not ${hasShownCollaborator()} then ${playlist.collaboratorId} end`;
    await tx
      .update(playlist)
      .set({ ...fields, ...cover, collaboratorId: collaboratorId ?? unseen })
      .where(eq(playlist.id, id));
    const stored = await findPlaylist(tx, memberId, id, isOwner(memberId));
    const invited = collaboratorId === before.playlist.collaboratorId ? null : collaboratorId;
    // Also reaches a former collaborator, who no longer has the playlist.
    await publishPlaylist(tx, before, stored);
    // A collaborator who has left isn't called back: their earlier invitation shows again.
    if (invited !== null && !(await wasNotified(tx, invited, "invitation", id)))
      await publish(tx, "invitation", { id, memberId: invited });
    return { before, stored };
  });
  await deletePicture(memberId, before.playlist.pictureId);
  return toPlaylistDto(stored, memberId);
}

/** Whether a member's playlist has another collaborator than this one, or none. */
async function isInvitation(memberId: number, id: string, collaboratorId: number): Promise<boolean> {
  const isOther = sql`${playlist.collaboratorId} is not ${collaboratorId}`;
  return (await db.$count(playlist, and(eq(playlist.id, id), isOwner(memberId), isOther))) > 0;
}

/** Deletes an owner's playlist. Refuses another member's (forbidden, absent). */
export async function removePlaylist(memberId: number, id: string): Promise<void> {
  const removed = await transaction(async (tx) => {
    const found = await findPlaylist(tx, memberId, id, isOwner(memberId));
    await tx.delete(playlist).where(eq(playlist.id, id));
    await publishPlaylist(tx, found);
    return found.playlist;
  });
  await deletePicture(memberId, removed.pictureId);
}

/** Removes the collaborator at their own request. Refuses everybody else (forbidden, absent). */
export async function leavePlaylist(memberId: number, id: string): Promise<void> {
  await transaction(async (tx) => {
    const found = await findPlaylist(tx, memberId, id, isCollaborator(memberId));
    await tx.update(playlist).set({ collaboratorId: null }).where(eq(playlist.id, id));
    await publishPlaylist(tx, found);
  });
}

/** True for a playlist with the fields of an input, whatever its cover. */
function hasFields({ name, description, isPublic, collaboratorId }: PlaylistInput): SQL | undefined {
  return and(
    eq(playlist.name, name),
    eq(playlist.description, description),
    eq(playlist.isPublic, isPublic),
    sql`${playlist.collaboratorId} is ${collaboratorId}`,
  );
}

/** Publishes a change to members who have or had a part in a playlist and see each other. */
export async function publishPlaylist(tx: Tx, before: Summary, after = before): Promise<void> {
  const members = [before, after].flatMap(({ owner, collaborator }) => [owner, collaborator ?? []].flat());
  const ids = new Set(members.map(({ id }) => id));
  await publishEvent(tx, "playlist", [...ids], before.playlist.id);
}

/** Refuses a collaborator who is not a contact, and after a goodbye anyone but the current one (invalid). */
async function rejectCollaborator(
  tx: Tx,
  memberId: number,
  collaboratorId: number | null,
  currentId: number | null,
): Promise<void> {
  if (collaboratorId === null) return;
  const refusal = (message: Message) => invalidAt("collaboratorId", message);
  if (!(await isContact(memberId, collaboratorId, tx)))
    throw refusal(msg("Choose someone you've matched or chatted with"));
  if (collaboratorId === currentId) return;
  if (await holds(tx, hasClosedConversation(pairOf(memberId, collaboratorId))))
    throw refusal(msg("Your conversation with this member is closed, so you can't invite them."));
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

/** The refusal for a member who can see a playlist but doesn't own it (forbidden). */
export function notOwnRefusal(): Refusal {
  return new Refusal("forbidden", msg("Only the owner of this playlist can do that."));
}

/**
 * Copies the songs of a playlist that the member can see, under this name or the original's; a repeat with the same id returns
 * the first copy. Description and cover aren't copied. Refuses a playlist that the member can't see (absent), more than 200
 * playlists and an id that is taken (conflict), and more than 20 an hour, counted with new playlists (too-many).
 */
export async function copyPlaylist(
  memberId: number,
  playlistId: string,
  { id = randomUUID(), name }: { id?: string; name?: string },
): Promise<PlaylistDto> {
  await consumeRateLimit("playlist", memberId);
  return transaction(async (tx) => {
    const original = await findPlaylist(tx, memberId, playlistId, canViewPlaylist(memberId));
    const text = { name: name ?? original.playlist.name, description: "" };
    const isMine = and(eq(playlist.id, id), isOwner(memberId), eq(playlist.name, text.name));
    const [existing] = await summaries(memberId, isMine, 1, tx);
    if (existing) return toPlaylistDto(existing, memberId);
    const songs = await listSongTexts(original.playlist.id, tx);
    return toPlaylistDto(await addWholePlaylist(tx, memberId, id, { ...text, songs }), memberId);
  });
}
