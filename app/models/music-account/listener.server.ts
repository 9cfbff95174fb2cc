// What the services that are connected by user name know about a listener.
import type { PlayPeriod } from "db/column-types";
import { musicServices, type PastListening, type UsernameService } from "~/integrations/music-service";
import type { ListenerApi, Listening } from "~/integrations/music-service.server";
import { lastfm } from "./lastfm-listener.server";
import { listenbrainz } from "./listenbrainz-listener.server";

/** The time for the few requests that read a past, in which each request still has its own limit. */
const PAST_MS = 60_000;

/** The format of the services' tokens; no other text is sent there. */
const TOKEN = /^[\w-]{1,100}$/;

const services: Record<UsernameService, ListenerApi> = { listenbrainz, lastfm };

/** Whether this server can ask the service. */
export function isListenerSetUp(service: UsernameService): boolean {
  return services[service].isSetUp();
}

/** Whether members can prove here that an account of the service is theirs. */
export function isProvable(service: UsernameService): boolean {
  return musicServices[service].provesBy === "token" || proofPageOf(service, "") !== undefined;
}

/** The page on which members confirm an account; it leads to `callback` with a token. Undefined if there is none. */
export function proofPageOf(service: UsernameService, callback: string): string | undefined {
  return services[service].proofPage?.(callback);
}

/** The listener of this name; undefined if there is none. Refuses a service that doesn't respond (unanswered). */
export async function readListener(
  service: UsernameService,
  username: string,
  period: PlayPeriod,
  deadline: number,
): Promise<Listening | undefined> {
  return musicServices[service].usernames.test(username)
    ? services[service].read(username, period, deadline)
    : undefined;
}

/**
 * The past of a listener; "hidden" if they don't show it, undefined if there is no such listener. It takes at most six
 * requests. Refuses a service that doesn't respond (unanswered) or has no turn left (unavailable).
 */
export async function readPast(
  service: UsernameService,
  username: string,
  now: number,
): Promise<PastListening | "hidden" | undefined> {
  return services[service].readPast(username, now, Date.now() + PAST_MS);
}

/** The listener whose token this is; undefined for an unknown token. Refuses as `readListener` does. */
export async function findOwner(
  service: UsernameService,
  token: string,
  deadline: number,
): Promise<string | undefined> {
  return TOKEN.test(token) ? services[service].findOwner(token, deadline) : undefined;
}
