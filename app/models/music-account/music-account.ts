// Members' accounts at music services, their messages, and what an import would add.
import { type AccountHistory, MUSIC_SERVICES, type MusicService, type PlayPeriod } from "db/column-types";
import { cleanText } from "~/clean-text";
import { isUsernameService, musicServices, type UsernameService } from "~/integrations/music-service";
import { type Message, msg, t } from "~/language/text";
import { artistKey } from "~/matching/artist-key";
import { isPlaceholderArtist } from "~/matching/placeholder-artist";
import { MAX_ARTIST_NAME, MAX_ARTISTS } from "~/models/music/preferences";

export const MUSIC_ACCOUNTS_PATH = "/music-connections";
export const NO_LISTENER = msg("User not found");

/** A music account as its member sees it. */
export type MusicAccountDto = {
  id: string;
  service: MusicService;
  serviceUserId: string;
  serviceUsername: string;
  /** False once the service has withdrawn our access. */
  isActive: boolean;
  /** Whether the service withholds the account from us; then it isn't read again automatically. */
  isWithheld: boolean;
  /** Whether the service itself has confirmed the account. */
  isVerified: boolean;
  /** Whether the member has proven that the account is theirs. */
  isProven: boolean;
  /** The result for a proven account's history, with the day it begins; null until it has been read. */
  history: { since: string | null; plays: number; result: AccountHistory["result"] } | null;
  /** The last refresh: play count, number of artists and time; null if the service has none. */
  playCount: number | null;
  artistCount: number | null;
  /** The time over which the artists are counted, if its member has a choice. */
  period: PlayPeriod | null;
  readAt: string | null;
  /** The profile of an account that is only linked to; only the form has checked its address. */
  profileUrl: string | null;
  /** How many artists are new since the last weekly reading that the member has answered. */
  newArtistCount: number;
  /** Whether the member's Total Scrobbles follow the play count. */
  followsCount: boolean;
};

/** What a service knows about a member's listening. */
type ListeningStats = { playCount: number | null; topArtists: string[] | null };

/** The periods of ListenBrainz that members choose from. */
export const periodLabels: Record<PlayPeriod, Message> = {
  half_yearly: msg("Last six months"),
  all_time: msg("All time"),
};

export const DEFAULT_PERIOD: PlayPeriod = "half_yearly";

/** Which services this server can reach: ListenBrainz always, Last.fm with a key, the others with credentials. */
export type ServicesSetUp = Record<MusicService, boolean>;

/** What an import can add to the preferences. */
export type ImportOffer = {
  playCount: number | null;
  /** The service's artists that are not on the list yet, in its order. */
  newArtists: string[];
  /** How many of the service's artists are already on the list. */
  known: number;
  /** How many more artists the list can hold. */
  room: number;
};

export const musicAccountMessages = {
  connected: ({ service, serviceUsername, isVerified }: MusicAccountDto) => {
    // At other services every account is verified.
    const isTold = isVerified && isUsernameService(service) && !musicServices[service].isVerifiedByName;
    const verified = isTold ? [t("verified")] : [];
    return {
      title: t("Service connected"),
      description: [musicServices[service].name, serviceUsername, ...verified].join(" · "),
    };
  },
  disconnected: (service: MusicService) => ({
    title: t("Service disconnected"),
    description: musicServices[service].name,
  }),
  followsCount: (follows: boolean) => ({
    title: follows ? t("Total Scrobbles follow your plays") : t("Total Scrobbles stay as they are"),
  }),
  refreshed: (service: MusicService) => ({
    title: t("Updated from {name}", { name: musicServices[service].name }),
  }),
};

/** The titles and fallback messages for a failed connection. */
export const musicAccountErrors = {
  title: msg("Connection failed"),
  unknown: msg("Failed to connect music service."),
  username: (service: UsernameService) =>
    msg("{name} connection failed", { name: musicServices[service].name }),
  unverifiable: (service: UsernameService) =>
    msg("Failed to verify {name} username.", { name: musicServices[service].name }),
  enterName: (service: UsernameService) =>
    msg("Please enter your {name} username.", { name: musicServices[service].name }),
  blank: msg("Username required"),
  // Not translated: for programs.
  which: `service must be one of ${MUSIC_SERVICES.join(", ")}`,
  busy: msg("Lots of people are connecting ListenBrainz right now. Try again in a few seconds."),
  noToken: (service: UsernameService) => {
    const { name } = musicServices[service];
    return msg("{name} doesn't know this token. Copy it again from your {name} settings.", { name });
  },
  noConfirmation: (service: UsernameService) =>
    msg("{name} doesn't know this confirmation any more. Please start again.", {
      name: musicServices[service].name,
    }),
  takenProof: msg("This account already verifies another member."),
  expired: msg("This connection has expired or was started in another browser. Please start again."),
  otherToken: (service: UsernameService) =>
    msg("This token belongs to another {name} account.", { name: musicServices[service].name }),
};

/** The service with this name. */
export function readService(name: string | undefined): MusicService | undefined {
  return MUSIC_SERVICES.find((service) => service === name);
}

/** Whether the account's artists can be read: it is verified, or its service is open to everybody. */
export function isReadable({
  service,
  isVerified,
}: Pick<MusicAccountDto, "service" | "isVerified">): boolean {
  return isVerified || isUsernameService(service);
}

/** The URL of an action on a music account. */
export function musicAccountPath(id: string, action: "import" | "refresh" | "disconnect" | "counts"): string {
  return `${MUSIC_ACCOUNTS_PATH}/${id}/${action}`;
}

/** The URL of the page that offers the artists that a weekly reading has found. */
export function newArtistsPath(id: string): string {
  return `${musicAccountPath(id, "import")}?new`;
}

/** Compares a service's artists with a list. Names the list can't hold are left out. */
export function buildImportOffer({ playCount, topArtists }: ListeningStats, listed: string[]): ImportOffer {
  const listedKeys = new Set(listed.map(artistKey));
  const seen = new Set<string>();
  const newArtists: string[] = [];
  let known = 0;
  for (const name of (topArtists ?? []).map(cleanText)) {
    const key = artistKey(name);
    if (!key || name.length > MAX_ARTIST_NAME || seen.has(key)) continue;
    if (isPlaceholderArtist(name)) continue;
    seen.add(key);
    if (listedKeys.has(key)) known++;
    else newArtists.push(name);
  }
  return { playCount, newArtists, known, room: Math.max(0, MAX_ARTISTS - listed.length) };
}

/** Appends new artists to a list, which may exceed its maximum length. */
export function mergeArtists(listed: string[], added: string[]): string[] {
  return [...listed, ...buildImportOffer({ playCount: null, topArtists: added }, listed).newArtists];
}
