// The music services by name, how members connect them, and the limits of their user names.
import type { MusicService } from "db/column-types";

export const ACCOUNT_MAX = 200;
export const NOT_SET_UP = "Last.fm is not set up on this server.";

/**
 * Every service: whether members type their user name there, or give consent on a page of the service's own, and what
 * becomes of the artists they play most. Those that may only be shown are never scored.
 */
export const musicServices = {
  listenbrainz: { name: "ListenBrainz", connectsBy: "username", artists: "imported" },
  lastfm: { name: "Last.fm", connectsBy: "username", artists: "imported" },
  spotify: { name: "Spotify", connectsBy: "consent", artists: "shown" },
  youtube: { name: "YouTube Music", connectsBy: "consent", artists: "none" },
} as const satisfies Record<
  MusicService,
  { name: string; connectsBy: "username" | "consent"; artists: "imported" | "shown" | "none" }
>;

type ServiceThatConnectsBy<Way> = {
  [Service in MusicService]: (typeof musicServices)[Service]["connectsBy"] extends Way ? Service : never;
}[MusicService];

export type UsernameService = ServiceThatConnectsBy<"username">;
export type ConsentService = ServiceThatConnectsBy<"consent">;

/**
 * An account's history as far as its service vouches for it: all plays, when it begins (ms; null without any), and the plays of
 * each half-year that was asked about.
 */
export type PastListening = { plays: number; since: number | null; playsEach: number[] };

/** A user name that the service can have; no other is looked up. ListenBrainz takes MusicBrainz's names, of any script. */
export const listenerNames: Record<UsernameService, RegExp> = {
  listenbrainz: /^(?!\.{1,2}$)[^\p{C}]{1,64}$/u,
  lastfm: /^[\w-]{1,64}$/,
};

/** True for a service whose members give consent on a page of its own. */
export function isConsentService(service: MusicService): service is ConsentService {
  return musicServices[service].connectsBy === "consent";
}

/** True for a service that is connected by a user name. */
export function isUsernameService(service: MusicService): service is UsernameService {
  return musicServices[service].connectsBy === "username";
}
