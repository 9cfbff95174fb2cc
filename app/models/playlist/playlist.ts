// A playlist and its songs: their limits, their words, and what a list of them becomes.
import { sentCover, uploadOf } from "./picture";

/** How many playlists a member owns at most. */
export const PLAYLISTS_MAX = 200;
/** How many songs a playlist holds. */
export const SONGS_MAX = 500;
export const DESCRIPTION_MAX = 500;

/** What is known of a playlist before it is kept. */
export type PlaylistInput = {
  id?: string;
  name: string;
  description: string;
  collaboratorId: number | null;
  isPublic: boolean;
  coverImageUrl: string | null;
};

/** What is known of a song before it is kept; `duration` in seconds. */
export type SongInput = {
  id?: string;
  artist: string;
  title: string;
  album: string;
  duration: number | null;
};

/** A member as a playlist names one. */
type Named = { id: string; firstName: string };

/** What the one who looks may do: an owner all, a collaborator add songs and leave, a reader nothing. */
export type PlaylistRole = "owner" | "collaborator" | "reader";

/** A playlist as lists and the API show it. */
export type ShownPlaylist = {
  id: string;
  name: string;
  description: string;
  ownerId: string;
  owner: Named;
  collaboratorId: string | null;
  collaborator: Named | null;
  isPublic: boolean;
  /** Null where the viewer must not be given the address. */
  coverImageUrl: string | null;
  songCount: number;
  createdAt: string;
};

/** A song as playlists show it. */
export type ShownSong = {
  id: string;
  artist: string;
  title: string;
  album: string;
  /** In seconds. */
  duration: number | null;
  /** Whoever has left the playlist or the house is not named. */
  addedBy: Named | null;
};

/** A playlist with its songs in their order, for the one who looks. */
export type PlaylistDetail = ShownPlaylist & { role: PlaylistRole; songs: ShownSong[] };

export const playlistWords = {
  added: { title: "Success!", description: "Playlist created successfully" },
  changed: { title: "Success!", description: "Playlist updated successfully" },
  removed: { title: "Success!", description: "Playlist deleted" },
  left: { title: "Success!", description: "You have left the playlist" },
  songAdded: { title: "Success!", description: "Song added to playlist" },
  songRemoved: { title: "Success!", description: "Song removed from playlist" },
};

/** What is said above the reason when an operation is refused. */
export const playlistTrouble = {
  add: "Failed to create playlist",
  change: "Failed to update playlist",
  remove: "Failed to delete playlist",
  addSong: "Failed to add song",
};

/** Where a playlist is opened. */
export function playlistAddress(id: string): string {
  return `/playlists/${encodeURIComponent(id)}`;
}

/** "3:45", or "--:--" where nobody has said how long. */
export function formatDuration(seconds: number | null): string {
  if (seconds === null) return "--:--";
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** "1 song". */
export function describeSongs(count: number): string {
  return `${count} ${count === 1 ? "song" : "songs"}`;
}

/** Whether somebody may take a song out: its playlist's owner, or the collaborator who has added it. */
export function mayRemoveSong(
  role: PlaylistRole,
  song: Pick<ShownSong, "addedBy">,
  viewerId: string,
): boolean {
  return role === "owner" || (role === "collaborator" && song.addedBy?.id === viewerId);
}

/** A member's own playlists as they will be once the fields of a form, found right before it was sent, are saved. */
export function playlistsAfter(
  own: ShownPlaylist[],
  viewer: { id: string; firstName: string },
  sent: Record<string, unknown>,
): ShownPlaylist[] {
  const text = (name: keyof PlaylistInput) => String(sent[name] ?? "").trim();
  if (own.some(({ id }) => id === text("id"))) return own;
  const cover = sentCover(sent, "coverImageUrl");
  const coming: ShownPlaylist = {
    id: text("id"),
    name: text("name"),
    description: text("description"),
    ownerId: viewer.id,
    owner: viewer,
    collaboratorId: text("collaboratorId") || null,
    collaborator: text("collaboratorId") ? { id: text("collaboratorId"), firstName: "" } : null,
    isPublic: sent.isPublic === "on",
    coverImageUrl: cover.startsWith("https://") || uploadOf(cover) ? cover : null,
    songCount: 0,
    createdAt: new Date().toISOString(),
  };
  return [coming, ...own];
}

/** A playlist's songs with the one that is on its way, from the fields of a form found right before it was sent. */
export function songsWith(
  songs: ShownSong[],
  viewer: { id: string; firstName: string },
  sent: Record<string, unknown>,
): ShownSong[] {
  const text = (name: keyof SongInput) => String(sent[name] ?? "").trim();
  if (songs.some(({ id }) => id === text("id"))) return songs;
  const [id, artist, title, album] = [text("id"), text("artist"), text("title"), text("album")];
  return [...songs, { id, artist, title, album, duration: null, addedBy: viewer }];
}

/** Something on its way: a song's removal, or its move before another. */
export type SongChange =
  | { songId: string; verb: "remove" }
  | { songId: string; verb: "move"; before: string };

/** What of all that is on its way changes the songs of the playlist at an address. */
export function songChanges(
  address: string,
  sent: { formAction?: string; formData?: FormData }[],
): SongChange[] {
  return sent.flatMap<SongChange>(({ formAction = "", formData }) => {
    if (!formData || !formAction.startsWith(`${address}/songs/`)) return [];
    const [songId = "", verb] = formAction.slice(`${address}/songs/`.length).split("/");
    if (verb === "remove") return [{ songId, verb }];
    return verb === "move" ? [{ songId, verb, before: String(formData.get("before") ?? "") }] : [];
  });
}

/** The songs as they will be after these changes, in their order; a change that no longer fits is passed over. */
export function songsAfter<Song extends { id: string }>(songs: Song[], changes: SongChange[]): Song[] {
  return changes.reduce((list, change) => {
    const song = list.find(({ id }) => id === change.songId);
    if (!song) return list;
    const others = list.filter((other) => other !== song);
    if (change.verb === "remove") return others;
    if (change.before === song.id) return list;
    const place = change.before ? others.findIndex(({ id }) => id === change.before) : others.length;
    return place < 0 ? list : [...others.slice(0, place), song, ...others.slice(place)];
  }, songs);
}
