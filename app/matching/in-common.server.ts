// What a viewer has in common with the members of a page, for their cards.
import { GENRES, type Genre } from "db/column-types";
import { genreMask } from "./genre";
import type { Query } from "./query";

/** The artists on both lists in the other member's spelling, the lead first and then the rarest, and the genres of both. */
export type InCommon = { artists: string[]; genres: Genre[] };

/** An artist on both lists, in the other member's spelling; `rank` is the sum of both positions. */
type SharedArtist = { member: number; artist: number; name: string; listeners: number; rank: number };

/** An artist with at most this many times the listeners of the rarest can lead as well. */
const AS_RARE = 2;

/** Returns what the viewer has in common with each of these members, by id. */
export async function readInCommon(
  query: Query,
  viewerId: number,
  otherIds: number[],
): Promise<Map<number, InCommon>> {
  const listeners = "iif((select buffer from statistics where is_current) = 1, listeners_1, listeners_0)";
  const json = await query(
    `select json_object(
      'artists', (select json_group_array(json_object('member', theirs.member_id,
          'artist', theirs.artist_id, 'name', theirs.name, 'listeners', ${listeners}, 'rank', mine.position + theirs.position))
        from json_each(:ids) cross join member_artist theirs on theirs.member_id = value
          cross join member_artist mine on mine.member_id = :viewer and mine.artist_id = theirs.artist_id
          join artist on artist.id = theirs.artist_id),
      'genres', (select json_group_array(json_array(member_id, json(favorite_genres))) from preferences
        where member_id in (select value from json_each(:ids) union all select :viewer)))`,
    { viewer: viewerId, ids: JSON.stringify(otherIds) },
  );
  const rows = JSON.parse(String(json)) as {
    artists: SharedArtist[];
    genres: [member: number, genres: Genre[]][];
  };
  const genres = new Map(rows.genres);
  const own = genreMask(genres.get(viewerId) ?? []);
  const shared = otherIds.map((id) => [id, sharedGenres(own, genres.get(id) ?? [])] as const);
  return describeInCommon(rows.artists, new Map(shared));
}

/** The genres that are also in a mask. */
export function sharedGenres(mask: number, genres: Genre[] | null): Genre[] {
  const both = mask & genreMask(genres ?? []);
  return GENRES.filter((genre) => both & genreMask([genre]));
}

/**
 * Describes what the viewer has in common with each member of `genres`, which holds the genres of both in the order of the
 * page. Of artists that are about as rare, a card leads with the one that the page has led with least so far.
 */
export function describeInCommon(
  shared: SharedArtist[],
  genres: Map<number, Genre[]>,
): Map<number, InCommon> {
  const rarestFirst = new Map<number, SharedArtist[]>();
  for (const each of shared.sort((a, b) => a.listeners - b.listeners || a.rank - b.rank))
    rarestFirst.set(each.member, [...(rarestFirst.get(each.member) ?? []), each]);
  const timesLed = new Map<number, number>();
  return new Map(
    [...genres].map(([id, genres]) => {
      const artists = rarestFirst.get(id) ?? [];
      const lead = findLead(artists, timesLed);
      if (!lead) return [id, { artists: [], genres }];
      timesLed.set(lead.artist, (timesLed.get(lead.artist) ?? 0) + 1);
      const names = [lead, ...artists.filter((each) => each !== lead)].map(({ name }) => name);
      return [id, { artists: names, genres }];
    }),
  );
}

/** Of the artists about as rare as the rarest, the first of those who have led least. */
function findLead(rarestFirst: SharedArtist[], timesLed: Map<number, number>): SharedArtist | undefined {
  const [rarest] = rarestFirst;
  if (!rarest) return undefined;
  const asRare = rarestFirst.filter(({ listeners }) => listeners <= AS_RARE * rarest.listeners);
  const least = Math.min(...asRare.map(({ artist }) => timesLed.get(artist) ?? 0));
  return asRare.find(({ artist }) => (timesLed.get(artist) ?? 0) === least);
}
