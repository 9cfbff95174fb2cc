// Songs, videos and links shared in a chat: their types, accepted URLs and messages.
import type { QuotedContent } from "./profile-quote/profile-quote";

/** A share by its message type. */
export type SharedContent =
  | { messageType: "music_share"; metadata: { type: "song"; artist: string; title: string; album?: string } }
  | { messageType: "youtube_link"; metadata: { type: "youtube"; url: string; videoId: string | null } }
  | { messageType: "spotify_link"; metadata: { type: "spotify"; url: string } }
  | {
      messageType: "youtube_video";
      metadata: { videoId: string; videoTitle: string; videoThumbnail: string; youtubeUrl: string };
    };

/** A photo or a voice note by its message type: what is shown of its file before it is loaded. Sides are in pixels. */
export type AttachedContent =
  | { messageType: "photo"; metadata: { type: "photo"; width: number; height: number } }
  | { messageType: "voice"; metadata: { type: "voice"; seconds: number } };

/** Plain text, a share, a quote of the receiver's profile, or a file. */
export type MessageContent =
  | { messageType: null; metadata: null }
  | SharedContent
  | QuotedContent
  | AttachedContent;

/** Whether a message shares a song, a video or a link. */
export function isShare<Content extends MessageContent>(
  message: Content,
): message is Content & SharedContent {
  switch (message.messageType) {
    case "music_share":
    case "youtube_link":
    case "spotify_link":
    case "youtube_video":
      return true;
    default:
      return false;
  }
}

/** The options of the Share Music dialog. */
export const shareTypes = ["song", "youtube", "spotify"] as const;
export type ShareType = (typeof shareTypes)[number];

/** The typed fields of the Share Music dialog. */
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

/** The title of a video that YouTube tells nothing about. */
const UNKNOWN_VIDEO = "YouTube video";

/** The messages of both dialogs. */
export const shareMessages = {
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
  videoFailed: {
    title: "Failed to share video",
    description: "Please check the YouTube URL and try again.",
  },
};

const URL_MAX = 2000;
const YOUTUBE_HOSTS = ["youtube.com", "www.youtube.com", "m.youtube.com", "music.youtube.com", "youtu.be"];
const SPOTIFY_HOSTS = ["open.spotify.com", "spotify.link"];
const THUMBNAIL_HOSTS = ["i.ytimg.com"];

/** Normalizes a YouTube URL; undefined for any other. */
export function parseYoutubeUrl(typed: string): string | undefined {
  return urlAt(YOUTUBE_HOSTS, typed);
}

/** Normalizes a Spotify URL; undefined for any other. */
export function parseSpotifyUrl(typed: string): string | undefined {
  return urlAt(SPOTIFY_HOSTS, typed);
}

/** The video id of a YouTube watch, embed or youtu.be URL; null unless it has 11 characters. */
export function videoIdOf(youtubeUrl: string): string | null {
  const { hostname, pathname, searchParams } = new URL(youtubeUrl);
  const [, first = "", second = ""] = pathname.split("/");
  const isShort = hostname === "youtu.be";
  const id = isShort ? first : first === "watch" ? searchParams.get("v") : first === "embed" ? second : "";
  return /^[\w-]{11}$/.test(id ?? "") ? id : null;
}

/** The thumbnail of a video: the given one if it's on YouTube's image host, else the default. */
export function videoThumbnailUrl(videoId: string, thumbnail?: string | null): string {
  return (
    (thumbnail && urlAt(THUMBNAIL_HOSTS, thumbnail)) || `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`
  );
}

/** The link of a share, as its site is asked about it: without what a copied link says about who copied it. */
export function linkOf(shared: SharedContent): { site: "youtube" | "spotify"; url: string } | undefined {
  const { videoId, url } = { videoId: null, url: "", ...shared.metadata };
  if (videoId) return { site: "youtube", url: `https://www.youtube.com/watch?v=${videoId}` };
  if (shared.messageType !== "spotify_link") return undefined;
  const { host, pathname } = new URL(url);
  return { site: "spotify", url: `https://${host}${pathname.replace(/^\/intl-\w+/, "")}` };
}

/** The URL of the embedded player, which sets no cookies before it plays. */
export function videoPlayerUrl(videoId: string): string {
  return `https://www.youtube-nocookie.com/embed/${videoId}?autoplay=1`;
}

/** The text of a share without a note. */
export function defaultNote(shared: SharedContent): string {
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

/** Reads the fields of the Share Music dialog from its form. */
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

/** The message the Share Music dialog would send; undefined while the fields are incomplete or invalid. */
export function parseShare(fields: ShareFields): (SharedContent & { content: string }) | undefined {
  const shared = readShare(fields);
  return shared && { ...shared, content: fields.note.trim() || defaultNote(shared) };
}

function readShare({ shareType, ...typed }: ShareFields): SharedContent | undefined {
  const [artist, title, album] = [typed.artist.trim(), typed.title.trim(), typed.album.trim()];
  if (shareType === "youtube") {
    const url = parseYoutubeUrl(typed.url);
    return url
      ? { messageType: "youtube_link", metadata: { type: "youtube", url, videoId: videoIdOf(url) } }
      : undefined;
  }
  if (shareType === "spotify") {
    const url = parseSpotifyUrl(typed.url);
    return url ? { messageType: "spotify_link", metadata: { type: "spotify", url } } : undefined;
  }
  if (!artist || !title) return undefined;
  const metadata = { type: "song" as const, artist, title, ...(album ? { album } : {}) };
  return { messageType: "music_share", metadata };
}

/** A video share from a typed URL and YouTube's details; undefined unless it is the URL of a video. */
export function parseVideo(
  typed: string,
  details: { title?: string; thumbnail?: string | null } = {},
): Extract<SharedContent, { messageType: "youtube_video" }> | undefined {
  const youtubeUrl = parseYoutubeUrl(typed);
  const videoId = youtubeUrl && videoIdOf(youtubeUrl);
  if (!youtubeUrl || !videoId) return undefined;
  const videoTitle = details.title || UNKNOWN_VIDEO;
  const videoThumbnail = videoThumbnailUrl(videoId, details.thumbnail);
  return { messageType: "youtube_video", metadata: { videoId, videoTitle, videoThumbnail, youtubeUrl } };
}

/** The message of a form that is sending a share; undefined for any other form. */
export function pendingShareOf(
  form: Record<string, unknown>,
): (SharedContent & { id: string; content: string }) | undefined {
  const { id, youtubeUrl } = form;
  if (typeof id !== "string") return undefined;
  if (typeof youtubeUrl !== "string") {
    const share = parseShare(shareFieldsOf(form));
    return share && { ...share, id };
  }
  const video = parseVideo(youtubeUrl);
  return video && { ...video, id, content: defaultNote(video) };
}

/**
 * Normalizes an https URL at one of these hosts. The pattern runs first because URL parsers are lenient: it allows no
 * credentials or port, and no whitespace, control characters or backslashes.
 */
function urlAt(hosts: string[], typed: string): string | undefined {
  const text = typed.trim();
  const [, host = ""] = /^https:\/\/([a-z.]+)(?:[/?#][^\s\p{C}\\]*)?$/iu.exec(text) ?? [];
  if (text.length > URL_MAX || !hosts.includes(host.toLowerCase()) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return hosts.includes(url.host) && url.href.length <= URL_MAX ? url.href : undefined;
}
