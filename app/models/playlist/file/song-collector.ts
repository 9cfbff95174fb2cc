// Collects the songs of a file's playlists: cleaned, in order, without repeats, as many as a playlist can hold.
import type { ImportedSong, ReadPlaylist } from "db/column-types";
import { removeTopic } from "~/clean-text";
import { type Message, msg } from "~/language/text";
import { isPlaceholderArtist } from "~/matching/placeholder-artist";
import { SONGS_MAX } from "~/models/playlist/playlist";
import { DURATION_MAX, SONG_TEXT_MAX, songInput } from "~/models/playlist/playlist-schema";
import { PLAYLISTS_IN_FILE, SONGS_IN_FILE } from "./playlist-file";

/** How many songs that are left out or changed are listed. */
const LISTED_SONGS = 20;
const TEXT_READ = 5 * SONG_TEXT_MAX;
/** Longer than any song in seconds, and shorter than any in milliseconds. */
export const SECONDS_MAX = 20_000;

/** A song as a file describes it. */
export type FileSong = { title?: string; artist?: string; album?: string; durationMs?: number };

type Collected = ReadPlaylist & { count: number; keys: Set<string> };

/** Collects the songs of a file, which may hold several playlists. */
export class SongCollector {
  private readonly lists = new Map<string, Collected>();
  private songCount = 0;
  /** The keys of the playlists beyond the limit of a file. */
  readonly others = new Set<string>();

  /** `decode` is applied to every text. */
  constructor(private readonly decode = (text: string) => text) {}

  /** Names the only playlist of a file, or the one with this key. */
  describe({ name = "", description = "" }: { name?: string; description?: string }, key = "") {
    const list = this.open(key);
    if (!list) return;
    list.name ||= this.decode(name);
    list.description ||= this.decode(description);
  }

  /**
   * Adds a song to the playlist with this name, or with this key if several share a name. Shortens or drops what exceeds a
   * song's limits.
   */
  add(song: FileSong, playlistName = "", key = playlistName.trim()) {
    const list = this.open(key, playlistName);
    if (!list) return;
    const line = ++list.count;
    // Cleaning the hundred thousand songs that a file can hold would take seconds.
    if (list.songs.length >= SONGS_MAX || this.songCount >= SONGS_IN_FILE) return list.excessCount++;
    const read = readSong(this.decodeSong(song));
    if ("message" in read) return leaveOut(list, line, read.message);
    const { artist, title, album } = read.song;
    const songKey = [artist, title, album].join("\n").normalize("NFC").toLowerCase();
    if (list.keys.has(songKey)) return list.repeatCount++;
    list.keys.add(songKey);
    list.songs.push(read.song);
    this.songCount++;
    if (!read.change || ++list.changedCount > LISTED_SONGS) return;
    list.changed.push({ line, message: read.change });
  }

  /** Counts an entry that isn't a song in its place, with the reason why it is left out. */
  leaveOut(message: Message, playlistName = "", key = playlistName.trim()) {
    const list = this.open(key, playlistName);
    if (list) leaveOut(list, ++list.count, message);
  }

  /** The playlists that have songs. */
  playlists(): ReadPlaylist[] {
    return [...this.lists.values()]
      .filter(({ songs }) => songs.length)
      .map(({ count: _, keys: __, ...playlist }) => playlist);
  }

  private decodeSong({ title, artist, album, ...song }: FileSong): FileSong {
    const decode = (text = "") => this.decode(text);
    return { ...song, title: decode(title), artist: decode(artist), album: decode(album) };
  }

  private open(key: string, name = ""): Collected | undefined {
    const known = this.lists.get(key);
    if (known) return known;
    if (this.lists.size >= PLAYLISTS_IN_FILE) {
      this.others.add(key);
      return undefined;
    }
    const counts = { leftOutCount: 0, changedCount: 0, repeatCount: 0, excessCount: 0, count: 0 };
    const list = {
      ...{ name: this.decode(name.trim()), description: "" },
      ...{ songs: [], leftOut: [], changed: [], keys: new Set<string>() },
      ...counts,
    };
    this.lists.set(key, list);
    return list;
  }
}

function leaveOut(list: Collected, line: number, message: Message) {
  if (++list.leftOutCount <= LISTED_SONGS) list.leftOut.push({ line, message });
}

/** "Artist - Title" in place of a title: songs of YouTube and of radio stations have no artist field. */
const BOTH = /^(.+?) [-–—] (.+)$/s;

function readSong({
  title: written = "",
  artist: named = "",
  album = "",
  durationMs,
}: FileSong): { song: ImportedSong; change?: Message } | { message: Message } {
  const both = named.trim() ? null : BOTH.exec(written.slice(0, TEXT_READ).trim());
  const [title, artist] = both ? [both[2] ?? "", both[1] ?? ""] : [written, removeTopic(named.trim())];
  const texts = { title: cut(title), artist: cut(artist), album: cut(album) };
  // A schema is too slow for the million entries that may not be songs.
  if (!texts.title || !texts.artist) return { message: texts.title ? msg("No artist.") : msg("No title.") };
  const parsed = songInput.safeParse({ ...texts, duration: toSeconds(durationMs) });
  if (!parsed.success)
    return {
      message: parsed.error.issues.some(({ path }) => path[0] === "title")
        ? msg("No title.")
        : msg("No artist."),
    };
  const { id: _, ...song } = parsed.data;
  if (isPlaceholderArtist(song.artist))
    return { message: msg("“{artist}” is no artist.", { artist: song.artist }) };
  const isLong = (text: string) => text.trim().length > SONG_TEXT_MAX;
  const changes = [
    ...(isLong(title) ? [msg("Its title is too long and is shortened.")] : []),
    ...(isLong(artist) ? [msg("Its artist is too long and is shortened.")] : []),
    ...(isLong(album) ? [msg("Its album is too long and is shortened.")] : []),
  ];
  const [first, ...others] = changes;
  return { song, change: first && others.reduce((one, two) => msg("{one} {two}", { one, two }), first) };
}

function cut(text: string): string {
  return text.slice(0, TEXT_READ).replace(/\s+/g, " ").trim().slice(0, SONG_TEXT_MAX);
}

/** Whole seconds; no song is shorter than one, and -1 means an unknown length. */
function toSeconds(durationMs = 0): number | null {
  const seconds = Math.round(durationMs / 1000);
  return seconds >= 1 && seconds <= DURATION_MAX ? seconds : null;
}
