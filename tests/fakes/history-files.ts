// Listening histories as the services write them, and files that only look like it.
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

type Plays = [artist: string, plays: number][];

/** The plays of these files. */
export const PLAYS: Plays = [
  ["Broadcast", 5],
  ["Stereolab", 3],
  ["Nina Simone", 2],
];

const each = <Item>(plays: Plays, make: (artist: string, at: number) => Item): Item[] =>
  plays.flatMap(([artist, count]) => Array.from({ length: count }, (_, at) => make(artist, at)));

/** A ZIP of these entries. */
export async function makeZip(entries: Record<string, string | Buffer | Readable>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) {
    if (content instanceof Readable) zip.addReadStream(content, name);
    else zip.addBuffer(Buffer.from(content as string), name, { compress: content.length > 0 });
  }
  zip.end();
  return buffer(zip.outputStream as Readable);
}

/** A play in Spotify's extended streaming history. */
export function spotifyPlay(artist: string | null, ms_played = 215_000) {
  return {
    ts: "2023-08-07T21:07:25Z",
    platform: "android",
    ms_played,
    conn_country: "CA",
    ip_addr: "72.136.112.157",
    master_metadata_track_name: artist && 'Track "one"',
    master_metadata_album_artist_name: artist,
    master_metadata_album_album_name: artist && "Album",
    spotify_track_uri: artist && "spotify:track:47BBI51FKFwOMlIiX6m8ya",
    episode_name: artist ? null : "An episode",
    episode_show_name: artist ? null : "A podcast",
    spotify_episode_uri: null,
    audiobook_title: null,
    reason_start: "fwdbtn",
    reason_end: "trackdone",
    shuffle: true,
    skipped: false,
    offline: false,
    offline_timestamp: 1_691_442_338,
    incognito_mode: false,
  };
}

/** Spotify's ZIP: a file a year, podcasts among the music, and short plays, which don't count. */
export function makeSpotifyFile(plays: Plays = PLAYS): Promise<Buffer> {
  const folder = "Spotify Extended Streaming History";
  const all = each(plays, (artist) => spotifyPlay(artist));
  const skipped = Array.from({ length: 9 }, () => spotifyPlay("Skipped", 29_999));
  return makeZip({
    [`${folder}/ReadMeFirst_ExtendedStreamingHistory.pdf`]: "%PDF-1.7",
    [`${folder}/Streaming_History_Audio_2021-2022_0.json`]: JSON.stringify([...skipped, ...all.slice(0, 4)]),
    [`${folder}/Streaming_History_Audio_2023_1.json`]: JSON.stringify(
      [spotifyPlay(null), ...all.slice(4)],
      null,
      2,
    ),
    [`${folder}/Streaming_History_Video_2023.json`]: JSON.stringify([spotifyPlay("On video")]),
  });
}

/** A listen in ListenBrainz's export. */
export function listen(artist_name: string, at = 0) {
  return {
    listened_at: 1_691_442_338 + at,
    inserted_at: 1_691_442_400.5,
    track_metadata: {
      artist_name,
      track_name: "Come On Let's Go {live} [remix]",
      release_name: "The Noise Made by People",
      additional_info: { submission_client: "navidrome", artist_mbids: [], tags: ["{", "\\"] },
      mbid_mapping: { recording_mbid: "0a1b2c3d" },
    },
    recording_msid: "9f3a1c7e",
  };
}

/** ListenBrainz's ZIP: JSON lines by month, the user, and feedback. */
export function makeListenbrainzFile(plays: Plays = PLAYS): Promise<Buffer> {
  const lines = each(plays, (artist, at) => JSON.stringify(listen(artist, at)));
  return makeZip({
    "user.json": '{"user_id": 7, "username": "Ada L."}',
    "feedback.jsonl": `${JSON.stringify({ recording_mbid: "0a1b", score: 1, track_metadata: { artist_name: "Only loved" } })}\n`,
    "pinned_recording.jsonl": "",
    "listens/2023/7.jsonl": `${lines.slice(0, 6).join("\n")}\n`,
    "listens/2023/8.jsonl": lines.slice(6).join("\n"),
  });
}

/** Last.fm plays by an exporter that writes headings. */
export function makeLastfmFile(plays: Plays = PLAYS): Buffer {
  const rows = each(
    plays,
    (artist, at) =>
      `"16914423${at}","07 Aug 2023, 21:07","${artist}","","Album ""one""","","A track, or two",""`,
  );
  return Buffer.from(
    `\uFEFFuts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid\r\n${rows.join("\r\n")}\r\n`,
  );
}

/** The same without headings. */
export function makeBareLastfmFile(plays: Plays = PLAYS): Buffer {
  const rows = each(plays, (artist) => `${artist},Album,"A track, or two",07 Aug 2023 21:07`);
  return Buffer.from(rows.join("\n"));
}
