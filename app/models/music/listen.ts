// Songs, records and artists that can be listened to, and the page that opens them.
import { t } from "~/language/text";
import { previewKeyOf } from "~/models/song";

/** Something to listen to: an artist, or a song or a record of one. With a single name, it has no artist. */
export type Listenable = { artist: string; title?: string };

/** The longest artist or title, in characters. */
export const LISTEN_TEXT_MAX = 200;

/** Something to listen to, as part of a sentence. */
export function nameListenable({ artist, title }: Listenable): string {
  return title && artist ? t("{title} by {artist}", { title, artist }) : title || artist;
}

/** Where a song can be opened without scripts, and where the member's own service is saved. */
export const LISTEN_PATH = "/listen";

/** The page that opens it; `previewUrl` is the URL that plays it, if there is one. */
export function listenPath({ artist, title }: Listenable, previewUrl?: string): string {
  const words = { ...(artist && { artist }), ...(title && { title }) };
  const query = new URLSearchParams({ ...words, ...(previewUrl && { preview: previewKeyOf(previewUrl) }) });
  return `${LISTEN_PATH}?${query}`;
}
