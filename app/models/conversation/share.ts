// Songs, videos and links shared in a chat: their types, accepted URLs and messages.
import { msg, t } from "~/language/text";
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

/** A photo or a voice note by its message type, with what is shown before its file is loaded. Sides are in pixels. */
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

/** The title of a video about which YouTube says nothing. */
// Not translated: it is kept in the database.
export const UNKNOWN_VIDEO = "YouTube video";

/** The messages of both dialogs. */
export const shareMessages = {
  invalid: {
    youtube: msg("Please enter a valid youtube URL"),
    spotify: msg("Please enter a valid spotify URL"),
  },
  urlRequired: { title: msg("URL required"), description: msg("Please enter a YouTube URL to share.") },
  urlInvalid: { title: msg("Invalid URL"), description: msg("Please enter a valid YouTube URL.") },
  videoShared: {
    title: msg("Video shared!"),
    description: msg("Your YouTube video has been shared in the conversation."),
  },
  videoFailed: {
    title: msg("Failed to share video"),
    description: msg("Please check the YouTube URL and try again."),
  },
};

const URL_MAX = 2000;
const YOUTUBE_HOSTS = ["youtube.com", "www.youtube.com", "m.youtube.com", "music.youtube.com", "youtu.be"];
/** The hosts of the player that sets no cookies. */
const NO_COOKIES_HOSTS = ["www.youtube-nocookie.com", "youtube-nocookie.com"];
const CONSENT_HOSTS = ["consent.youtube.com", "consent.google.com"];
/** The hosts of Spotify's items; the second is in old links. */
const SPOTIFY_ITEM_HOSTS = ["open.spotify.com", "play.spotify.com"];
const SPOTIFY_HOSTS = [...SPOTIFY_ITEM_HOSTS, "spotify.link", "spotify.app.link"];
const THUMBNAIL_HOSTS = ["i.ytimg.com"];

/** The YouTube URL in a text, normalized; undefined without one. */
export function parseYoutubeUrl(typed: string): string | undefined {
  const found = findUrl([...YOUTUBE_HOSTS, ...NO_COOKIES_HOSTS, ...CONSENT_HOSTS], typed);
  if (!found) return undefined;
  const { hostname, searchParams } = new URL(found);
  if (CONSENT_HOSTS.includes(hostname)) return findUrl(YOUTUBE_HOSTS, searchParams.get("continue") ?? "");
  if (!hostname.includes("nocookie")) return found;
  const videoId = videoIdOf(found);
  return videoId ? videoUrl(videoId) : undefined;
}

/** The Spotify URL in a text, normalized, or that of a Spotify URI; undefined without one. */
export function parseSpotifyUrl(typed: string): string | undefined {
  const [, kind, id] = SPOTIFY_URI.exec(typed) ?? [];
  return findUrl(SPOTIFY_HOSTS, kind ? `https://open.spotify.com/${kind.toLowerCase()}/${id}` : typed);
}

const SPOTIFY_URI =
  /(?<![\w/:])spotify:(?:user:[^\s:]+:)?(track|album|playlist|artist|episode|show):([a-z\d]{1,40})(?![\w/:])/i;
const SPOTIFY_ITEM =
  /^(?:\/intl-[\w-]+|\/embed[\w-]*)*(?:\/user\/[^/]+)?\/((?:track|album|playlist|artist|episode|show)\/\w+)\/?$/;

/** What a Spotify URL leads to, such as "track/1"; undefined for other pages and short links. */
export function spotifyItemOf(spotifyUrl: string): string | undefined {
  const { hostname, pathname } = new URL(spotifyUrl);
  return SPOTIFY_ITEM_HOSTS.includes(hostname) ? SPOTIFY_ITEM.exec(pathname)?.[1] : undefined;
}

/** Where the id of a video stands in a path, besides "watch". */
const VIDEO_PATHS = ["watch", "embed", "e", "shorts", "live", "v", "vi"];

