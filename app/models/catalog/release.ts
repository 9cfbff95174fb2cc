// Releases: what the catalog knows about records, its addresses and messages.
import type { ReleaseDetails } from "db/column-types";

/** How long answers of the catalog are kept. */
export const CATALOG_DAYS = 30;

/** A release as members see it; `coverUrl` is where we show its cover, null if it has none. */
export type ReleaseDto = ReleaseDetails & { id: string; coverUrl: string | null };

/** The URL at which we show the cover of a release. */
export function releaseCoverUrl(id: string): string {
  return `/catalog/covers/${id}`;
}

export const catalogErrors = {
  notSetUp: "Finding records isn't set up on this server.",
  nothingAsked: "Enter an artist or title first, or a barcode.",
  busy: "Lots of people are looking up records right now. Try again in a few seconds.",
  unanswered: "MusicBrainz isn't responding. Try again in a minute, or fill it in yourself.",
  nothingFound: "MusicBrainz doesn't know this one. Check the spelling, or try its barcode.",
  archiveUnanswered: "The Cover Art Archive isn't responding. You can still save this without its cover.",
  noCover: "The Cover Art Archive has no cover for this release.",
  gone: "This release is no longer on the list. Search again.",
};

/** The source of a cover that was found. */
export const COVER_SOURCE = "Cover: Cover Art Archive";
