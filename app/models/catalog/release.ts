// Releases: what the catalog knows about records, its addresses and messages.

import type { ReleaseDetails } from "db/column-types";
import { COMMUNITY_NAME } from "~/community";
import { msg } from "~/language/text";

/** How long answers of the catalog are kept. */
export const CATALOG_DAYS = 30;

/** A release as members see it; `coverUrl` is where we show its cover, or a sleeve. */
export type ReleaseDto = ReleaseDetails & { id: string; coverUrl: string };

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

/** The message when a button gets no response. */
export const UNREACHABLE = msg("We couldn't reach {community}. Check your connection.", {
  community: COMMUNITY_NAME,
});

/** The credit of a cover that was found. */
export const COVER_SOURCE = msg("Cover: Cover Art Archive");