/** The video id of a YouTube URL; null unless it has 11 characters. */
export function videoIdOf(youtubeUrl: string): string | null {
  const { hostname, pathname, searchParams } = new URL(youtubeUrl);
  const [, first = "", second = ""] = pathname.split("/");
  const inPath = hostname === "youtu.be" ? first : VIDEO_PATHS.includes(first) ? second : "";
  const id = inPath || (first === "watch" && (searchParams.get("v") ?? searchParams.get("amp;v"))) || "";
  // Some links repeat the question mark, or have parameters before it.
  return /^([\w-]{11})(?=[?&\s]|$)/.exec(id)?.[1] ?? null;
}

function videoUrl(videoId: string): string {
  return `https://www.youtube.com/watch?v=${videoId}`;
}

/** The thumbnail of a video: the given one if it's on YouTube's image host, else the default. */
export function videoThumbnailUrl(videoId: string, thumbnail?: string | null): string {
  return (
    (thumbnail && urlAt(THUMBNAIL_HOSTS, thumbnail)) || `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`
  );
}

/** The link with which a share's site is asked about it, built from its id; undefined for shares without one. */
export function linkOf(shared: SharedContent): { site: "youtube" | "spotify"; url: string } | undefined {
  const { videoId, url } = { videoId: null, url: "", ...shared.metadata };
  if (videoId) return { site: "youtube", url: videoUrl(videoId) };
  if (shared.messageType !== "spotify_link") return undefined;
  const item = spotifyItemOf(url);
  if (item) return { site: "spotify", url: `https://open.spotify.com/${item}` };
  const [, host, code] = /^https:\/\/(spotify\.(?:app\.)?link)\/([\w-]+)(?=[/?#]|$)/.exec(url) ?? [];
  return code ? { site: "spotify", url: `https://${host}/${code}` } : undefined;
}

/** The URL of the embedded player, which sets no cookies before it plays. */
export function videoPlayerUrl(videoId: string): string {
  return `https://www.youtube-nocookie.com/embed/${videoId}?autoplay=1`;
}

/** The text of a share without a note. */
export function defaultNote(shared: SharedContent): string {
  switch (shared.messageType) {
    case "music_share":
      // Not translated: it is kept in the database, and the song's card stands for it.
      return `Check out "${shared.metadata.title}" by ${shared.metadata.artist}`;
    case "youtube_link":
      return t("Check out this music video!");
    case "spotify_link":
      return t("Listen to this on Spotify!");
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

/** The video or song that a text links to, as a share with the text; undefined without one. */
export function shareInText(content: string): (SharedContent & { content: string }) | undefined {
  const fields = { artist: "", title: "", album: "", url: content, note: content };
  return (["youtube", "spotify"] as const)
    .map((shareType) => parseShare({ ...fields, shareType }))
    .find((share) => share && linkOf(share));
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
 * A URL in a text, with a scheme wherever no other address leads up to it, or without one at the start of a word. It ends at a
 * space, a quotation mark, an emoji, or a sign or letter of a script that is written without spaces.
 */
const URL_IN_TEXT =
  /(?:(?<![\w.@/:%?&=#+,\\-])https?:\/\/|(?<=^|[\s<([{"'“‘«*~])(?=(?:[a-z-]+\.)+[a-z]+[/?#]))([^\s<>"«»\u200b-\u2027\u2060-\u2069\u2600-\u27bf\u2e80-\u{10ffff}]+)/giu;

/** The first URL at one of these hosts in a text, with or without a scheme, normalized. */
function findUrl(hosts: string[], text: string): string | undefined {
  if (text.length > URL_MAX) return undefined;
  for (const [, rest = ""] of text.matchAll(URL_IN_TEXT)) {
    const url = urlAt(hosts, `https://${rest.replace(/[)\]}'*~.,;:!?]+$/, "")}`);
    if (url) return url;
  }
  return undefined;
}

/**
 * Normalizes an https URL at one of these hosts. The pattern runs first because URL parsers are lenient: it allows no
 * credentials or port, and no whitespace, control characters or backslashes.
 */
function urlAt(hosts: string[], typed: string): string | undefined {
  const text = typed.trim();
  const [, host = ""] = /^https:\/\/([a-z.-]+)(?:[/?#][^\s\p{C}\\]*)?$/iu.exec(text) ?? [];
  if (text.length > URL_MAX || !hosts.includes(host.toLowerCase()) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return hosts.includes(url.host) && url.href.length <= URL_MAX ? url.href : undefined;
}
