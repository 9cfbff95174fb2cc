// Taking over an export, here or elsewhere: its version, and the preview that the member sees first.
import type { Anthem, Genre, PromptAnswer } from "db/column-types";
import { COMMUNITY_NAME } from "~/community";
import { type Message, msg, t } from "~/language/text";
import type { OwnWishes } from "~/models/member/wishes";
import type { Focus } from "~/models/picture-focus";

/** Written to every export. An export with a higher version is read as far as it is understood. */
export const ARCHIVE_VERSION = 1;
export const ARCHIVE_FILE = "export.json";
export const ARCHIVE_PATH = "/settings/import";

export const archiveErrors = {
  title: msg("Nothing was imported"),
  none: msg("Choose a file first."),
  tooLarge: msg("Choose a file of up to 200 MB."),
  notOne: msg("This isn't a data download of B-Side."),
  damaged: msg("This file is damaged. Download your data again and choose the new file."),
  unpacked: msg("This file unpacks to more than we read."),
  tooMuchWork: msg("This file takes too long to read."),
  nothing: msg("Choose what to import."),
};

/** The sentence about everything that stays behind. */
export const LEFT_BEHIND = msg(
  "Conversations, matches, likes, reports and whatever others wrote stay where they are, and so do your sign-in, settings, games, shows, trips, alerts and connections.",
);

/** What can be taken over at once; records and playlists have a preview of their own. */
export const PIECES = ["about", "preferences", "prompts", "anthem", "wishes", "photos"] as const;
export type Piece = (typeof PIECES)[number];

export const pieceLabels: Record<Piece, Message> = {
  about: msg("Age, town and bio"),
  preferences: msg("Artists and genres"),
  prompts: msg("Prompts"),
  anthem: msg("Anthem"),
  wishes: msg("Who you'd like to meet"),
  photos: msg("Photos"),
};

/** The same, for use within a sentence. */
export const pieceNames: Record<Piece, Message> = {
  about: msg("age, town and bio"),
  preferences: msg("artists and genres"),
  prompts: msg("prompts"),
  anthem: msg("anthem"),
  wishes: msg("whom you'd like to meet"),
  photos: msg("photos"),
};

/** What was found of each piece; undefined if nothing fits here. */
export type Found = {
  about?: { bio: string; age: number; location: string };
  preferences?: {
    topArtists: string[];
    favoriteGenres: Genre[];
    totalScrobbles: number;
    concertsAttended: number;
  };
  prompts?: PromptAnswer[];
  anthem?: Anthem;
  wishes?: OwnWishes;
  photos?: { id: string; focus: Focus }[];
};

/** `unknown` names files and fields of the profile that aren't known here. */
export type ArchivePreview = {
  found: Found;
  records: { id: string; count: number } | null;
  playlists: { id: string; count: number } | null;
  unknown: string[];
  isNewer: boolean;
};

/** "Now on Spinning Wheel Records: prompts; photos." */
export function describeTaken(taken: Piece[]): { title: string; description: string } {
  return {
    title: t("Imported"),
    description: t("Now on {community}: {pieces}.", {
      community: COMMUNITY_NAME,
      pieces: taken.map((piece) => t(pieceNames[piece])).join("; "),
    }),
  };
}
