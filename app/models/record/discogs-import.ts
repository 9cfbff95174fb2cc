// Reading a collection or wantlist on Discogs: its state, addresses and messages.

import { msg } from "~/language/text";

export const DISCOGS_PATH = "/records/discogs";

/** The progress of the reading, of a wantlist if `wanted`; `preview` is the import to look through until it is added. */
export type DiscogsImportDto = { username: string; wanted: boolean } & (
  | { status: "reading"; done: number; total: number | null }
  | { status: "failed"; error: string }
  | { status: "ready"; preview: string }
  | { status: "added" }
);

export const discogsErrors = {
  title: msg("Nothing was imported"),
  notSetUp: msg("Discogs is not set up on this server."),
  username: msg("Use your Discogs username, or the address of your profile there."),
  busy: msg("We're still reading your collection. Wait until that's done."),
  absent: msg("There's no Discogs user with this name."),
  private: msg("This collection is private. Allow others to browse it in your privacy settings on Discogs."),
  empty: msg("This collection has no records."),
  tooLarge: msg(
    "This collection is too large to be read. Export it as CSV from Discogs, and import it in parts.",
  ),
  unreachable: msg("Discogs can't be reached from here right now. Try again later."),
  unanswered: msg("Discogs isn't responding. Try again later."),
};

/** The messages that differ for a wantlist. */
export const wantlistErrors = {
  busy: msg("We're still reading your wantlist. Wait until that's done."),
  private: msg("This wantlist is private. Allow others to browse it in your privacy settings on Discogs."),
  empty: msg("This wantlist has no records."),
  tooLarge: msg(
    "This wantlist is too large to be read. Export it as CSV from Discogs, and import it in parts.",
  ),
} satisfies Partial<typeof discogsErrors>;
