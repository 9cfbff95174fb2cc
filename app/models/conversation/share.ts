// What can be shared in a chat besides words: which addresses are taken, what is kept, what is said. Without schemas,
// so that the chat stays light.

/** What a message carries besides its words, by its kind. */
export type Shared =
  | { messageType: "music_share"; metadata: { type: "song"; artist: string; title: string; album?: string } }
  | { messageType: "youtube_link"; metadata: { type: "youtube"; url: string; videoId: string | null } }
  | { messageType: "spotify_link"; metadata: { type: "spotify"; url: string } }
  | {
      messageType: "youtube_video";
      metadata: { videoId: string; videoTitle: string; videoThumbnail: string; youtubeUrl: string };
    };

/** A message of words alone, or with something shared. */
export type Said = { messageType: null; metadata: null } | Shared;

/** What the Share Music dialog offers. */
export const shareTypes = ["song", "youtube", "spotify"] as const;
export type ShareType = (typeof shareTypes)[number];

/** The fields of the Share Music dialog, as they are typed. */
export type ShareFields = {
  shareType: string;
  artist: string;
  title: string;
  album: string;
  url: string;
  note: string;
};

export const SONG_PART_MAX = 200;
export const VIDEO_TITLE_MAX = 200;

/** What a video is called whose title nobody told. */
const UNKNOWN_VIDEO = "YouTube video";

/** What the two dialogs say. */
export const shareWords = {
  invalid: {
    youtube: "Please enter a valid youtube URL",
    spotify: "Please enter a valid spotify URL",
  },
  urlRequired: { title: "URL required", description: "Please enter a YouTube URL to share." },
  urlInvalid: { title: "Invalid URL", description: "Please enter a valid YouTube URL." },
  videoShared: {
    title: "Video shared!",
    description: "Your YouTube video has been shared in the conversation.",
  },
  videoTrouble: {
    title: "Failed to share video",
    description: "Please check the YouTube URL and try again.",
  },
};

const ADDRESS_MAX = 2000;
const YOUTUBE_HOSTS = ["youtube.com", "www.youtube.com", "m.youtube.com", "music.youtube.com", "youtu.be"];
const SPOTIFY_HOSTS = ["open.spotify.com", "spotify.link"];
const THUMBNAIL_HOSTS = ["i.ytimg.com"];

/** An address at YouTube as it is kept; undefined for any other. */
export function youtubeAddress(typed: string): string | undefined {
  return addressAt(YOUTUBE_HOSTS, typed);
}

/** An address at Spotify as it is kept; undefined for any other. */
export function spotifyAddress(typed: string): string | undefined {
  return addressAt(SPOTIFY_HOSTS, typed);
}

/** The id in an address at YouTube: of a watch or an embed page, or of youtu.be. Null where there are no 11 characters. */
export function videoIdOf(address: string): string | null {
  const { hostname, pathname, searchParams } = new URL(address);
  const [, first = "", second = ""] = pathname.split("/");
  const isShort = hostname === "youtu.be";
  const id = isShort ? first : first === "watch" ? searchParams.get("v") : first === "embed" ? second : "";
  return /^[\w-]{11}$/.test(id ?? "") ? id : null;
}

/** The picture of a video: the one that was named, if it is on YouTube's own host for pictures, else the usual one. */
export function thumbnailOf(videoId: string, named?: string | null): string {
  return (named && addressAt(THUMBNAIL_HOSTS, named)) || `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`;
}

/** The player of a video, which sets no cookies before it plays. */
export function playerOf(videoId: string): string {
  return `https://www.youtube-nocookie.com/embed/${videoId}?autoplay=1`;
}

/** What a share says where its sender has said nothing. */
export function usualNote(shared: Shared): string {
  switch (shared.messageType) {
    case "music_share":
      return `Check out "${shared.metadata.title}" by ${shared.metadata.artist}`;
    case "youtube_link":
      return "Check out this music video!";
    case "spotify_link":
      return "Listen to this on Spotify!";
    case "youtube_video":
      return shared.metadata.videoTitle;
  }
}

/** The fields of the Share Music dialog, out of its form. */
export function shareFieldsOf(form: Record<string, unknown>): ShareFields {
  const text = (name: string) => String(form[name] ?? "");
  return {
    shareType: text("shareType"),
    artist: text("artist"),
    title: text("title"),
    album: text("album"),
    url: text("url"),
    note: text("note"),
  };
}

/** What the Share Music dialog would send; undefined while something is missing or wrong. */
export function shareOf(fields: ShareFields): (Shared & { content: string }) | undefined {
  const shared = sharedOf(fields);
  return shared && { ...shared, content: fields.note.trim() || usualNote(shared) };
}

function sharedOf({ shareType, ...typed }: ShareFields): Shared | undefined {
  const [artist, title, album] = [typed.artist.trim(), typed.title.trim(), typed.album.trim()];
  if (shareType === "youtube") {
    const url = youtubeAddress(typed.url);
    return url
      ? { messageType: "youtube_link", metadata: { type: "youtube", url, videoId: videoIdOf(url) } }
      : undefined;
  }
  if (shareType === "spotify") {
    const url = spotifyAddress(typed.url);
    return url ? { messageType: "spotify_link", metadata: { type: "spotify", url } } : undefined;
  }
  if (!artist || !title) return undefined;
  const metadata = { type: "song" as const, artist, title, ...(album ? { album } : {}) };
  return { messageType: "music_share", metadata };
}

/** A video as it is kept, from what was typed and what YouTube says of it; undefined for what is no video's address. */
export function videoOf(
  typed: string,
  told: { title?: string; thumbnail?: string | null } = {},
): Extract<Shared, { messageType: "youtube_video" }> | undefined {
  const youtubeUrl = youtubeAddress(typed);
  const videoId = youtubeUrl && videoIdOf(youtubeUrl);
  if (!youtubeUrl || !videoId) return undefined;
  const videoTitle = told.title || UNKNOWN_VIDEO;
  const videoThumbnail = thumbnailOf(videoId, told.thumbnail);
  return { messageType: "youtube_video", metadata: { videoId, videoTitle, videoThumbnail, youtubeUrl } };
}

/** What a dialog of the chat is sending, as its message will be; undefined for any other form. */
export function sharedDraftOf(
  form: Record<string, unknown>,
): (Shared & { id: string; content: string }) | undefined {
  const { id, youtubeUrl } = form;
  if (typeof id !== "string") return undefined;
  if (typeof youtubeUrl !== "string") {
    const share = shareOf(shareFieldsOf(form));
    return share && { ...share, id };
  }
  const video = videoOf(youtubeUrl);
  return video && { ...video, id, content: usualNote(video) };
}

/**
 * An https address at one of these hosts, as a browser would write it. Before it is parsed, for a parser forgives:
 * nothing stands between the two slashes and the host or between the host and what follows, and nowhere is there a
 * blank, a line's end, another control character or a backslash.
 */
function addressAt(hosts: string[], typed: string): string | undefined {
  const address = typed.trim();
  const [, host = ""] = /^https:\/\/([a-z.]+)(?:[/?#][^\s\p{C}\\]*)?$/iu.exec(address) ?? [];
  if (address.length > ADDRESS_MAX || !hosts.includes(host.toLowerCase()) || !URL.canParse(address)) {
    return undefined;
  }
  const url = new URL(address);
  return hosts.includes(url.host) && url.href.length <= ADDRESS_MAX ? url.href : undefined;
}
