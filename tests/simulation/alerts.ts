// Alerts in models: whom each has newly found since everybody was last looked at, and who is told of them when.
import { isDeepStrictEqual } from "node:util";
import type { Who } from "./pair";

type Asked<Ask> = { by: Who; ask: Ask };
type Hit = { by: Who; found: Who; dueAt?: number; toldAt?: number };

export type AlertState<Ask, Seen> = {
  asked: Asked<Ask>[];
  /** What alerts saw of each member when they last looked; nothing of those whom Discover doesn't list. */
  seen: Record<Who, Seen | undefined>;
  /** Whom they have found, each other member once. */
  hits: Hit[];
};

/** A community as it is now. */
export type Eyes<Ask, Seen> = {
  members: Who[];
  /** What alerts see of a member; nothing of those whom Discover doesn't list. */
  see: (who: Who) => Seen | undefined;
  /** Whether an alert finds somebody who is as they were seen. */
  finds: (asked: Asked<Ask>, seen: Seen) => boolean;
  /** Whether Discover shows a member another, who is listed, whatever the filters. */
  isOpen: (me: Who, you: Who) => boolean;
};

const DAY = 86_400_000;
const MOST_WAITING = 50;

/** Looks at everybody who has changed since the last look. */
export function lookAtChanges<Ask, Seen>(
  state: AlertState<Ask, Seen>,
  { members, see, finds, isOpen }: Eyes<Ask, Seen>,
  now: number,
) {
  for (const found of members) {
    const [before, after] = [state.seen[found], see(found)];
    state.seen[found] = structuredClone(after);
    if (after === undefined || isDeepStrictEqual(before, after)) continue;
    for (const asked of state.asked) {
      const { by } = asked;
      if (by === found || !isOpen(by, found) || !finds(asked, after)) continue;
      const isKnown = before !== undefined && finds(asked, before);
      const own = state.hits.filter((hit) => hit.by === by);
      const isFull = own.filter(({ dueAt }) => dueAt !== undefined).length >= MOST_WAITING;
      if (isKnown || isFull || own.some((hit) => hit.found === found)) continue;
      const last = Math.max(...own.map(({ toldAt }) => toldAt ?? 0), 0);
      state.hits.push({ by, found, dueAt: last ? Math.max(now, last + DAY) : now });
    }
  }
}

/** Tells the owners of alerts; returns whom each was told about. Members who no longer fit are forgotten. */
export function tellOfFound<Ask, Seen>(
  state: AlertState<Ask, Seen>,
  { see, finds, isOpen }: Omit<Eyes<Ask, Seen>, "members">,
  now: number,
): Map<Who, Who[]> {
  const due = state.hits.filter(({ dueAt = Number.POSITIVE_INFINITY }) => dueAt <= now);
  const told = new Map<Who, Who[]>();
  for (const by of new Set(due.map((hit) => hit.by))) {
    const own = state.asked.filter((asked) => asked.by === by);
    const waiting = state.hits.filter((hit) => hit.by === by && hit.dueAt !== undefined);
    const fitting = waiting.filter(({ found }) => {
      const seen = see(found);
      return seen !== undefined && isOpen(by, found) && own.some((asked) => finds(asked, seen));
    });
    for (const hit of fitting) {
      delete hit.dueAt;
      hit.toldAt = now;
    }
    state.hits = state.hits.filter((hit) => !waiting.includes(hit) || fitting.includes(hit));
    if (fitting.length)
      told.set(
        by,
        fitting.map(({ found }) => found),
      );
  }
  return told;
}
