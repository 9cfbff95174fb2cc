// What the services that are connected by a user name know of a listener.
import type { PlayPeriod } from "db/column-types";
import { findListener, listTopArtists } from "~/integrations/lastfm.server";
import { findTokenOwner, readTopArtists } from "~/integrations/listenbrainz.server";
import { listenerNames, type UsernameService } from "~/integrations/music-service";
import { takeTurn } from "~/models/pace.server";
import { Refusal } from "~/refusal";
import { connectionErrors, type ListeningStats } from "./connection";

/** A listener, with the name as the service spells it. */
export type Listening = ListeningStats & { name: string };

type Read = (username: string, period: PlayPeriod, deadline: number) => Promise<Listening | undefined>;

/** ListenBrainz serves one request a second. The rest of the shared time is for its answer. */
const ANSWER_MS = 2_000;

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

/** The ListenBrainz listener whose token this is; undefined if it is nobody's. Refuses as `readListener` does. */
export async function findOwner(token: string, deadline: number): Promise<string | undefined> {
  return inTurn(deadline, () => findTokenOwner(token, deadline));
}

/** Asks ListenBrainz when it is this request's turn. Refuses if that would take too long (unavailable). */
async function inTurn<Answer>(deadline: number, ask: () => Promise<Answer>): Promise<Answer> {
  if (await takeTurn("listenbrainz", Math.max(0, deadline - Date.now() - ANSWER_MS))) return ask();
  throw new Refusal("unavailable", connectionErrors.busy, {}, Math.ceil(ANSWER_MS / 1000));
}
