// The music services that a song, a record or an artist is opened in: their search addresses, which need no key.
import { LISTEN_SERVICES, type ListenChoice, type ListenService } from "db/column-types";
import { t } from "~/language/text";
import { isPlaceholderArtist } from "~/matching/placeholder-artist";
import type { FlashMessage } from "~/models/flash";
import type { Listenable } from "./listen";

// Not translated: names.
export const listenServiceNames: Record<ListenService, string> = {
  youtube: "YouTube",
  youtube_music: "YouTube Music",
  spotify: "Spotify",
  apple_music: "Apple Music",
  bandcamp: "Bandcamp",
  deezer: "Deezer",
  tidal: "Tidal",
};

/** The addresses to which the search words are appended. */
const searches: Record<ListenService, string> = {
  youtube: "https://www.youtube.com/results?search_query=",
  youtube_music: "https://music.youtube.com/search?q=",
  spotify: "https://open.spotify.com/search/",
  apple_music: "https://music.apple.com/search?term=",
  bandcamp: "https://bandcamp.com/search?q=",
  deezer: "https://www.deezer.com/search/",
  tidal: "https://tidal.com/search?q=",
};

/** The URL of a service's search for something to listen to. A compilation is looked for by its title alone. */
export function listenUrl(service: ListenService, { artist, title = "" }: Listenable): string {
  const named = title && isPlaceholderArtist(artist) ? "" : artist;
  // encodeURIComponent throws for half of a surrogate pair.
  const words = `${named} ${title}`
    .replace(/\p{Cs}/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  return searches[service] + encodeURIComponent(words);
}

/** All services, the member's own first. */
export function orderServices(own: ListenChoice | null | undefined): ListenService[] {
  const isOwn = (service: ListenService) => service === own;
  return [...LISTEN_SERVICES].sort((one, other) => Number(isOwn(other)) - Number(isOwn(one)));
}

/** The flash message for a saved service. */
export function listenSavedMessage(choice: ListenChoice | null): FlashMessage {
  if (choice === null || choice === "none") return { title: t("Listening saved") };
  return {
    title: t("Listening saved"),
    description: t("{service} comes first from now on.", {
      service: listenServiceNames[choice],
    }),
  };
}
