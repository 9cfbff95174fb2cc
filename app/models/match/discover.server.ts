// Discover: the members who fit a viewer's filters, best match first.
import type { DiscoverFilters, Widening } from "~/matching/filters";
import { readCursor, search, writeCursor } from "~/matching/search.server";
import type { Search } from "~/matching/search-page.server";
import type { MemberCardDto } from "~/models/member/member";
import { toHitCard } from "~/models/member/member-card.server";
import { notFoundRefusal } from "~/refusal";

export type DiscoverPage = {
  members: MemberCardDto[];
  /** The cursor of the next page; null on the last. */
  next: string | null;
  /** Wider filters that find more, on a first page that isn't full. */
  wider: Widening[];
};

/**
 * A page of Discover as `searchPage()` finds it; `pageOnly` skips the wider filters.
 * Refuses an invalid cursor (invalid), and a search that takes too long (unavailable).
 */
export async function discover(
  viewerId: number,
  filters: DiscoverFilters,
  cursor?: string,
  { pageOnly }: Pick<Search, "pageOnly"> = {},
): Promise<DiscoverPage> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const result = await search({ viewerId, filters, after, pageOnly });
  if (!result) throw notFoundRefusal();
  return {
    members: result.members.map(toHitCard),
    next: result.next && writeCursor(result.next),
    wider: result.wider,
  };
}
