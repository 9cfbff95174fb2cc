// An export that is read again, here or elsewhere: its version, and what a member sees of it before anything is taken over.
import type { Anthem, Genre, PromptAnswer } from "db/column-types";
import { COMMUNITY_NAME } from "~/community";
import type { OwnWishes } from "~/models/member/wishes";
import type { Focus } from "~/models/picture-focus";

/** Written to every export. One with a higher version is read as far as it is known. */
export const ARCHIVE_VERSION = 1;
export const ARCHIVE_FILE = "export.json";
export const ARCHIVE_PATH = "/settings/import";

export const archiveErrors = {
  title: "Nothing was imported",
  none: "Choose a file first.",
  tooLarge: "Choose a file of up to 200 MB.",
  notOne: "This isn't a data download of B-Side.",
  damaged: "This file is damaged. Download your data again and choose the new file.",
  unpacked: "This file unpacks to more than we read.",
  tooMuchWork: "This file takes too long to read.",
  nothing: "Choose what to import.",
};

/** What is never in it for others to read, said once in words. */
export const LEFT_BEHIND =
  "Conversations, matches, likes, reports and whatever others wrote stay where they are, and so do your sign-in, settings, games, shows, trips, alerts and connections.";

/** What can be taken over at once; records and playlists have a preview of their own. */
export const PIECES = ["about", "preferences", "prompts", "anthem", "wishes", "photos"] as const;
export type Piece = (typeof PIECES)[number];

export const pieceLabels: Record<Piece, string> = {
  about: "Age, town and bio",
  preferences: "Artists and genres",
  prompts: "Prompts",
  anthem: "Anthem",
  wishes: "Who you'd like to meet",
  photos: "Photos",
};

/** What was found of each; undefined where there is nothing that fits here. */
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

/** `unknown` names what isn't known here: files, and fields of the profile. */
export type ArchivePreview = {
  found: Found;
  records: { id: string; count: number } | null;
  playlists: { id: string; count: number } | null;
  unknown: string[];
  isNewer: boolean;
};

/** "Now on Spinning Wheel Records: prompts; photos." */
export function describeTaken(taken: Piece[]): { title: string; description: string } {
  const names = taken.map((piece) => pieceLabels[piece].toLowerCase().replace("who you", "whom you"));
  return { title: "Imported", description: `Now on ${COMMUNITY_NAME}: ${names.join("; ")}.` };
}
