// News of a member's artists among the people they could meet: a record, a playlist, a newcomer.
import { db } from "db/client.server";
import { artist, decision, member, memberArtist, playlist, playlistSong, record } from "db/schema";
import { hasRow } from "db/transaction.server";
import { and, desc, eq, gte, inArray, not, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { artistKey } from "~/matching/artist-key";
import { readSeeker, type Seeker } from "~/matching/candidate.server";
import { couldMeet } from "~/models/access.server";
import { type Member, toPublicMember } from "~/models/member/member.server";
import { coverUrl, visiblePictureUrl } from "~/models/picture-url";
import { type Face, faceOf, shortName } from "~/models/public-member";
import { shownRecordColumns, toShownRecord } from "~/models/record/shown-record.server";

/** How much is read: each artist's newest records, playlists with their songs, and newcomers. */
const RECORDS = 10;
const PLAYLISTS = 50;
const SONGS = 2000;
const NEWCOMERS = 200;

type Artist = { id: number; key: string; name: string };

/** The newest record, playlist and newcomer, none of them from before `since`. */
export async function findNewsOfArtists(memberId: number, since: Date) {
  const [viewer, artists] = await Promise.all([readSeeker(memberId), listArtists(memberId)]);
  const [added, made, joined] = await Promise.all([
    findRecord(viewer, since),
    findPlaylist(viewer, artists, since),
    findNewcomer(viewer, since),
  ]);
  return { added, made, joined };
}

/** The newest public playlist by somebody whom a member could meet, however old. */
export async function findPlaylistToHear(memberId: number) {
  const [row] = await selectPlaylists(await readSeeker(memberId), undefined, 1);
  return row && { id: row.id, name: row.name, owner: row.owner.firstName };
}

function listArtists(memberId: number): Promise<Artist[]> {
  return db
    .select({ id: artist.id, key: artist.key, name: memberArtist.name })
    .from(memberArtist)
    .innerJoin(artist, eq(artist.id, memberArtist.artistId))
    .where(eq(memberArtist.memberId, memberId))
    .orderBy(memberArtist.position);
}

/** The newest record of one of the viewer's artists on a shelf that its owner shows. */
async function findRecord(viewer: Seeker, since: Date) {
  const newest = alias(record, "newest");
  const ids = db
    .select({ id: newest.id })
    .from(newest)
    .where(and(eq(newest.artistKey, artist.key), not(newest.wanted), gte(newest.createdAt, since)))
    .orderBy(desc(newest.createdAt))
    .limit(RECORDS);
  const [row] = await db
    .select({ ...shownRecordColumns, ownerId: member.id, firstName: member.firstName })
    .from(memberArtist)
    .innerJoin(artist, eq(artist.id, memberArtist.artistId))
    .innerJoin(record, inArray(record.id, ids))
    .innerJoin(member, eq(member.id, record.memberId))
    .where(and(eq(memberArtist.memberId, viewer.id), member.showsCollection, couldMeet(viewer)))
    .orderBy(desc(record.createdAt), record.id)
    .limit(1);
  return row && { record: toShownRecord(row), owner: { id: row.ownerId, firstName: row.firstName } };
}

/** The newest public playlist with a song of one of these artists, and the artist. */
async function findPlaylist(viewer: Seeker, artists: Artist[], since: Date) {
  if (!artists.length) return undefined;
  const rows = await selectPlaylists(viewer, since, PLAYLISTS);
  const ids = rows.map(({ id }) => id);
  if (!ids.length) return undefined;
  const songs = await db
    .select({ playlistId: playlistSong.playlistId, artist: playlistSong.artist })
    .from(playlistSong)
    .where(inArray(playlistSong.playlistId, ids))
    .limit(SONGS);
  const names = new Map(artists.map(({ key, name }) => [key, name]));
  for (const row of rows) {
    const song = songs.find(
      ({ playlistId, artist }) => playlistId === row.id && names.has(artistKey(artist)),
    );
    if (song) return { ...row, artist: names.get(artistKey(song.artist)) ?? song.artist };
  }
}

/** The newest public playlists of people who show theirs and whom the viewer could meet. */
async function selectPlaylists(viewer: Seeker, since: Date | undefined, limit: number) {
  const newest = alias(playlist, "newest");
  const isNew = since && gte(newest.createdAt, since);
  const ids = db
    .select({ id: newest.id })
    .from(newest)
    .where(and(sql`${newest.isPublic}`, sql`${newest.removedAt} is null`, isNew))
    .orderBy(desc(newest.createdAt))
    .limit(PLAYLISTS);
  const rows = await db
    .select({ playlist, owner: { id: member.id, firstName: member.firstName } })
    .from(playlist)
    .innerJoin(member, eq(member.id, playlist.ownerId))
    .where(and(inArray(playlist.id, ids), member.showsCollection, couldMeet(viewer)))
    .orderBy(desc(playlist.createdAt), playlist.id)
    .limit(limit);
  return rows.map(({ playlist: { id, name, pictureId, externalImageUrl }, owner }) => ({
    ...{ id, name, owner },
    coverImageUrl: visiblePictureUrl(coverUrl({ pictureId, externalImageUrl }), false),
  }));
}

/**
 * The newest member whom the viewer hasn't decided on and who lists one of the viewer's artists, with the viewer's favorite of
 * those.
 */
async function findNewcomer(
  viewer: Seeker,
  since: Date,
): Promise<{ id: number; name: string; face: Face; artist: string } | undefined> {
  const [newest, own] = [alias(member, "newest"), alias(memberArtist, "own")];
  const ids: SQL = sql`${db
    .select({ id: newest.id })
    .from(newest)
    .where(gte(newest.createdAt, since))
    .orderBy(desc(newest.createdAt))
    .limit(NEWCOMERS)}`;
  const isDecided = hasRow(decision, and(eq(decision.memberId, viewer.id), eq(decision.targetId, member.id)));
  const [row] = await db
    .select({ member, artist: own.name })
    .from(member)
    .innerJoin(memberArtist, eq(memberArtist.memberId, member.id))
    .innerJoin(own, and(eq(own.memberId, viewer.id), eq(own.artistId, memberArtist.artistId)))
    .where(and(inArray(member.id, ids), couldMeet(viewer), not(isDecided)))
    .orderBy(desc(member.createdAt), own.position)
    .limit(1);
  return row && { ...nameOf(row.member, row.artist), artist: row.artist };
}

function nameOf(row: Member, firstArtist: string) {
  const person = toPublicMember(row);
  return { id: row.id, name: shortName(person), face: faceOf(person, firstArtist) };
}
