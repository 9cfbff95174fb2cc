// Spotify's own download of an account's data: Playlist1.json with a member's playlists, YourLibrary.json with the songs they like.
import { z } from "zod";
import { Refusal } from "~/refusal";
import { parseJson } from "./lenient-json";
import { playlistFileErrors } from "./playlist-file";
import type { FileSong, SongCollector } from "./song-collector";

const LIKED_SONGS = "Liked Songs";

const text = z.string().optional().catch(undefined);
const track = z.object({ trackName: text, artistName: text, albumName: text });
const localTrack = z.object({ uri: text });
const item = z
  .object({
    track: track.nullish().catch(null),
    localTrack: localTrack.nullish().catch(null),
    episode: z.unknown(),
    audiobook: z.unknown(),
  })
  .catch({});
const playlist = z
  .object({ name: text, description: text, items: z.array(item).catch([]) })
  .catch({ items: [] });
const likedSong = z.object({ track: text, artist: text, album: text }).catch({});
const file = z.object({
  playlists: z.array(playlist).default([]),
  tracks: z.array(likedSong).default([]),
});

/**
 * Reads the playlists of a file of the download, or the songs that its member likes; `fileNumber` tells several files apart.
 * Refuses (invalid) broken and other JSON.
 */
export function readSpotifyDownload(json: string, songs: SongCollector, fileNumber = 0) {
  const parsed = file.safeParse(parseJson(json));
  if (!parsed.success) throw new Refusal("invalid", playlistFileErrors.wrong);
  for (const [index, { name = "", description, items }] of parsed.data.playlists.entries()) {
    // Several playlists can have one name.
    const key = `${fileNumber} ${index}`;
    for (const { track, localTrack, episode, audiobook } of items) {
      if (track) songs.add(toSong(track), name, key);
      else if (localTrack) songs.add(readLocalTrack(localTrack.uri), name, key);
      else if (episode) songs.leaveOut("A podcast episode.", name, key);
      else if (audiobook) songs.leaveOut("An audiobook.", name, key);
      else songs.leaveOut("No longer on Spotify.", name, key);
    }
    songs.describe({ description }, key);
  }
  for (const { track, artist, album } of parsed.data.tracks)
    songs.add({ title: track, artist, album }, LIKED_SONGS);
}

function toSong({ trackName, artistName, albumName }: z.output<typeof track>): FileSong {
  return { title: trackName, artist: artistName, album: albumName };
}

/** A song on the member's own device: "spotify:local:Artist:Album:Title:200", with the seconds. */
function readLocalTrack(uri = ""): FileSong {
  const [, , artist, album, title, seconds] = uri.split(":").map(decodePart);
  return { title, artist, album, durationMs: Number(seconds) * 1000 || undefined };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll("+", " "));
  } catch {
    return part;
  }
}
