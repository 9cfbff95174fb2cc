// What the services that are connected by a user name know of a listener.
import type { PlayPeriod } from "db/column-types";
import { DAY_MS } from "~/durations";
import { findListener, listTopArtists, readLastfmPast } from "~/integrations/lastfm.server";
import {
  countListens,
  findTokenOwner,
  type Listen,
  listListens,
  readTopArtists,
} from "~/integrations/listenbrainz.server";
import { listenerNames, type PastListening, type UsernameService } from "~/integrations/music-service";
import { takeTurn } from "~/models/pace.server";
import { Refusal } from "~/refusal";
import { halfYearsBefore, LEAST_PLAYS_EACH } from "./account-history";
import { connectionErrors, type ListeningStats } from "./connection";

/** A listener, with the name as the service spells it. */
export type Listening = ListeningStats & { name: string };

type Read = (username: string, period: PlayPeriod, deadline: number) => Promise<Listening | undefined>;

/** ListenBrainz serves one request a second. The rest of the shared time is for its answer. */
const ANSWER_MS = 2_000;

/** The time for the few requests that read a past, in which each request still has its own limit. */
const PAST_MS = 60_000;

/** Plays that ListenBrainz was told of later than this may be made up. */
const TOLD_LATE_MS = 30 * DAY_MS;

const readers: Record<UsernameService, Read> = {
  async listenbrainz(username, period, deadline) {
    const listener = await inTurn(deadline, () => readTopArtists(username, period, deadline));
    return listener && { ...listener, playCount: null };
  },
  /** With top artists if Last.fm lists them in time. */
  async lastfm(username, _, deadline) {
    const [listener, topArtists] = await Promise.all([
      findListener(username, deadline),
      listTopArtists(username, deadline).catch(() => null),
    ]);
    return listener && { ...listener, topArtists };
  },
};

/** The listener of this name; undefined if there is none. Refuses a service that doesn't respond (unanswered). */
export async function readListener(
  service: UsernameService,
  username: string,
  period: PlayPeriod,
  deadline: number,
): Promise<Listening | undefined> {
  return listenerNames[service].test(username) ? readers[service](username, period, deadline) : undefined;
}

/**
 * The past of a listener; "hidden" if they don't show it, undefined if there is no such listener. It takes six requests at
 * most. Refuses a service that doesn't respond (unanswered) or has no turn left (unavailable).
 */
export async function readPast(
  service: UsernameService,
  username: string,
  now: number,
): Promise<PastListening | "hidden" | undefined> {
  const deadline = Date.now() + PAST_MS;
  if (service === "lastfm") return readLastfmPast(username, halfYearsBefore(now), deadline);
  return readListenbrainzPast(username, now, deadline);
}

/**
 * Anybody can tell ListenBrainz today of plays from years ago. So plays count if it was told of them soon, and a history begins
 * when it was first told of one, as far as those that were read say.
 */
async function readListenbrainzPast(username: string, now: number, deadline: number) {
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

/** The ListenBrainz listener whose token this is; undefined if it is nobody's. Refuses as `readListener` does. */
export async function findOwner(token: string, deadline: number): Promise<string | undefined> {
  return inTurn(deadline, () => findTokenOwner(token, deadline));
}

/** Asks ListenBrainz when it is this request's turn. Refuses if that would take too long (unavailable). */
async function inTurn<Answer>(deadline: number, ask: () => Promise<Answer>): Promise<Answer> {
  if (await takeTurn("listenbrainz", Math.max(0, deadline - Date.now() - ANSWER_MS))) return ask();
  throw new Refusal("unavailable", connectionErrors.busy, {}, Math.ceil(ANSWER_MS / 1000));
}
