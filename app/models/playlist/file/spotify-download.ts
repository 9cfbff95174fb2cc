// Spotify's own download of an account's data: Playlist1.json with a member's playlists, YourLibrary.json with the songs they like.
import { z } from "zod";
import { firstOf, objectOf, textOr } from "~/integrations/answer-fields";
import { Refusal } from "~/refusal";
import { parseJson } from "./lenient-json";
import { playlistFileErrors } from "./playlist-file";
import type { FileSong, SongCollector } from "./song-collector";

const LIKED_SONGS = "Liked Songs";

/** More than a file of this size can have. */
const MOST = 100_000;

const text = textOr(undefined);
const track = objectOf({ trackName: text, artistName: text, albumName: text });
const item = objectOf({
  track: track.nullish(),
  localTrack: objectOf({ uri: text }).nullish(),
  episode: z.unknown(),
  audiobook: z.unknown(),
});
const listOf = <Item extends z.ZodTypeAny>(each: Item) =>
  z.preprocess((value) => (Array.isArray(value) ? value : []), firstOf(MOST, each));
const playlist = objectOf({ name: text, description: text, items: listOf(item) });
const likedSong = objectOf({ track: text, artist: text, album: text });
const file = z.object({ playlists: listOf(playlist), tracks: listOf(likedSong) });

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
