// A member's listening history from a file of their own: its limits, states and messages.
import type { HistoryKind } from "db/column-types";
import { type Message, msg } from "~/language/text";
import { MUSIC_ACCOUNTS_PATH } from "~/models/music-account/music-account";
import type { TextEncoding } from "~/models/text-file/text-encoding";

export const HISTORY_PATH = `${MUSIC_ACCOUNTS_PATH}/file`;
export const HISTORY_BYTES = 200_000_000;
/** A play of at least this long counts for its artists, as it does at Spotify. */
export const SHORTEST_PLAY_MS = 30_000;

export const historyNames: Record<HistoryKind, Message> = {
  listenbrainz: msg("ListenBrainz file"),
  lastfm: msg("Last.fm file"),
  spotify: msg("Spotify file"),
};

/** A member's last file, as they see it; `encoding` is the encoding that a CSV was read in. */
export type HistoryDto = { id: string } & (
  | { status: "waiting"; percent: number }
  | { status: "failed"; error: string }
  | { status: "ready"; kind: HistoryKind; plays: number; artistCount: number; encoding?: TextEncoding }
);

export const historyErrors = {
  title: msg("Import failed"),
  none: msg("Choose a file first."),
  busy: msg("We're still reading your last file. Wait until that's done."),
  queue: msg("We're reading other members' files right now. Try again in a few minutes."),
  noSpace: msg("There's no room for a file of this size right now. Try again later."),
  tooLarge: msg("That is too large: the limit is 200 MB."),
  empty: msg("This file is empty."),
  wrong: msg(
    "This isn't a listening history that we can read. Choose the export from ListenBrainz, Spotify's extended streaming history, or Last.fm plays as CSV.",
  ),
  damaged: msg("This file is damaged or incomplete. Download it again."),
  encrypted: msg("This ZIP has a password. Unpack it and choose the file inside."),
  nested: msg("There's another ZIP inside this one. Unpack it and choose that one."),
  unpacked: msg("This ZIP unpacks to more than we can read. Unpack it and choose one of its files."),
  longItem: msg("One entry in this file is too long for a play."),
  noPlays: msg("There are no plays of 30 seconds or more by a named artist in this file."),
  tooMuchWork: msg("Reading this file took too much time or memory. Try a smaller one."),
  interrupted: msg("We were interrupted or too busy to read this file. Choose it again in a minute."),
};
