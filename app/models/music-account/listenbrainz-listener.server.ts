// What ListenBrainz knows about a listener, one request at a time.
import { DAY_MS } from "~/durations";
import {
  countListens,
  findTokenOwner,
  type Listen,
  listListens,
  readTopArtists,
} from "~/integrations/listenbrainz.server";
import type { ListenerApi } from "~/integrations/music-service.server";
import { takeTurn } from "~/models/pace.server";
import { Refusal } from "~/refusal";
import { halfYearsBefore, LEAST_PLAYS_EACH } from "./account-history";
import { musicAccountErrors } from "./music-account";

/** ListenBrainz takes one request a second. What is left of the shared time is for its answer. */
const ANSWER_MS = 2_000;

/** Plays submitted to ListenBrainz later than this may be made up. */
const TOLD_LATE_MS = 30 * DAY_MS;

export const listenbrainz: ListenerApi = {
  isSetUp: () => true,
  async read(username, period, deadline) {
    const listener = await inTurn(deadline, () => readTopArtists(username, period, deadline));
    return listener && { ...listener, playCount: null };
  },
  readPast,
  findOwner: (token, deadline) => inTurn(deadline, () => findTokenOwner(token, deadline)),
};

/**
 * Anybody can submit plays from years ago to ListenBrainz today. So plays count only if they were submitted soon, and a history
 * begins with the first submission, as far as the plays that were read show.
 */
async function readPast(username: string, now: number, deadline: number) {
  const plays = await inTurn(deadline, () => countListens(username, deadline));
  if (plays === undefined) return undefined;
  const known: Listen[] = [];
  const playsEach: number[] = [];
  let firstHeardAt: number | null = null;
  for (const { from, to } of halfYearsBefore(now)) {
    const page = { before: to, count: LEAST_PLAYS_EACH };
    const read = await inTurn(deadline, () => listListens(username, page, deadline));
    const isTold = ({ heardAt, toldAt }: Listen) =>
      heardAt >= from && toldAt > 0 && toldAt <= to + TOLD_LATE_MS;
    playsEach.push(read.listens.filter(isTold).length);
    known.push(...read.listens);
    firstHeardAt ??= read.firstHeardAt;
  }
  if (firstHeardAt !== null) {
    const first = { before: firstHeardAt + 1_000, count: 1 };
    known.push(...(await inTurn(deadline, () => listListens(username, first, deadline))).listens);
  }
  const told = known
    .filter(({ toldAt }) => toldAt > 0)
    .map(({ heardAt, toldAt }) => Math.max(heardAt, toldAt));
  return { plays, since: told.length ? Math.min(...told) : null, playsEach };
}

/** Asks ListenBrainz when it is this request's turn. Refuses if that would take too long (unavailable). */
async function inTurn<Answer>(deadline: number, ask: () => Promise<Answer>): Promise<Answer> {
  if (await takeTurn("listenbrainz", Math.max(0, deadline - Date.now() - ANSWER_MS))) return ask();
  throw new Refusal("unavailable", musicAccountErrors.busy, {}, Math.ceil(ANSWER_MS / 1000));
}
