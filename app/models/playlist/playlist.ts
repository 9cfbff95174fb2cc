// Playlists and their songs: types, limits, messages, and lists as they will be after a change.
import { msg, t } from "~/language/text";
import { coverFromForm, uploadIdFromUrl } from "~/models/picture-url";

/** How many playlists a member can own. */
export const PLAYLISTS_MAX = 200;
/** How many songs a playlist can hold. */
export const SONGS_MAX = 500;
export const PLAYLIST_NAME_MAX = 100;
export const DESCRIPTION_MAX = 500;
/** How many public playlists a member's page shows. */
export const SHOWN_PLAYLISTS = 5;
/** How many playlists of each kind are listed on a page, and how many songs of one. */
export const PLAYLISTS_PER_PAGE = 24;
export const SONGS_PER_PAGE = 50;

/** A playlist as a form or the API gives it. */
export type PlaylistInput = {
  id?: string;
  name: string;
  description: string;
  collaboratorId: number | null;
  isPublic: boolean;
  coverImageUrl: string | null;
};

/** A song as a form or the API gives it; `duration` is in seconds. */
export type SongInput = {
  id?: string;
  artist: string;
  title: string;
  album: string;
  duration: number | null;
};

/** A member as a playlist names them. */
type NamedMember = { id: string; firstName: string };

/** What a viewer can do: the owner everything, a collaborator add songs and leave, a reader nothing. */
export type PlaylistRole = "owner" | "collaborator" | "reader";

/** A playlist as lists and the API show it to a viewer. */
export type PlaylistDto = {
  id: string;
  name: string;
  description: string;
  ownerId: string;
  owner: NamedMember;
  collaboratorId: string | null;
  collaborator: NamedMember | null;
  isPublic: boolean;
  /** Null if the viewer may not load it. */
  coverImageUrl: string | null;
  songCount: number;
  createdAt: string;
};

/** A song as playlists show it. */
export type SongDto = {
  id: string;
  artist: string;
  title: string;
  album: string;
  /** In seconds. */
  duration: number | null;
  /** Null for a member who has left the playlist or B-Side. */
  addedBy: NamedMember | null;
  /** The URL that plays it, unless it is known to have no preview. */
  previewUrl?: string;
};

/** A playlist with a page of its songs in order, for a viewer. */
export type PlaylistDetail = PlaylistDto & { role: PlaylistRole; songs: SongDto[] };

/** Where a page of songs is in its playlist. */
export type SongPage = {
  /** The page's cursor; the first page has none. */
  cursor?: string;
  previous?: { cursor?: string };
  next?: { cursor: string };
  /** How many songs come before it. */
  offset: number;
  /** The song before it and the two after it, which moves across the page's borders refer to. */
  before?: SongDto;
  after: SongDto[];
};

export const PLAYLIST_IMPORT_PATH = "/playlists/import";
/** Where a member chooses from the playlists of a file. */
export const PLAYLIST_CHOICE_PATH = `${PLAYLIST_IMPORT_PATH}/lists`;

export const playlistMessages = {
  added: { title: msg("Success!"), description: msg("Playlist created successfully") },
  imported: { title: msg("Success!"), description: msg("Playlist imported") },
  copied: { title: msg("Success!"), description: msg("The copy is yours") },
  changed: { title: msg("Success!"), description: msg("Playlist updated successfully") },
  removed: { title: msg("Success!"), description: msg("Playlist deleted") },
  left: { title: msg("Success!"), description: msg("You have left the playlist") },
  songAdded: { title: msg("Success!"), description: msg("Song added to playlist") },
  songRemoved: { title: msg("Success!"), description: msg("Song removed from playlist") },
};

export const PLAYLIST_GONE = msg("This playlist is no longer available.");
export const SONG_GONE = msg("This song is no longer in the playlist.");

/** The titles of refusals. */
export const playlistErrors = {
  add: msg("Failed to create playlist"),
  copy: msg("Failed to copy playlist"),
  change: msg("Failed to update playlist"),
  remove: msg("Failed to delete playlist"),
  removeSong: msg("Failed to remove song"),
  addSong: msg("Failed to add song"),
};

