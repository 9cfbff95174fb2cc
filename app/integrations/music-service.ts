// The music services: what each is, and how members connect it.
import type { MusicService } from "db/column-types";
import { type Message, msg } from "~/language/text";

export const ACCOUNT_MAX = 200;
export const NOT_SET_UP = msg("Last.fm is not set up on this server.");

// Not translated: names.
const NAMES = { lastfm: "Last.fm", spotify: "Spotify", youtube: "YouTube Music", google: "Google" };

/** What happens with members' top artists: artists that may only be shown are never scored. */
type Artists = "imported" | "shown" | "none";

type Described = {
  name: string;
  /** What a member gains from connecting it. */
  purpose: Message;
  /** The style of its first letter, in its color. */
  mark: string;
  artists: Artists;
};

/** Members enter their user name there. */
type ConnectsByUsername = Described & {
  connectsBy: "username";
  /** The user names that the service allows; no others are looked up. */
  usernames: RegExp;
  /** Whether a name is enough to be connected as verified. */
  isVerifiedByName: boolean;
  /** How members prove that an account is theirs: by a token that they paste, or on a page of the service's own. */
  provesBy: "token" | "page";
  /** Whether members choose the period that plays are counted over. */
  hasPeriods: boolean;
};

/** Members give consent on the service's own page or, if it isn't set up, link to their profile. */
type ConnectsByConsent = Described & {
  connectsBy: "consent";
  /** The name of the site with that page. */
  consentAt: string;
  /** The hint of the profile's field, and the message for an address that leads to no profile. */
  profile: { hint: Message; invalid: Message };
};

/** Every service. What the server does there is in `ListenerApi` and `ConsentApi` of music-service.server.ts. */
export const musicServices = {
  listenbrainz: {
    name: "ListenBrainz",
    purpose: msg("Import the artists you play most. Free and open."),
    mark: "bg-[#eb743b] text-[#000]",
    artists: "imported",
    connectsBy: "username",
    // MusicBrainz's names, in any script.
    usernames: /^(?!\.{1,2}$)[^\p{C}]{1,64}$/u,
    isVerifiedByName: false,
    provesBy: "token",
    hasPeriods: true,
  },
  lastfm: {
    name: NAMES.lastfm,
    purpose: msg("Import your top artists and play count."),
    mark: "bg-[#d51007] text-[#fff]",
    artists: "imported",
    connectsBy: "username",
    usernames: /^[\w-]{1,64}$/,
    isVerifiedByName: true,
    provesBy: "page",
    hasPeriods: false,
  },
  spotify: {
    name: NAMES.spotify,
    purpose: msg("Show what you play most. It doesn't count toward matches."),
    mark: "bg-[#1db954] text-[#000]",
    artists: "shown",
    connectsBy: "consent",
    consentAt: NAMES.spotify,
    profile: {
      hint: msg("On your profile, choose Share, then Copy link to profile."),
      invalid: msg("Paste the link to your Spotify profile, such as open.spotify.com/user/you."),
    },
  },
  youtube: {
    name: NAMES.youtube,
    purpose: msg("Connect your channel. We only read its name."),
    mark: "bg-[#f00] text-[#000]",
    artists: "none",
    connectsBy: "consent",
    consentAt: NAMES.google,
    profile: {
      hint: msg("Such as youtube.com/@you or music.youtube.com/channel/…"),
      invalid: msg("Paste the link to your channel, such as youtube.com/@you or music.youtube.com/channel/…"),
    },
  },
} as const satisfies Record<MusicService, ConnectsByUsername | ConnectsByConsent>;

type ServiceThatConnectsBy<Way> = {
  [Service in MusicService]: (typeof musicServices)[Service]["connectsBy"] extends Way ? Service : never;
}[MusicService];

export type UsernameService = ServiceThatConnectsBy<"username">;
export type ConsentService = ServiceThatConnectsBy<"consent">;

/**
 * An account's history as far as its service vouches for it: the number of plays, when it begins (ms; null without any), and
 * the plays in each requested half-year.
 */
export type PastListening = { plays: number; since: number | null; playsEach: number[] };

/** True for a service whose members give consent on a page of its own. */
export function isConsentService(service: MusicService): service is ConsentService {
  return musicServices[service].connectsBy === "consent";
}

/** True for a service that is connected by a user name. */
export function isUsernameService(service: MusicService): service is UsernameService {
  return musicServices[service].connectsBy === "username";
}
