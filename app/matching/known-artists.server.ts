// Our own list of well-known artists, db/known-artists.tsv: name, fame and genres, in the order of their keys.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { GENRES, type Genre } from "db/column-types";
import { distance } from "fastest-levenshtein";
import { artistKey } from "./artist-key";
import { PRIOR_MEMBERS } from "./score";

/** How widely an artist is known: 1 to everybody, 2 widely, 3 to listeners of their genres, 4 to collectors. */
export type Fame = 1 | 2 | 3 | 4;

export interface KnownArtist {
  name: string;
  key: string;
  fame: Fame;
  genres: Genre[];
}

/** The share of the prior's members who list an artist, by fame. */
export const PRIOR_SHARE: Record<Fame, number> = { 1: 0.15, 2: 0.05, 3: 0.015, 4: 0 };

/** The order in which suggestions take turns by fame. */
const TURNS: Fame[] = [2, 3, 2, 1, 3, 2, 4, 3, 2, 3];

let known: Map<string, KnownArtist> | undefined;

/** All artists of the list in the order of their keys. */
export function listKnownArtists(): KnownArtist[] {
  return [...knownArtists().values()];
}

/** How widely the artist of a key is known; undefined if the list lacks them. */
export function fameOf(key: string): Fame | undefined {
  return knownArtist(key)?.fame;
}

/** The artist of a key; undefined if the list lacks them. */
export function knownArtist(key: string): KnownArtist | undefined {
  return knownArtists().get(key);
}

/** The listeners added to an artist's real ones, because the members of the prior have taste, too. */
export function assumedListeners(key: string): number {
  const fame = fameOf(key);
  return fame ? Math.round(PRIOR_MEMBERS * PRIOR_SHARE[fame]) : 0;
}

/**
 * The names of up to `limit` known artists that are spelled almost like an unknown key, nearest first, then best known. From
 * four letters on, one may be added, missing, wrong or swapped with its neighbor; from eight on, two.
 */
export function findNearNames(key: string, limit: number): string[] {
  const most = key.length < 4 ? 0 : key.length < 8 ? 1 : 2;
  if (!most || knownArtist(key)) return [];
  const near: { name: string; fame: Fame; slips: number }[] = [];
  for (const artist of knownArtists().values()) {
    if (Math.abs(artist.key.length - key.length) > most) continue;
    const edits = distance(key, artist.key);
    const slips = edits === 2 && sortLetters(key) === sortLetters(artist.key) ? 1 : edits;
    if (slips <= most) near.push({ name: artist.name, fame: artist.fame, slips });
  }
  return near
    .sort((a, b) => a.slips - b.slips || a.fame - b.fame)
    .slice(0, limit)
    .map(({ name }) => name);
}

function sortLetters(key: string) {
  return [...key].sort().join("");
}

/**
 * The genres of these artists, in the order of GENRES: those that two of them share, and all of an artist who shares none. If
 * there are more than `limit`, the commonest are kept, and each artist's first before anyone's second.
 */
export function genresOf(artists: string[], limit: number): Genre[] {
  const known = artists.map((name) => knownArtist(artistKey(name))?.genres ?? []);
  const counts = new Map<Genre, number>();
  for (const genre of known.flat()) counts.set(genre, (counts.get(genre) ?? 0) + 1);
  const countOf = (genre: Genre) => counts.get(genre) ?? 0;
  const chosen = known.flatMap((genres) => {
    const shared = genres.filter((genre) => countOf(genre) > 1);
    return (shared.length ? shared : genres).map((genre, turn) => ({ genre, turn }));
  });
  chosen.sort((a, b) => countOf(b.genre) - countOf(a.genre) || a.turn - b.turn);
  const first = [...new Set(chosen.map(({ genre }) => genre))].slice(0, limit);
  return GENRES.filter((genre) => first.includes(genre));
}

/**
 * Up to `limit` artists of these genres, without those of the excluded keys: mostly widely known ones and favorites of the
 * genre's listeners, and now and then a superstar or a rarity. Genres take turns. Equal input gets equal output.
 */
export function suggestByGenre(
  genres: readonly Genre[],
  excludedKeys: ReadonlySet<string>,
  limit: number,
): KnownArtist[] {
  const artists = listKnownArtists().filter(({ key }) => !excludedKeys.has(key));
  const queues = [...new Set(genres)].map((genre) =>
    mixFames(artists.filter((artist) => artist.genres.includes(genre))),
  );
  const chosen = new Set<KnownArtist>();
  while (chosen.size < limit && queues.some((queue) => queue.length)) {
    for (const queue of queues) {
      let next = queue.shift();
      while (next && chosen.has(next)) next = queue.shift();
      if (next && chosen.size < limit) chosen.add(next);
    }
  }
  return [...chosen];
}

/** The artists in the order of suggestions; a fame without artists left loses its turns. */
function mixFames(artists: KnownArtist[]): KnownArtist[] {
  // By a hash of the key: the alphabet would always suggest the same letters.
  const shuffled = artists
    .map((artist) => ({ artist, rank: hash(artist.key) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ artist }) => artist);
  const left = new Map(TURNS.map((fame) => [fame, shuffled.filter((artist) => artist.fame === fame)]));
  const mixed: KnownArtist[] = [];
  for (let turn = 0; mixed.length < artists.length; turn++) {
    const next = left.get(TURNS[turn % TURNS.length] ?? 4)?.shift();
    if (next) mixed.push(next);
  }
  return mixed;
}

/** Hashes a key (FNV-1a, 32 bits), for an order that is stable and not alphabetical. */
export function hash(key: string) {
  let value = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) {
    value = Math.imul(value ^ key.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

/** The list by key, read from the file at the first call. */
function knownArtists() {
  known ??= readKnownArtists();
  return known;
}

function readKnownArtists() {
  const lines = readFileSync(join(process.cwd(), "db/known-artists.tsv"), "utf8").trimEnd().split("\n");
  // Artists of the same genres share one list.
  const lists = new Map<string, Genre[]>();
  const artists = new Map<string, KnownArtist>();
  for (const line of lines) {
    const [name = "", fame = "", labels = ""] = line.split("\t");
    const genres = lists.get(labels) ?? (labels.split(",") as Genre[]);
    lists.set(labels, genres);
    const key = artistKey(name);
    artists.set(key, { name, key, fame: Number(fame) as Fame, genres });
  }
  return artists;
}
