// An artist's page: its address, what is on it, and what it says.
import type { Genre } from "db/column-types";
import { cleanText, isVisible } from "~/clean-text";
import { artistKey } from "~/matching/artist-key";
import { isPlaceholderArtist } from "~/matching/placeholder-artist";
import type { Rarity } from "~/matching/score";
import type { PeopleCount } from "~/models/count";
import type { MemberCardDto } from "~/models/member/member";
import type { ShownRecord } from "~/models/record/record";
import type { ShowDto } from "~/models/show/show";

/** The wall of loved artists, where an artist can be looked up, too. */
export const ARTISTS_PATH = "/artists";

/** Longer names in an address can't be anybody's. */
const SPELLING_MAX = 1_000;

/**
 * A record of the artist in the viewer's collection, and who else owns it: matches first, then members who show their shelf.
 */
export type OwnArtistRecord = ShownRecord & { sharedWith: RecordOwner[] };

/** An album of the artist that only others' shelves have, the last one added first. */
export type ShelfRecord = ShownRecord & { owners: RecordOwner[] };

export type RecordOwner = { id: string; name: string };

/** A song of the artist that others show, and who they are. */
export type ArtistSong = { artist: string; title: string; people: RecordOwner[] };

/** A song of the artist in a playlist of the viewer's. */
export type OwnArtistSong = { artist: string; title: string; playlist: { id: string; name: string } };

/** An artist on the wall, as one member reads of them. */
export type LovedArtist = Pick<ArtistPageDto, "key" | "name" | "atLeast" | "position">;

/** An artist as one member sees it. */
export type ArtistPageDto = {
  key: string;
  name: string;
  /** How many people besides the viewer list the artist, as `countFans()` has it. */
  atLeast: PeopleCount;
  /** Where the artist is in the viewer's list, from 1; null if it isn't. */
  position: number | null;
  /** A page of the members in the viewer's Discover without filters who list the artist, best match first. */
  members: MemberCardDto[];
  /** On a first page that isn't full: whether the viewer's wishes hide others only because they haven't said a gender. */
  hidesUnsaid: boolean;
  /** Their next shows near the viewer. */
  shows: ShowDto[];
  records: { own: OwnArtistRecord[]; shelves: ShelfRecord[] };
  /** Songs in the viewer's playlists, and those shown by the people whose records are here. */
  songs: { own: OwnArtistSong[]; here: ArtistSong[] };
  /** Other artists whom the same members list, wherever they live. */
  alike: string[];
  /** Other artists whom at least two of `members` list, the most listed first. */
  alsoLoved: string[];
  /** How much sharing the artist counts, and which of `alike` and of the artist's genres are in the viewer's lists. */
  fit: { rarity: Rarity; artists: string[]; genres: Genre[] };
};

/**
 * The address of an artist's page; undefined for names without one: placeholders such as "Various Artists", and names that show
 * nothing.
 */
export function artistPath(name: string): string | undefined {
  const spelling = cleanText(name);
  const key = artistKey(spelling);
  // Browsers resolve one or two dots as a folder.
  if (!isVisible(key) || key === "." || key === ".." || isPlaceholderArtist(spelling)) return undefined;
  const query = spelling === capitalize(key) ? "" : `?${new URLSearchParams({ as: spelling })}`;
  return `/artists/${encodeURIComponent(key)}${query}`;
}

/**
 * The artist that an address names, by key or in any spelling, with the spelling if it has one; undefined for a placeholder and
 * for what can't be a name.
 */
export function readArtist(
  named: string | undefined,
  as?: string | null,
): { key: string; spelling: string | undefined } | undefined {
  const name = cleanText(named ?? "");
  const given = cleanText(as ?? "");
  if (name.length > SPELLING_MAX || given.length > SPELLING_MAX) return undefined;
  const key = name && artistKey(name);
  const isSpelling = given !== "" && artistKey(given) === key;
  const spelling = isSpelling ? given : name === key ? undefined : name;
  if (!isVisible(key) || isPlaceholderArtist(spelling ?? name)) return undefined;
  return { key, spelling };
}

/** The name in the address of an artist's page, decoded once: the router decodes a slash in its parameters twice. */
export function artistNameAt(path: string): string | undefined {
  const [, named] = /^(?:\/api)?\/artists\/([^/?#]+)/.exec(path) ?? [];
  try {
    return named && decodeURIComponent(named);
  } catch {
    // It isn't encoded as an address is.
    return undefined;
  }
}

/** The artist whose page is at a path. */
export function artistAt(path: string): ReturnType<typeof readArtist> {
  const [, query] = /^[^?#]*\?([^#]*)/.exec(path) ?? [];
  return readArtist(artistNameAt(path), new URLSearchParams(query).get("as"));
}

/** A name made of a key, for an artist whose spelling nobody has given. */
export function capitalize(key: string): string {
  const [first = "", ...rest] = key;
  return first.toUpperCase() + rest.join("");
}
