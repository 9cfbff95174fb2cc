// The URLs of drawn sleeves.
import { cleanText, removeDirections } from "~/clean-text";

/** Part of every URL, because browsers keep a drawing for a year: raise it with each change of what is drawn. */
export const SLEEVE_VERSION = 1;

/** How many characters of an artist or title are drawn. */
export const SLEEVE_TEXT_MAX = 80;

/** What a sleeve is drawn from; a playlist has no artist. */
export type SleeveWords = { artist: string; title: string };

/** The URL of the sleeve of a record, song or playlist. */
export function sleeveUrl({ artist, title }: SleeveWords): string {
  const words = new URLSearchParams({ artist: toDrawable(artist), title: toDrawable(title) });
  return `/sleeves/${SLEEVE_VERSION}.svg?${words}`;
}

/** The start of a text, without what no XML document may contain and without heaps of accents on one letter. */
export function toDrawable(text: string): string {
  const line = removeDirections(cleanText(text.normalize().replace(/\s+/g, " ")))
    .replace(/[\ufffe\uffff]/g, "")
    .replace(/(\p{M}{3})\p{M}+/gu, "$1");
  const characters = Array.from(line);
  return characters.length > SLEEVE_TEXT_MAX ? `${characters.slice(0, SLEEVE_TEXT_MAX - 1).join("")}…` : line;
}