/** The URL of a playlist. */
export function playlistPath(id: string): string {
  return `/playlists/${encodeURIComponent(id)}`;
}

/** The URL of a page of a playlist, or with `verb` of a dialog above it. */
export function songPagePath(id: string, cursor?: string, verb = ""): string {
  const path = `${playlistPath(id)}${verb && `/${verb}`}`;
  return cursor ? `${path}?${new URLSearchParams({ cursor })}` : path;
}

/** The page of a playlist that a request's URL names, for its dialogs and buttons. */
export function songPageOf(id: string, url: string): string {
  return songPagePath(id, new URL(url).searchParams.get("cursor") ?? undefined);
}

/** "1 song". */
export function describeSongs(count: number): string {
  return t("{count, plural, one {# song} other {# songs}}", { count });
}

/** Whether a viewer can remove a song: as the owner of the playlist, or as the collaborator who added it. */
export function canRemoveSong(role: PlaylistRole, song: Pick<SongDto, "addedBy">, viewerId: string): boolean {
  return role === "owner" || (role === "collaborator" && song.addedBy?.id === viewerId);
}

/** A member's own playlists as they will be once a form's fields, already validated, are saved. */
export function playlistsAfter(
  own: PlaylistDto[],
  viewer: { id: string; firstName: string },
  sent: Record<string, unknown>,
): PlaylistDto[] {
  const text = (name: keyof PlaylistInput) => String(sent[name] ?? "").trim();
  if (own.some(({ id }) => id === text("id"))) return own;
  const cover = coverFromForm(sent, "coverImageUrl");
  const pending: PlaylistDto = {
    id: text("id"),
    name: text("name"),
    description: text("description"),
    ownerId: viewer.id,
    owner: viewer,
    collaboratorId: text("collaboratorId") || null,
    collaborator: text("collaboratorId") ? { id: text("collaboratorId"), firstName: "" } : null,
    isPublic: sent.isPublic === "on",
    coverImageUrl: cover.startsWith("https://") || uploadIdFromUrl(cover) ? cover : null,
    songCount: 0,
    createdAt: new Date().toISOString(),
  };
  return [pending, ...own];
}

/** A playlist's songs with the one that is being added, from a form's validated fields. */
export function songsWith(
  songs: SongDto[],
  viewer: { id: string; firstName: string },
  sent: Record<string, unknown>,
): SongDto[] {
  const text = (name: keyof SongInput) => String(sent[name] ?? "").trim();
  if (songs.some(({ id }) => id === text("id"))) return songs;
  const [id, artist, title, album] = [text("id"), text("artist"), text("title"), text("album")];
  return [...songs, { id, artist, title, album, duration: null, addedBy: viewer }];
}

/** A pending change: the removal of a song, or its move before another one (to the end with a blank). */
export type SongChange =
  | { songId: string; verb: "remove" }
  | { songId: string; verb: "move"; before: string };

/** The pending submissions that change the songs of the playlist at a URL. */
export function songChanges(
  address: string,
  submissions: { formAction?: string; formData?: FormData }[],
): SongChange[] {
  return submissions.flatMap<SongChange>(({ formAction = "", formData }) => {
    if (!formData || !formAction.startsWith(`${address}/songs/`)) return [];
    const [songId = "", verb] = formAction.slice(`${address}/songs/`.length).split("/");
    if (verb === "remove") return [{ songId, verb }];
    return verb === "move" ? [{ songId, verb, before: String(formData.get("before") ?? "") }] : [];
  });
}

/** The songs in order after these changes; a change that no longer applies is ignored. */
export function songsAfter<Song extends { id: string }>(songs: Song[], changes: SongChange[]): Song[] {
  return changes.reduce((list, change) => {
    const song = list.find(({ id }) => id === change.songId);
    if (!song) return list;
    const others = list.filter((other) => other !== song);
    if (change.verb === "remove") return others;
    if (change.before === song.id) return list;
    const index = change.before ? others.findIndex(({ id }) => id === change.before) : others.length;
    return index < 0 ? list : [...others.slice(0, index), song, ...others.slice(index)];
  }, songs);
}
