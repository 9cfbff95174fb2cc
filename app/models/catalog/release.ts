// Releases: what the catalog knows about records, its addresses and messages.
import type { ReleaseDetails } from "db/column-types";

/** How long answers of the catalog are kept. */
export const CATALOG_DAYS = 30;

/** A release as members see it; `coverUrl` is where we show its cover, null if it has none. */
export type ReleaseDto = ReleaseDetails & { id: string; coverUrl: string | null };

/** What a search leads to: releases to choose from, or a message; `cover` is that of a release just chosen. */
export type FoundReleases = { releases?: ReleaseDto[]; message?: string; cover?: string };

/** "1973 · Vinyl · Harvest · GB", as far as it is known. */
export function describeRelease({ year, label, country }: ReleaseDto, format: string | null): string {
  return [year, format, label, country].filter(Boolean).join(" · ");
}

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
  unreachable: "We couldn't reach B-Side. Check your connection.",
  filledIn: "Filled in from MusicBrainz. Change what you like, then save.",
  noCover: "The Cover Art Archive has no cover for this release.",
  gone: "This release is no longer on the list. Search again.",
};

/** The source of a cover that was found. */
export const COVER_SOURCE = "Cover: Cover Art Archive";
