// The songs of an artist: in the viewer's playlists, and in the anthems and playlists that others show.
import { db } from "db/client.server";
import { member, playlist, playlistSong } from "db/schema";
import { and, desc, eq, inArray, isNull, type SQL } from "drizzle-orm";
import { artistKey } from "~/matching/artist-key";
import { canSee } from "~/models/access.server";
import { canAddSongs, owner } from "~/models/playlist/playlist-access.server";
import { shortName } from "~/models/public-member";
import { isSameSong } from "~/models/song";
import type { ArtistSong, OwnArtistSong } from "./artist";

const SONGS = 8;
/** How many playlists and songs are read, the newest playlists first. */
const PLAYLISTS_READ = 60;
const SONGS_READ = 2_000;

/** The songs of the artist in the playlists that the viewer may change, each once, with the newest of them. */
export async function listOwnSongs(viewerId: number, key: string): Promise<OwnArtistSong[]> {
  const rows = await selectSongs(canAddSongs(viewerId));
  const songs: OwnArtistSong[] = [];
  for (const { artist, title, playlistId, playlistName } of rows) {
    if (artistKey(artist) !== key || songs.some((song) => isSameSong(song, { artist, title }))) continue;
    songs.push({ artist, title, playlist: { id: playlistId, name: playlistName } });
  }
  return songs.slice(0, SONGS);
}

/**
 * The songs of the artist that these members have as their anthem, or in a public playlist if they show theirs, those of the
 * most members first. Members whom the viewer can't see are left out.
 */
export async function listSongsHere(viewerId: number, key: string, ids: number[]): Promise<ArtistSong[]> {
  if (!ids.length) return [];
  const isShown = and(inArray(owner.id, ids), owner.showsCollection, eq(playlist.isPublic, true));
  const [people, listed] = await Promise.all([
    db
      .select({ ...nameColumns, anthem: member.anthem })
      .from(member)
      .where(and(inArray(member.id, ids), canSee(viewerId))),
    selectSongs(and(isShown, isNull(playlist.removedAt))),
  ]);
  const names = new Map(
    people.map((person) => [person.id, { id: String(person.id), name: shortName(person) }]),
  );
  const played = people.flatMap(({ id, anthem }) =>
    anthem?.type === "song" ? { ...anthem, ownerId: id } : [],
  );
  const songs: ArtistSong[] = [];
  for (const { artist, title, ownerId } of [...played, ...listed]) {
    const person = names.get(ownerId);
    if (!person || artistKey(artist) !== key) continue;
    const known = songs.find((song) => isSameSong(song, { artist, title }));
    if (!known) songs.push({ artist, title, people: [person] });
    else if (!known.people.includes(person)) known.people.push(person);
  }
  return songs.sort((a, b) => b.people.length - a.people.length).slice(0, SONGS);
}

const nameColumns = { id: member.id, firstName: member.firstName, lastName: member.lastName };

/** The songs of the newest of these playlists, up to the limit. */
function selectSongs(which: SQL | undefined) {
  const newest = db
    .select({ id: playlist.id })
    .from(playlist)
    .innerJoin(owner, eq(owner.id, playlist.ownerId))
    .where(which)
    .orderBy(desc(playlist.createdAt))
    .limit(PLAYLISTS_READ);
  return db
    .select({
      ...{ artist: playlistSong.artist, title: playlistSong.title },
      ...{ playlistId: playlist.id, playlistName: playlist.name, ownerId: playlist.ownerId },
    })
    .from(playlist)
    .innerJoin(playlistSong, eq(playlistSong.playlistId, playlist.id))
    .where(inArray(playlist.id, newest))
    .limit(SONGS_READ);
}
