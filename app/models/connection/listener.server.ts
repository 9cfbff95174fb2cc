// What the services that are connected by a user name know of a listener.
import type { PlayPeriod } from "db/column-types";
import { findListener, listTopArtists } from "~/integrations/lastfm.server";
import { readTopArtists } from "~/integrations/listenbrainz.server";
import { listenerNames, type UsernameService } from "~/integrations/music-service";
import type { ListeningStats } from "./connection";

/** A listener, with the name as the service spells it. */
export type Listening = ListeningStats & { name: string };

type Read = (username: string, period: PlayPeriod, deadline: number) => Promise<Listening | undefined>;

const readers: Record<UsernameService, Read> = {
  async listenbrainz(username, period, deadline) {
    const listener = await readTopArtists(username, period, deadline);
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
