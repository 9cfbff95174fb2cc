// Discover: the members who fit a viewer's filters, best match first, searched within the viewer's share of the index's process.
import { type DiscoverFilters, getWiderSearches, type Widening } from "~/matching/filters";
import { PAGE_SIZE } from "~/matching/finder";
import { readCursor, search, writeCursor } from "~/matching/search.server";
import type { Search, SearchHit } from "~/matching/search-page.server";
import { closedInDiscover } from "~/models/access.server";
import { MOST_PEOPLE, toPeopleCount } from "~/models/count";
import type { MemberCardDto } from "~/models/member/member";
import { isNewHere } from "~/models/member/member";
import type { Member } from "~/models/member/member.server";
import type { WishesPreview } from "~/models/member/wishes";
import { countWork, requireWork } from "~/models/rate-limit.server";
import { notFoundRefusal, refusalIn } from "~/refusal";
import { DISCOVER_DEFAULTS, discoverPath, WIDEST_SEARCH, type WiderSearch } from "./discover";
import { toHitCards } from "./member-card.server";

export type DiscoverPage = {
  members: MemberCardDto[];
  /** The cursor of the next page; null on the last. */
  next: string | null;
  /** Wider filters that find more, on a first page that isn't full. */
  wider: WiderSearch[];
  /** On such a page, whether the viewer's wishes hide others only because they haven't said a gender. */
  hidesUnsaid: boolean;
  /** How many people the viewer could meet if they are few enough for one page of everybody who is left; otherwise null. */
  people: number | null;
};

/**
 * If a viewer could meet fewer people than this, Discover without filters shows all who are left on one page, newest first
 * among equal scores.
 */
export const ALL_BELOW = 60;

/** The limits in the order in which they are dropped. Members come for taste, so it is dropped last. */
const GIVES_WAY: Widening["widens"][] = ["distance", "age", "compatibility"];

/**
 * Discover as it opens, with the filters of what it shows: the usual ones. If these find nobody, or not `enough`, they are the
 * nearest wider ones that find more people, if any do, and `isWider` is true. Refuses when Discover isn't ready within `waitMs`
 * (unavailable).
 */
export async function discoverFirst(
  viewerId: number,
  hasPreferences: boolean,
  most: Pick<Search, "enough" | "limit" | "newFirst" | "allBelow"> = {},
  waitMs?: number,
): Promise<{ page: DiscoverPage; filters: DiscoverFilters; isWider: boolean }> {
  const [filters, ...widerFilters] = everWider(usualFilters(hasPreferences));
  const { page, widened } = await findPage({ ...most, viewerId, filters, widerFilters }, waitMs);
  if (page.people !== null) return { page, filters: {}, isWider: false };
  return { page, filters: widerFilters[widened - 1] ?? filters, isWider: widened > 0 };
}

/** The ids of the first 20 members in Discover as it opens. */
export async function findFirst(viewerId: number, hasPreferences: boolean): Promise<number[]> {
  const [filters, ...widerFilters] = everWider(usualFilters(hasPreferences));
  const request = { viewerId, filters, widerFilters, pageOnly: true, allBelow: ALL_BELOW };
  const found = await search({ ...request, closed: closedInDiscover });
  if (!found) return [];
  const { members, people } = found;
  const ordered = people === null ? members : members.sort(compareNewest({}));
  return ordered.slice(0, PAGE_SIZE).map(({ id }) => id);
}

/** Suggested members, best match first, and the filters that were needed to find them all. */
export type Suggestions = Pick<DiscoverPage, "members" | "hidesUnsaid"> & {
  filters: DiscoverFilters;
  isWider: boolean;
};

/**
 * Suggests members: those who fit the usual filters, then those of ever wider searches until there are `limit`. Refuses as
 * `discoverFirst` does.
 */
export async function suggestMembers(
  viewerId: number,
  hasPreferences: boolean,
  limit: number,
  waitMs?: number,
): Promise<Suggestions> {
  const { page, ...filters } = await discoverFirst(
    viewerId,
    hasPreferences,
    { enough: limit, limit },
    waitMs,
  );
  const members = page.members.sort((a, b) => b.compatibilityScore - a.compatibilityScore);
  return { members, hidesUnsaid: page.hidesUnsaid, ...filters };
}

