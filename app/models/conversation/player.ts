// The embedded players of shared videos and songs: pages of other sites, which open only where the member allows it.
import { type SharedContent, spotifyItemOf, videoPlayerUrl } from "./share";

export type PlayerSite = "youtube" | "spotify";

// Not translated: names.
export const siteNames: Record<PlayerSite, string> = { youtube: "YouTube", spotify: "Spotify" };

export type Player = { site: PlayerSite; url: string };

/** The URL of the page with the player of a shared video or song, which asks first. */
export function playerPath(message: { conversationId: string; id: string }): string {
  return `/messages/${message.conversationId}/play/${message.id}`;
}

/** The player of a share; undefined if it has none, such as a song without a link or a short link. */
export function playerOf(shared: SharedContent): Player | undefined {
  const { videoId, url } = { videoId: null, url: "", ...shared.metadata };
  if (videoId) return { site: "youtube", url: videoPlayerUrl(videoId) };
  const path = shared.messageType === "spotify_link" ? spotifyItemOf(url) : undefined;
  return path === undefined ? undefined : { site: "spotify", url: `https://open.spotify.com/embed/${path}` };
}

/** A YouTube player that takes messages from a page at `origin`, without controls of its own. */
export function toSteered(player: Player, origin: string): Player {
  const url = new URL(player.url);
  url.search = String(
    new URLSearchParams({ enablejsapi: "1", origin, controls: "0", disablekb: "1", playsinline: "1" }),
  );
  return { ...player, url: url.href };
}
