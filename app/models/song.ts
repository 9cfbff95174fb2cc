// Songs by artist and title, and the keys of their previews.
import { artistKey } from "~/matching/artist-key";

type Song = { artist: string; title: string };

/** Whether two songs are the same, whatever an edition adds to a title: "Spoon (2004 Remaster)", "Spoon - Live". */
export function isSameSong(one: Song, other: Song): boolean {
  return artistKey(one.artist) === artistKey(other.artist) && foldTitle(one.title) === foldTitle(other.title);
}

/** The key in the URL of a preview, which proves that this server has shown its song. */
export function previewKeyOf(previewUrl: string): string {
  return previewUrl.split(/[/?]/)[2] ?? "";
}

function foldTitle(title: string): string {
  const bare = title
    .replace(/[([][^()[\]]*[)\]]/g, "")
    .replace(/ (?:-|–|feat\.|ft\.) .*$/i, "")
    .trim();
  return artistKey(bare || title);
}
