// Playlists: owned by one, added to by two, read by whom their owner lets.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { member, playlist, playlistSong } from "db/schema";
import { and, asc, desc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { wake } from "~/live/outbox.server";
import { spend } from "./allowance.server";
import { noBlockBetween, noPassBetween } from "./block.server";
import { isCompanion } from "./companion.server";
import { shownPicture } from "./picture";
import { dropPicture, mayShow, pictureGone, refuseGone, rowShowing } from "./picture.server";
import {
  PLAYLISTS_MAX,
  type PlaylistDetail,
  type PlaylistInput,
  type ShownPlaylist,
  type ShownSong,
  SONGS_MAX,
  type SongInput,
} from "./playlist";
import { absent, Refusal, usedAlready } from "./refusal";

const MOST_SHARED = 500;

const owner = alias(member, "owner");
const collaborator = alias(member, "collaborator");

/** A member's own playlists and those shared with them, the newest first. */
export async function listPlaylists(
  memberId: number,
): Promise<{ own: ShownPlaylist[]; shared: ShownPlaylist[] }> {
  const [own, shared] = await Promise.all([
    summaries(memberId, isOwner(memberId), PLAYLISTS_MAX),
    summaries(memberId, isCollaborator(memberId), MOST_SHARED),
  ]);
  return {
    own: own.map((row) => shownPlaylist(row, memberId)),
    shared: shared.map((row) => shownPlaylist(row, memberId)),
  };
}

/** A playlist with its songs, for a member who may read it. */
export async function getPlaylist(memberId: number, id: string): Promise<PlaylistDetail | undefined> {
  const [[row], songs] = await Promise.all([
    summaries(memberId, and(eq(playlist.id, id), mayRead(memberId)), 1),
    db
      .select({ song: playlistSong, firstName: member.firstName })
      .from(playlistSong)
      .leftJoin(member, eq(member.id, playlistSong.addedBy))
      .where(eq(playlistSong.playlistId, id))
      .orderBy(asc(playlistSong.position), playlistSong.id),
  ]);
  if (!row) return undefined;
  const known = [row.owner.id, row.collaborator?.id];
  return {
    ...shownPlaylist(row, memberId),
    role: row.owner.id === memberId ? "owner" : row.collaborator?.id === memberId ? "collaborator" : "reader",
    songs: songs.map(({ song, firstName }) =>
      shownSong(song, known.includes(song.addedBy ?? undefined) ? firstName : null),
    ),
  };
}

/**
 * Creates a playlist; the same id and words from the same member are the same playlist.
 * Refuses a collaborator who is no companion and a cover that somebody else has uploaded (invalid), more than 200
 * playlists and an id that was used for something else (conflict), and more than 20 an hour (too-many).
 */
export async function addPlaylist(memberId: number, input: PlaylistInput): Promise<ShownPlaylist> {
  await spend("playlist", memberId);
  const id = input.id ?? randomUUID();
  const same = summaries(memberId, and(eq(playlist.id, id), isOwner(memberId), hasWords(input)), 1);
  const [known] = await same;
  if (known) return shownPlaylist(known, memberId);
  await refuseStranger(memberId, input.collaboratorId);
  if ((await db.$count(playlist, eq(playlist.ownerId, memberId))) >= PLAYLISTS_MAX)
    throw new Refusal("conflict", `You can have at most ${PLAYLISTS_MAX} playlists.`);
  const row = { ...input, id, ownerId: memberId, createdAt: new Date() };
  const [, , [kept]] = await db.batch([
    db
      .insert(playlist)
      .select(rowShowing(memberId, input.coverImageUrl, playlist, row))
      .onConflictDoNothing(),
    tell(id, sql`changes() > 0`),
    same,
  ]);
  if (!kept) {
    await refuseGone(memberId, input.coverImageUrl, "coverImageUrl");
    throw usedAlready();
  }
  wakeBoth(kept);
  return shownPlaylist(kept, memberId);
}

/**
 * Changes what an owner has said of a playlist.
 * Refuses a collaborator who is no companion and a cover that somebody else has uploaded (invalid), another's playlist
 * (forbidden; absent where it may not even be read).
 */
export async function changePlaylist(
  memberId: number,
  id: string,
  { id: _, ...change }: PlaylistInput,
): Promise<ShownPlaylist> {
  const isMine = and(eq(playlist.id, id), isOwner(memberId));
  if (!(await summaries(memberId, isMine, 1)).length) throw await notAllowed(memberId, id);
  await refuseStranger(memberId, change.collaboratorId);
  const isTaken = sql`${isOwner(memberId)} and ${mayShow(memberId, change.coverImageUrl)}`;
  const [[before], , [changed], , [kept]] = await db.batch([
    summaries(memberId, isMine, 1),
    // Also the collaborator who was, for whom it is gone now.
    tell(id, isTaken),
    db
      .update(playlist)
      .set(change)
      .where(and(eq(playlist.id, id), isTaken))
      .returning({ id: playlist.id }),
    tell(id, isTaken),
    summaries(memberId, isMine, 1),
  ]);
  if (!before || !kept) throw absent();
  if (!changed) throw pictureGone("coverImageUrl");
  wakeBoth(before);
  wakeBoth(kept);
  await dropPicture(memberId, before.playlist.coverImageUrl);
  return shownPlaylist(kept, memberId);
}

/** Deletes an owner's playlist. Refuses another's (forbidden, absent). */
export async function removePlaylist(memberId: number, id: string) {
  const isMine = and(eq(playlist.id, id), isOwner(memberId));
  const [[row], , removed] = await db.batch([
    summaries(memberId, isMine, 1),
    tell(id, isOwner(memberId)),
    db.delete(playlist).where(isMine).returning({ id: playlist.id }),
  ]);
  if (!row || !removed.length) throw await notAllowed(memberId, id);
  wakeBoth(row);
  await dropPicture(memberId, row.playlist.coverImageUrl);
}

/** Ends a collaboration by the collaborator. Refuses whoever is none (forbidden, absent). */
export async function leavePlaylist(memberId: number, id: string) {
  const isShared = and(eq(playlist.id, id), isCollaborator(memberId));
  const [[row], , left] = await db.batch([
    summaries(memberId, isShared, 1),
    tell(id, isCollaborator(memberId)),
    db.update(playlist).set({ collaboratorId: null }).where(isShared).returning({ id: playlist.id }),
  ]);
  if (!row || !left.length) throw await notAllowed(memberId, id);
  wakeBoth(row);
}

/**
 * Adds a song to the end, by the owner or the collaborator; the same id and words from the same member are the same song.
 * Refuses whoever is neither (forbidden, absent), more than 500 songs and an id that was used for something else
 * (conflict), and more than 60 a minute (too-many).
 */
export async function addSong(memberId: number, playlistId: string, input: SongInput): Promise<ShownSong> {
  await spend("song", memberId);
  const id = input.id ?? randomUUID();
  const { artist, title, album, duration } = input;
  const isMine = and(
    eq(playlistSong.id, id),
    eq(playlistSong.playlistId, playlistId),
    eq(playlistSong.addedBy, memberId),
    eq(playlistSong.artist, artist),
    eq(playlistSong.title, title),
    eq(playlistSong.album, album),
    sql`${playlistSong.durationSeconds} is ${duration}`,
  );
  const mayAdd = and(eq(playlist.id, playlistId), or(isOwner(memberId), isCollaborator(memberId)));
  const count = sql`(select count(*) from playlist_song where playlist_id = ${playlistId})`;
  const [, , kept, [row], [open]] = await db.batch([
    db.run(sql`
      insert into playlist_song (id, playlist_id, added_by, artist, title, album, duration_seconds, position, created_at)
      select ${id}, playlist.id, ${memberId}, ${artist}, ${title}, ${album}, ${duration},
        coalesce((select max(position) from playlist_song where playlist_id = ${playlistId}), 0) + 1, ${Date.now()}
      from playlist where ${mayAdd} and ${count} < ${SONGS_MAX}
      on conflict do nothing`),
    tell(playlistId, sql`changes() > 0`),
    db
      .select({ song: playlistSong, firstName: member.firstName })
      .from(playlistSong)
      .innerJoin(member, eq(member.id, playlistSong.addedBy))
      .where(isMine),
    summaries(memberId, mayAdd, 1),
    db
      .select({ count: sql<number>`${count}` })
      .from(playlist)
      .where(mayAdd),
  ]);
  if (row && kept[0]) {
    wakeBoth(row);
    return shownSong(kept[0].song, kept[0].firstName);
  }
  if (!open) throw await notAllowed(memberId, playlistId);
  if (open.count >= SONGS_MAX) throw new Refusal("conflict", `A playlist holds at most ${SONGS_MAX} songs.`);
  throw usedAlready();
}

/** Takes a song out, by the playlist's owner or the collaborator who added it. Refuses others (forbidden, absent). */
export async function removeSong(memberId: number, playlistId: string, songId: string) {
  const isOwn = sql`exists (select 1 from playlist where ${eq(playlist.id, playlistId)} and ${isOwner(memberId)})`;
  const isShared = sql`exists (
    select 1 from playlist where ${eq(playlist.id, playlistId)} and ${isCollaborator(memberId)})`;
  const [removed, , [row]] = await db.batch([
    db
      .delete(playlistSong)
      .where(
        and(
          eq(playlistSong.id, songId),
          eq(playlistSong.playlistId, playlistId),
          or(isOwn, and(isShared, eq(playlistSong.addedBy, memberId))),
        ),
      )
      .returning({ id: playlistSong.id }),
    tell(playlistId, sql`changes() > 0`),
    summaries(memberId, eq(playlist.id, playlistId), 1),
  ]);
  if (!removed.length) throw await notAllowed(memberId, playlistId, songId);
  if (row) wakeBoth(row);
}

/**
 * Puts a song before another one, or with a blank to the end, by the playlist's owner.
 * Refuses others (forbidden, absent) and songs that are not there (absent).
 */
export async function moveSong(memberId: number, playlistId: string, songId: string, before: string) {
  const place = sql`(select position from playlist_song b where b.id = ${before} and b.playlist_id = ${playlistId})`;
  const [moved, , [row]] = await db.batch([
    db.all(sql`
      update playlist_song set position = ranked.place from (
        select id, row_number() over (order by
          case when id = ${songId} and ${before} = '' then 1 else 0 end,
          case when id = ${songId} then coalesce(${place}, position) else position end, id <> ${songId}) as place
        from playlist_song where playlist_id = ${playlistId}) ranked
      where playlist_song.id = ranked.id and playlist_id = ${playlistId}
        and exists (select 1 from playlist_song s where s.id = ${songId} and s.playlist_id = ${playlistId})
        and (${before} = '' or ${place} is not null)
        and exists (select 1 from playlist where ${eq(playlist.id, playlistId)} and ${isOwner(memberId)})
      returning playlist_song.id`),
    tell(playlistId, sql`changes() > 0`),
    summaries(memberId, eq(playlist.id, playlistId), 1),
  ]);
  if (!moved.length) throw await notAllowed(memberId, playlistId, songId);
  if (row) wakeBoth(row);
}

/** Whether a playlist says what was typed. Its cover may be another: a file is a new picture each time it is sent. */
function hasWords({ name, description, isPublic, collaboratorId }: PlaylistInput): SQL | undefined {
  return and(
    eq(playlist.name, name),
    eq(playlist.description, description),
    eq(playlist.isPublic, isPublic),
    sql`${playlist.collaboratorId} is ${collaboratorId}`,
  );
}

function isOwner(memberId: number): SQL {
  return eq(playlist.ownerId, memberId);
}

/** The collaborator, while neither of the two has turned away or gone. */
function isCollaborator(memberId: number): SQL {
  return sql`(${playlist.collaboratorId} = ${memberId} and ${isThere(playlist.ownerId)}
    and ${noBlockBetween(playlist.ownerId, memberId)} and ${noPassBetween(playlist.ownerId, memberId)})`;
}

function mayRead(memberId: number): SQL | undefined {
  return or(
    isOwner(memberId),
    isCollaborator(memberId),
    and(
      eq(playlist.isPublic, true),
      isThere(playlist.ownerId),
      sql`${noBlockBetween(playlist.ownerId, memberId)}`,
    ),
  );
}

function isThere(id: typeof playlist.ownerId): SQL {
  return sql`exists (select 1 from member where id = ${id} and deleted_at is null)`;
}

/** Playlists as one viewer may know them: without a collaborator with whom there is a block. */
function summaries(viewerId: number, which: SQL | undefined, limit: number) {
  return db
    .select({
      playlist,
      owner: { id: owner.id, firstName: owner.firstName },
      collaborator: { id: collaborator.id, firstName: collaborator.firstName },
      songCount: sql<number>`(select count(*) from playlist_song where playlist_id = ${playlist.id})`,
    })
    .from(playlist)
    .innerJoin(owner, eq(owner.id, playlist.ownerId))
    .leftJoin(
      collaborator,
      and(
        eq(collaborator.id, playlist.collaboratorId),
        isNull(collaborator.deletedAt),
        noBlockBetween(playlist.ownerId, collaborator.id),
        noPassBetween(playlist.ownerId, collaborator.id),
        noBlockBetween(viewerId, collaborator.id),
      ),
    )
    .where(which)
    .orderBy(desc(playlist.createdAt), playlist.id)
    .limit(limit);
}

type Summary = Awaited<ReturnType<typeof summaries>>[number];

/** The statement that tells owner and collaborator of a change, for the batch that makes it. */
function tell(playlistId: string, when: SQL) {
  return db.run(sql`
    insert into outbox (recipient_id, kind, reference, created_at)
    select member.id, 'playlist', playlist.id, ${Date.now()}
    from playlist join member on member.id in (${playlist.ownerId}, ${playlist.collaboratorId})
    where playlist.id = ${playlistId} and ${when}`);
}

function wakeBoth({ playlist: { ownerId, collaboratorId } }: Summary) {
  wake(collaboratorId === null ? [ownerId] : [ownerId, collaboratorId]);
}

async function refuseStranger(memberId: number, collaboratorId: number | null) {
  if (collaboratorId === null || (await isCompanion(memberId, collaboratorId))) return;
  const says = "Choose somebody you have matched or talked with";
  throw new Refusal("invalid", says, { collaboratorId: says });
}

/** Why nothing was changed: nothing is there for this member, or it is not for them to change. */
async function notAllowed(memberId: number, playlistId: string, songId?: string): Promise<Refusal> {
  const found = await getPlaylist(memberId, playlistId);
  if (!found || (songId && !found.songs.some(({ id }) => id === songId))) return absent();
  if (found.role === "owner") return absent();
  return new Refusal("forbidden", "This playlist's owner has not given you that right.");
}

function shownPlaylist(row: Summary, viewerId: number): ShownPlaylist {
  const { id, name, description, isPublic, coverImageUrl, createdAt, ownerId } = row.playlist;
  return {
    id,
    name,
    description,
    ownerId: String(ownerId),
    owner: { ...row.owner, id: String(row.owner.id) },
    collaboratorId: row.collaborator && String(row.collaborator.id),
    collaborator: row.collaborator && { ...row.collaborator, id: String(row.collaborator.id) },
    isPublic,
    coverImageUrl: shownPicture(coverImageUrl, ownerId === viewerId),
    songCount: row.songCount,
    createdAt: createdAt.toISOString(),
  };
}

/** `firstName` is that of who added it, where it may be told. */
function shownSong(row: typeof playlistSong.$inferSelect, firstName: string | null): ShownSong {
  const { id, artist, title, album, durationSeconds, addedBy } = row;
  const named = addedBy !== null && firstName !== null ? { id: String(addedBy), firstName } : null;
  return { id, artist, title, album, duration: durationSeconds, addedBy: named };
}
