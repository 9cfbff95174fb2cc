// Discover: the members who fit a viewer's filters, best match first.
import type { DiscoverFilters, Widening } from "~/matching/filters";
import { readCursor, writeCursor } from "~/matching/search.server";
import type { Search, SearchHit } from "~/matching/search-page.server";
import type { MemberCardDto } from "~/models/member/member";
import { searchForMember } from "~/models/member-job.server";
import { notFoundRefusal, refusalIn } from "~/refusal";
import { DISCOVER_DEFAULTS } from "./discover";
import { toHitCards } from "./member-card.server";

export type DiscoverPage = {
  members: MemberCardDto[];
  /** The cursor of the next page; null on the last. */
  next: string | null;
  /** Wider filters that find more, on a first page that isn't full. */
  wider: Widening[];
};

/** How long the home screen waits for Discover, which may have to read its index before. */
const SUGGESTION_WAIT_MS = 1_000;

/** Ever wider filters, for when no single wider limit finds anybody, and for the home screen. */
const LAST_RESORTS: DiscoverFilters[] = [
  { ...DISCOVER_DEFAULTS, minCompatibility: undefined, maxDistance: 100 },
  { ...DISCOVER_DEFAULTS, minCompatibility: undefined, maxDistance: undefined },
  {},
];

/** Which limit gives way first: a match score means least to somebody who wants to meet people. */
const GIVES_WAY: Widening["widens"][] = ["compatibility", "distance", "age"];

/**
 * Discover as it opens, with the filters of what it shows. These are the usual ones. Where they find nobody, they are those
 * of the nearest wider search that finds somebody, if any does, and `isWider` is true.
 */
export async function discoverFirst(
  viewerId: number,
  hasPreferences: boolean,
): Promise<{ page: DiscoverPage; filters: DiscoverFilters; isWider: boolean }> {
  const filters = usualFilters(hasPreferences);
  const page = await discover(viewerId, filters);
  if (page.members.length) return { page, filters, isWider: false };
  const offered = GIVES_WAY.map((limit) => page.wider.find(({ widens }) => widens === limit)).find(Boolean);
  for (const wider of offered ? [offered.filters] : LAST_RESORTS) {
    const found = await discover(viewerId, wider);
    if (found.members.length) return { page: found, filters: wider, isWider: true };
  }
  return { page, filters, isWider: false };
}

/**
 * The members to suggest on the home screen: those who fit the usual filters, best match first, then those of ever wider
 * searches until there are `limit`. There are none while Discover isn't ready: the rest of the screen doesn't wait for it.
 */
export async function suggestMembers(
  viewerId: number,
  hasPreferences: boolean,
  limit: number,
): Promise<MemberCardDto[]> {
  const hits = new Map<number, SearchHit>();
  try {
    for (const filters of [usualFilters(hasPreferences), ...LAST_RESORTS]) {
      const found = await searchForMember({ viewerId, filters, pageOnly: true, limit }, SUGGESTION_WAIT_MS);
      for (const hit of found?.members ?? []) hits.set(hit.id, hit);
      if (hits.size >= limit) break;
    }
  } catch (error) {
    const code = refusalIn(error)?.code;
    if (code !== "unavailable" && code !== "too-many") throw error;
  }
  return toHitCards([...hits.values()].slice(0, limit));
}

/** The defaults, without a minimum score for a member without preferences, whom nobody could reach it with. */
function usualFilters(hasPreferences: boolean): DiscoverFilters {
  return hasPreferences ? DISCOVER_DEFAULTS : { ...DISCOVER_DEFAULTS, minCompatibility: undefined };
}

/**
 * A page of Discover as `searchPage()` finds it; `pageOnly` skips the wider filters.
 * Refuses an invalid cursor (invalid), a search that takes too long (unavailable), and a viewer who has searched for a tenth of
 * the hour (too-many).
 */
export async function discover(
  viewerId: number,
  filters: DiscoverFilters,
  cursor?: string,
  { pageOnly }: Pick<Search, "pageOnly"> = {},
): Promise<DiscoverPage> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const result = await searchForMember({ viewerId, filters, after, pageOnly });
  if (!result) throw notFoundRefusal();
  return {
    members: await toHitCards(result.members),
    next: result.next && writeCursor(result.next),
    wider: result.wider,
  };
}
