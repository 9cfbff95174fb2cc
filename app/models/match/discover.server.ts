// Discover: everybody who goes with a member, asked of a process of its own.
import { client } from "db/client.server";
import type { Trouble } from "db/workers.server";
import type { DiscoverFilters, Widening } from "~/models/discovery";
import type { MemberCard } from "~/models/member";
import { publicMember } from "~/models/member.server";
import { absent, Refusal } from "~/models/refusal";
import { queryBy } from "./query";
import { type Bookmark, type Search, type SearchResult, scoreMembers, searchPage } from "./search";
import { hasFile, searchers } from "./workers.server";

const TIME_LIMIT_MS = 5_000;

export type DiscoverPage = {
  members: MemberCard[];
  /** What `discover` takes for the next page; null on the last. */
  next: string | null;
  /** Where the filters find less than a page, on the first: wider ones that find more. */
  wider: Widening[];
};

/**
 * A page of Discover, as `searchPage()` finds it; with `pageOnly` nothing is said of wider filters.
 * Refuses a cursor that is none (invalid), and when no search comes to an end in time (unavailable).
 */
export async function discover(
  viewerId: number,
  filters: DiscoverFilters,
  cursor?: string,
  { pageOnly }: Pick<Search, "pageOnly"> = {},
): Promise<DiscoverPage> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const result = await search({ viewerId, filters, after, pageOnly });
  if (!result) throw absent();
  const members = result.members.map(({ topArtists, favoriteGenres, score, distance, ...row }) => ({
    ...publicMember(row),
    distance,
    compatibilityScore: score,
    musicPreferences: favoriteGenres && { topArtists, favoriteGenres },
  }));
  return { members, next: result.next && writeCursor(result.next), wider: result.wider };
}

/** The viewer's scores with these members; see `scoreMembers()`. */
export function scoresWith(viewerId: number, otherIds: number[]): Promise<Map<number, number>> {
  return scoreMembers(queryBy(client), viewerId, otherIds);
}

/** A search whose process dies is tried once more. */
async function search(asked: Search): Promise<SearchResult | undefined> {
  if (!hasFile) return searchElsewhere(asked);
  try {
    return await searchBeside(asked);
  } catch (trouble) {
    if (trouble !== "died") throw refusalOf(trouble as Trouble);
  }
  return searchBeside(asked).catch((trouble: Trouble) => {
    throw refusalOf(trouble);
  });
}

async function searchBeside(asked: Search): Promise<SearchResult | undefined> {
  const result = await searchers.run({ name: "search", asked }, TIME_LIMIT_MS);
  return result as SearchResult | undefined;
}

async function searchElsewhere(asked: Search): Promise<SearchResult | undefined> {
  const transaction = await client.transaction("read");
  try {
    return await searchPage(queryBy(transaction), asked);
  } finally {
    transaction.close();
  }
}

/** What failed in itself is a bug; all other trouble passes. */
function refusalOf(trouble: Trouble): Error {
  if (trouble instanceof Error) return trouble;
  return new Refusal("unavailable", "Discover is busy at the moment. Try again in a minute.", {}, 60);
}

function writeCursor({ score, distance, id, countedAt }: Bookmark): string {
  return `${score}-${distance ?? ""}-${id}.${countedAt}`;
}

/** Reads what `discover()` gave as the next page. Refuses anything else (invalid). */
export function readCursor(cursor: string): Bookmark {
  const parts = /^(\d{1,3})-(\d{0,5})-(\d{1,16})\.(\d{1,15})$/.exec(cursor);
  if (!parts) throw new Refusal("invalid", "This page of Discover does not exist.");
  const [, score, distance, id, countedAt] = parts;
  return {
    score: Number(score),
    distance: distance ? Number(distance) : null,
    id: Number(id),
    countedAt: Number(countedAt),
  };
}
