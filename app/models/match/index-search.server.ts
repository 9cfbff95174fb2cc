// A member's search in the index, within their share of its process.
import { search } from "~/matching/search.server";
import { closedInDiscover } from "~/models/access.server";
import { countWork, requireWork } from "~/models/rate-limit.server";

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
