// What Last.fm knows about a listener.
import { env } from "~/env.server";
import {
  findLastfmTokenOwner,
  findListener,
  lastfmConsentPage,
  listTopArtists,
  readLastfmPast,
} from "~/integrations/lastfm.server";
import type { ListenerApi } from "~/integrations/music-service.server";
import { halfYearsBefore } from "./account-history";

export const lastfm: ListenerApi = {
  isSetUp: () => Boolean(env.lastfm.apiKey),
  /** With top artists if Last.fm lists them in time. */
  async read(username, _, deadline) {
    const [listener, topArtists] = await Promise.all([
      findListener(username, deadline),
      listTopArtists(username, deadline).catch(() => null),
    ]);
    return listener && { ...listener, topArtists };
  },
  readPast: (username, now, deadline) => readLastfmPast(username, halfYearsBefore(now), deadline),
  findOwner: findLastfmTokenOwner,
  proofPage: lastfmConsentPage,
};
