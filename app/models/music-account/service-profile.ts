// Profiles at Spotify and YouTube, which members link to when nobody can verify the account.
import type { MusicService } from "db/column-types";
import { ACCOUNT_MAX, type ConsentService, isConsentService } from "~/integrations/music-service";
import { parseSpotifyUrl, parseYoutubeUrl } from "~/models/conversation/share";

/** A linked profile, with the name in its URL. */
type ServiceProfile = { url: string; name: string };

/** A profile on its member's page. */
export type ShownProfile = ServiceProfile & { service: MusicService };

const SPOTIFY_PROFILE_URI = /(?<![\w/:])spotify:user:([^\s:]+)(?![\w/:])/i;
const SPOTIFY_PATH = /^(?:\/intl-[\w-]+)?\/user\/([^/]+)\/?$/;
const YOUTUBE_APP = /^\s*(?:vnd\.youtube|youtube):\/*(?=[a-z])/i;
/** May be followed by a tab of the channel. */
const YOUTUBE_PATH = /^\/(?:(channel)\/(UC[\w-]{22})|(@[^/]+)|(c|user)\/([^/]+))(?:\/[a-z]*)?\/?$/;
const YOUTUBE_HANDLE = /^@[\p{L}\p{M}\p{N}_.·-]{3,30}$/u;
const NAME = /^[^\s\p{C}/?#\\]{1,100}$/u;

const readers: Record<ConsentService, (text: string) => ServiceProfile | undefined> = {
  spotify(text) {
    const [, inUri] = SPOTIFY_PROFILE_URI.exec(text) ?? [];
    const url = parseSpotifyUrl(text);
    const name = decodeName(inUri ?? SPOTIFY_PATH.exec(url ? new URL(url).pathname : "")?.[1]);
    return name === undefined
      ? undefined
      : { name, url: `https://open.spotify.com/user/${encodeURIComponent(name)}` };
  },
  youtube(text) {
    const typed = text.trim();
    const url = parseYoutubeUrl(
      typed.startsWith("@") ? `youtube.com/${typed}` : typed.replace(YOUTUBE_APP, "https://"),
    );
    const [, kind, channel, handle, oldKind, oldName] =
      YOUTUBE_PATH.exec(url ? new URL(url).pathname : "") ?? [];
    if (channel) return { name: channel, url: `https://music.youtube.com/${kind}/${channel}` };
    const name = decodeName(handle ?? oldName);
    if (!name || (handle && !YOUTUBE_HANDLE.test(name))) return undefined;
    const path = oldKind ? `${oldKind}/${encodeURIComponent(name)}` : `@${encodeURIComponent(name.slice(1))}`;
    return { name, url: `https://www.youtube.com/${path}` };
  },
};

/**
 * The profile that a text links to, in any form in which the service's site and apps share it; undefined without one. It isn't
 * checked whether the profile exists.
 */
export function readServiceProfile(service: ConsentService, text: string): ServiceProfile | undefined {
  const profile = readers[service](text);
  return profile && profile.url.length <= ACCOUNT_MAX ? profile : undefined;
}

/** The profile of an unverified account; undefined for one that is verified, or only has a name. */
export function profileUrlOf(account: {
  service: MusicService;
  serviceUserId: string;
  isVerified: boolean;
}): string | undefined {
  const { service, serviceUserId, isVerified } = account;
  if (isVerified || !isConsentService(service)) return undefined;
  return readServiceProfile(service, serviceUserId)?.url;
}

/** A name decoded from its URL; undefined for one that no service allows. */
function decodeName(encoded: string | undefined): string | undefined {
  if (!encoded) return undefined;
  try {
    const name = decodeURIComponent(encoded);
    return NAME.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}
