// Discover: the members who fit a viewer's filters, best match first.
import { type DiscoverFilters, getWiderSearches, type Widening } from "~/matching/filters";
import { readCursor, writeCursor } from "~/matching/search.server";
import type { Search, SearchHit } from "~/matching/search-page.server";
import { MOST_PEOPLE, toPeopleCount } from "~/models/count";
import type { MemberCardDto } from "~/models/member/member";
import type { Member } from "~/models/member/member.server";
import type { WishesPreview } from "~/models/member/wishes";
import { searchForMember } from "~/models/member-job.server";
import { notFoundRefusal, refusalIn } from "~/refusal";
import { DISCOVER_DEFAULTS, type WiderSearch } from "./discover";
import { toHitCards } from "./member-card.server";

export type DiscoverPage = {
  members: MemberCardDto[];
  /** The cursor of the next page; null on the last. */
  next: string | null;
  /** Wider filters that find more, on a first page that isn't full. */
  wider: WiderSearch[];
  /** Whether only the viewer's wishes keep out others, who haven't said a gender; on such a page, too. */
  hidesUnsaid: boolean;
};

/** Which limit gives way first. Taste is what members come for, so it gives way last. */
const GIVES_WAY: Widening["widens"][] = ["distance", "age", "compatibility"];

/**
 * Discover as it opens, with the filters of what it shows. These are the usual ones. Where they find nobody, they are the
 * nearest wider ones that find somebody, if any do, and `isWider` is true.
 */
export async function discoverFirst(
  viewerId: number,
  hasPreferences: boolean,
): Promise<{ page: DiscoverPage; filters: DiscoverFilters; isWider: boolean }> {
  const [filters, ...wider] = everWider(usualFilters(hasPreferences));
  const usual = await discover(viewerId, filters);
  let page = usual;
  for (const step of usual.members.length ? [] : wider) {
    page = await discover(viewerId, step);
    if (page.members.length) return { page, filters: step, isWider: true };
  }
  return { page: { ...usual, hidesUnsaid: page.hidesUnsaid }, filters, isWider: false };
}

/** Members to suggest, best match first, and the filters that the last of them needed. */
export type Suggestions = Pick<DiscoverPage, "members" | "hidesUnsaid"> & {
  filters: DiscoverFilters;
  isWider: boolean;
};

/**
 * The members to suggest: those who fit the usual filters, then those of ever wider searches until there are `limit`.
 * Refuses when Discover isn't ready within `waitMs` (unavailable).
 */
export async function suggestMembers(
  viewerId: number,
  hasPreferences: boolean,
  limit: number,
  waitMs?: number,
): Promise<Suggestions> {
  const steps = everWider(usualFilters(hasPreferences));
  const hits = new Map<number, SearchHit>();
  let [filters] = steps;
  let hidesUnsaid = false;
  for (const step of steps) {
    const isLast = step === steps.at(-1);
    const found = await searchForMember({ viewerId, filters: step, pageOnly: !isLast, limit }, waitMs);
    const before = hits.size;
    for (const hit of found?.members ?? []) hits.set(hit.id, hit);
    if (hits.size > before) filters = step;
    hidesUnsaid = found?.hidesUnsaid ?? false;
    if (hits.size >= limit) break;
  }
  const nearest = [...hits.values()].slice(0, limit);
  return {
    members: await toHitCards(
      viewerId,
      nearest.sort((a, b) => b.score - a.score),
    ),
    hidesUnsaid: hits.size < limit && hidesUnsaid,
    filters,
    isWider: filters !== steps[0],
  };
}

/** How long a form waits for Discover, which may have to read its index before. */
const PREVIEW_WAIT_MS = 1_000;

/**
 * What the member's saved answers do in Discover without filters, so nothing that they couldn't see there. A preview of unsaved
 * ones would tell whom others would like to meet. Null while Discover isn't ready.
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

/** For screens that don't wait for Discover: undefined while it isn't ready or the member has searched too much. */
export function ignoreBusy(error: unknown): undefined {
  const code = refusalIn(error)?.code;
  if (code !== "unavailable" && code !== "too-many") throw error;
  return undefined;
}

/** Whether Discover without any limit shows more than `count` members, who are fewer than a page. */
export async function findsMore(viewerId: number, count: number): Promise<boolean> {
  const { members } = await discover(viewerId, {}, undefined, { pageOnly: true });
  return members.length > count;
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
    members: await toHitCards(viewerId, result.members),
    next: result.next && writeCursor(result.next),
    wider: result.wider.map(({ count, ...widening }) => ({ ...widening, atLeast: toPeopleCount(count) })),
    hidesUnsaid: result.hidesUnsaid,
  };
}
