// Playlists as files: their formats, limits and messages.
import type { FileLine, ImportedSong, ReadPlaylist } from "db/column-types";
import { type Message, msg } from "~/language/text";

/** How many playlists of one file are read: as many as a member can own. */
export const PLAYLISTS_IN_FILE = 200;
/** How many songs of all playlists of a file are read: as many as four megabytes of Spotify's own download can hold. */
export const SONGS_IN_FILE = 10_000;

export const PLAYLIST_FORMATS = ["jspf", "xspf", "m3u8", "csv"] as const;
export type PlaylistFormat = (typeof PLAYLIST_FORMATS)[number];

/** What members call the formats, and who reads them. */
export const playlistFormatNames: Record<PlaylistFormat, { name: string; readers: Message }> = {
  jspf: { name: "JSPF", readers: msg("B-Side, programs that read JSON") },
  xspf: { name: "XSPF", readers: msg("VLC and other players") },
  m3u8: { name: "M3U8", readers: msg("Most players") },
  csv: { name: "CSV", readers: msg("Spreadsheets, Soundiiz, TuneMyMusic") },
};

/** What a playlist of a file would add. */
export type PlaylistPreview = Omit<ReadPlaylist, "songs" | "leftOut" | "changed"> & {
  leftOut: FileLine[];
  changed: FileLine[];
  id: string;
  /** The first songs. */
  songs: ImportedSong[];
  songCount: number;
  isAdded: boolean;
  /** Whether the same file has other playlists. */
  hasOthers: boolean;
};

/** One of a file's playlists, from which a member chooses. `leftOutCount` includes the songs beyond the limits. */
export type ListedImport = {
  id: string;
  name: string;
  songCount: number;
  leftOutCount: number;
  isAdded: boolean;
};

/** The field with the playlists that a member chooses from a file, and the button that takes all. */
export const CHOSEN_FIELD = "playlists";
export const ALL_BUTTON = "all";

export const playlistFileErrors = {
  title: msg("Nothing was imported"),
  none: msg("Choose a file, or paste the address of a ListenBrainz playlist."),
  wrong: msg("We don't recognize this file. Choose a playlist as JSPF, XSPF, M3U8 or CSV."),
  damaged: msg("This file is damaged or incomplete. Export it again."),
  documentType: msg(
    "This file has a document type (DTD), which playlists don't need. Export it again without one.",
  ),
  itunes: msg(
    "This is a library of Music or iTunes, not a playlist. Select the playlist there, choose File > Library > Export Playlist, and save it as Unicode text.",
  ),
  zip: msg("This is a ZIP. Unpack it and choose one of the playlists inside."),
  unpacked: msg("This ZIP has too much inside. Unpack it and choose one of the playlists."),
  stream: msg("This is the address list of a stream, not a playlist of songs."),
  columns: msg(
    "We couldn't find the column names in the first lines. They must include “Title” (or “Track Name”) and “Artist”.",
  ),
  gone: msg("These playlists aren't here any more. Choose the file again."),
  noneChosen: msg("Choose at least one playlist."),
  noSongs: msg("There are no songs with a title and an artist in this file."),
  tooMuchWork: msg("Reading this file took too much time or memory. Try a smaller one."),
  busy: msg("We're still reading your last file. Wait until that's done."),
  queue: msg("Lots of people are importing from ListenBrainz right now. Try again in a few seconds."),
  address: msg("Use the address of a ListenBrainz playlist, such as https://listenbrainz.org/playlist/..."),
  absent: msg("ListenBrainz has no public playlist at this address."),
};
