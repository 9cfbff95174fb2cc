// The URLs of drawn sleeves.
import { isPlaceholderArtist } from "~/matching/placeholder-artist";

/** Part of every URL, because browsers cache a drawing for a year: increment it whenever the drawings change. */
export const SLEEVE_VERSION = 2;

/** How much of an artist or title is sent; the server draws what it can. */
const SENT_MAX = 162;

/** What a sleeve is drawn from; a playlist has no artist. */
export type SleeveWords = { artist: string; title: string };

/** The URL of the sleeve of a record, song or playlist. A compilation has its title alone. */
export function sleeveUrl({ artist, title }: SleeveWords): string {
  const named = title && isPlaceholderArtist(artist) ? "" : artist;
  const words = new URLSearchParams({ artist: named.slice(0, SENT_MAX), title: title.slice(0, SENT_MAX) });
  return `/sleeves/${SLEEVE_VERSION}.svg?${words}`;
}