/** How long a form waits for Discover, which may first have to read its index. */
const PREVIEW_WAIT_MS = 1_000;

/**
 * The effect of the member's saved answers on Discover without filters, and so nothing that they couldn't see there. A preview
 * of unsaved answers would tell whom others would like to meet. Null while Discover isn't ready.
 */
export async function previewWishes({ id, age, meets }: Member): Promise<WishesPreview | null> {
  const search = { viewerId: id, filters: {}, limit: 1, countTo: MOST_PEOPLE };
  const found = await searchForMember(search, PREVIEW_WAIT_MS).catch(ignoreBusy);
  if (!found?.counts) return null;
  const { all, said } = found.counts;
  return {
    fitting: toPeopleCount(all),
    hasAge: age !== null,
    chooses: Boolean(meets?.length),
    unsaid: found.hidesUnsaid ? "out" : said < all ? (said * 2 < all ? "most" : "some") : null,
  };
}

/** For screens that don't wait for Discover: undefined while it isn't ready or after too many searches by the member. */
export function ignoreBusy(error: unknown): undefined {
  const code = refusalIn(error)?.code;
  if (code !== "unavailable" && code !== "too-many") throw error;
  return undefined;
}

/** These filters, and ever wider ones down to none. */
function everWider(filters: DiscoverFilters): [DiscoverFilters, ...DiscoverFilters[]] {
  const steps: [DiscoverFilters, ...DiscoverFilters[]] = [filters];
  for (const limit of GIVES_WAY) {
    const wider = getWiderSearches(steps.at(-1) ?? filters).find(({ widens }) => widens === limit);
    steps.push(...(wider?.steps ?? []));
  }
  return steps;
}

/** The defaults, without a minimum score for a member without preferences, since nobody could reach it. */
function usualFilters(hasPreferences: boolean): DiscoverFilters {
  return hasPreferences ? DISCOVER_DEFAULTS : { ...DISCOVER_DEFAULTS, minCompatibility: undefined };
}

/**
 * A page of Discover as `searchPage()` finds it; `pageOnly` skips the wider filters. Refuses an invalid cursor (invalid), a
 * search that takes too long (unavailable), and a viewer whose searches have used a tenth of the hour (too-many).
 */
export async function discover(
  viewerId: number,
  filters: DiscoverFilters,
  cursor?: string,
  { allBelow, ...options }: Pick<Search, "pageOnly" | "newFirst" | "allBelow"> = {},
): Promise<DiscoverPage> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const isOfAll = discoverPath(filters) === WIDEST_SEARCH;
  const search = { viewerId, filters, after, ...options, ...(isOfAll ? { allBelow } : {}) };
  return (await findPage(search)).page;
}

async function findPage(search: Parameters<typeof searchForMember>[0], waitMs?: number) {
  const result = await searchForMember(search, waitMs);
  if (!result) throw notFoundRefusal();
  const hits = result.people === null ? result.members : result.members.sort(compareNewest(search));
  const page: DiscoverPage = {
    people: result.people,
    members: await toHitCards(search.viewerId, hits),
    next: result.next && writeCursor(result.next),
    wider: result.wider.map(({ count, ...widening }) => ({ ...widening, atLeast: toPeopleCount(count) })),
    hidesUnsaid: result.hidesUnsaid,
  };
  return { page, widened: result.widened };
}

/** Compares by score, then newer members first; with `newFirst`, members who are new here come first. */
function compareNewest({ newFirst = false }: Pick<Search, "newFirst">) {
  const isFirst = (hit: SearchHit) => Number(newFirst && isNewHere(hit));
  return (a: SearchHit, b: SearchHit) =>
    isFirst(b) - isFirst(a) || b.score - a.score || Number(b.newUntil) - Number(a.newUntil);
}

/**
 * Searches as `search` does, and refuses a viewer who has had their share of the process with the index (too-many).
 */
export async function searchForMember(
  request: Omit<Parameters<typeof search>[0], "closed">,
  waitMs?: number,
): ReturnType<typeof search> {
  const { viewerId } = request;
  await requireWork("searchWork", viewerId);
  return search(
    { ...request, closed: closedInDiscover },
    { waitMs, onWorked: (ms) => void countWork("searchWork", viewerId, ms) },
  );
}
