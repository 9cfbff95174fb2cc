// The music services by name, and the limits of their user names.
import type { MusicService } from "db/column-types";

export const ACCOUNT_MAX = 200;
export const NOT_SET_UP = "Last.fm is not set up on this server.";

/** A valid Last.fm user name; no other is looked up. */
export const listenerName = /^[\w-]{1,64}$/;

/** The services that ask their members for consent on a page of their own. */
export type ConsentService = Exclude<MusicService, "lastfm">;

export const serviceNames: Record<MusicService, string> = {
  spotify: "Spotify",
  lastfm: "Last.fm",
  youtube: "YouTube Music",
};
