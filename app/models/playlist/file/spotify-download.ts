// Spotify's own download of an account's data: Playlist1.json with a member's playlists, YourLibrary.json with the songs they like.
import { msg } from "~/language/text";
import { parseJson } from "./lenient-json";
import type { FileSong, SongCollector } from "./song-collector";

// Not translated: what Spotify calls them.
const LIKED_SONGS = "Liked Songs";

type Fields = Record<string, unknown>;

/**
 * Reads the playlists of a file of the download, or the songs that its member likes; `fileNumber` tells several files apart.
 * Refuses (invalid) broken JSON.
 */
export function readSpotifyDownload(json: string, songs: SongCollector, fileNumber = 0) {
  const file = toFields(parseJson(json));
  for (const [index, playlist] of toList(file.playlists).entries()) {
    const { name, description, items } = toFields(playlist);
    // Several playlists can have one name.
    const key = `${fileNumber} ${index}`;
    for (const item of toList(items)) addItem(toFields(item), songs, toText(name), key);
    if (toList(items).length) songs.describe({ description: toText(description) }, key);
  }
  for (const each of toList(file.tracks)) {
    const { track, artist, album } = toFields(each);
    songs.add({ title: toText(track), artist: toText(artist), album: toText(album) }, LIKED_SONGS);
  }
}

function addItem(
  { track, localTrack, episode, audiobook }: Fields,
  songs: SongCollector,
  name: string,
  key: string,
) {
  if (track) {
    const { trackName, artistName, albumName } = toFields(track);
    songs.add({ title: toText(trackName), artist: toText(artistName), album: toText(albumName) }, name, key);
  } else if (localTrack) songs.add(readLocalTrack(toText(toFields(localTrack).uri)), name, key);
  else if (episode) songs.leaveOut(msg("A podcast episode."), name, key);
  else if (audiobook) songs.leaveOut(msg("An audiobook."), name, key);
  else songs.leaveOut(msg("No longer on Spotify."), name, key);
}

/** A song on the member's own device: "spotify:local:Artist:Album:Title:200", with the seconds. */
function readLocalTrack(uri: string): FileSong {
  const [, , artist, album, title, seconds] = uri.split(":", 6).map(decodePart);
  return { title, artist, album, durationMs: Number(seconds) * 1000 || undefined };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll("+", " "));
  } catch {
    return part;
  }
}

// A schema would take half a minute for the million entries that four megabytes can hold.
function toFields(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : "";
}
