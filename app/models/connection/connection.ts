// A member's connections to music services: their words, and what an import makes of a list of artists.
import { artistKey } from "./artist";
import { MAX_ARTIST_NAME, MAX_ARTISTS, written } from "./taste";

export const MUSIC_SERVICES = ["spotify", "lastfm", "youtube"] as const;
export const ACCOUNT_MAX = 200;
export const CONNECTIONS_PATH = "/music-connections";
export const NOT_SET_UP = "Last.fm is not set up on this server.";
export const NO_LISTENER = "User not found";

export type MusicService = (typeof MUSIC_SERVICES)[number];
/** The services whose members say yes on a page of the service itself. */
export type ConsentService = Exclude<MusicService, "lastfm">;

export const serviceNames: Record<MusicService, string> = {
  spotify: "Spotify",
  lastfm: "Last.fm",
  youtube: "YouTube Music",
};

/** A connection as its member sees it. */
export type ShownConnection = {
  id: string;
  service: MusicService;
  serviceUserId: string;
  serviceUsername: string;
  /** False once the service no longer lets us in. */
  isActive: boolean;
  /** Whether the service itself has named the account. */
  isVerified: boolean;
  /** What was read there last, and when; null where there is nothing of the kind. */
  playCount: number | null;
  artistCount: number | null;
  readAt: string | null;
};

/** What was read at a service and may be taken over into the preferences. */
export type Listening = { playCount: number | null; topArtists: string[] | null };

/** Which services this server can ask: Last.fm with a key, the others with credentials. */
export type ServicesSetUp = Record<MusicService, boolean>;

/** What may be taken over, set against what the preferences hold. */
export type ImportOffer = {
  playCount: number | null;
  /** Artists of the service that are not listed yet, in its order. */
  newArtists: string[];
  /** How many of the service's artists are listed already. */
  known: number;
  /** How many artists the list still takes. */
  room: number;
};

export const connectionWords = {
  connected: (service: MusicService, username: string) => ({
    title: "Service connected",
    description: `${serviceNames[service]} · ${username}`,
  }),
  disconnected: (service: MusicService) => ({
    title: "Service disconnected",
    description: serviceNames[service],
  }),
  read: (service: MusicService) => ({ title: `Read anew from ${serviceNames[service]}` }),
};

/** What is said above the reason, or for want of one, when connecting is refused. */
export const connectionTrouble = {
  title: "Connection failed",
  unknown: "Failed to connect music service.",
  lastfm: "Last.fm connection failed",
  unverifiable: "Failed to verify Last.fm username.",
  blank: "Username required",
  which: "Choose spotify, lastfm or youtube",
};

/** The service of a name in an address, where its members say yes on a page of the service. */
export function consentService(name: string | undefined): ConsentService | undefined {
  return name === "spotify" || name === "youtube" ? name : undefined;
}

/** The address of a connection, or of what is done with it. */
export function connectionAddress(id: string, verb: "import" | "refresh" | "disconnect"): string {
  return `${CONNECTIONS_PATH}/${id}/${verb}`;
}

/** What of a service's listening is new to a list of artists. Names that no list takes are left out. */
export function offerOf({ playCount, topArtists }: Listening, listed: string[]): ImportOffer {
  const known = new Set(listed.map(artistKey));
  const found = new Set<string>();
  const newArtists: string[] = [];
  let count = 0;
  for (const name of (topArtists ?? []).map(written)) {
    const key = artistKey(name);
    if (!/[^\s\p{C}]/u.test(name) || name.length > MAX_ARTIST_NAME || found.has(key)) continue;
    found.add(key);
    if (known.has(key)) count++;
    else newArtists.push(name);
  }
  return { playCount, newArtists, known: count, room: Math.max(0, MAX_ARTISTS - listed.length) };
}

/** The list with what is new to it below: nothing of it is moved or lost. It may be longer than a list can be. */
export function mergeArtists(listed: string[], added: string[]): string[] {
  return [...listed, ...offerOf({ playCount: null, topArtists: added }, listed).newArtists];
}
