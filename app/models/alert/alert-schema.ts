// The schema of alerts, from a page's address or JSON.
import { z } from "zod";
import { msg } from "~/language/text";
import { readArtist } from "~/models/artist/artist";
import { exactString, optionalText, saying } from "~/models/fields";
import { discoverFilters } from "~/models/match/discover-schema";
import { MAX_ARTIST_NAME } from "~/models/music/preferences";

const ARTIST = msg("Type an artist's name");
const TOLD = msg("told must be a time in ms");

const subject = z.object({
  artist: optionalText(MAX_ARTIST_NAME).refine((name) => !name || readArtist(name), saying(ARTIST)),
  showId: optionalText(100),
});

/** POST /api/alerts: an artist, a show, or else Discover's filters. */
export const alertInput = subject.and(discoverFilters).transform(({ artist, showId, ...filters }) => ({
  artist: artist || null,
  showId: (!artist && showId) || null,
  filters: artist || showId ? {} : filters,
}));
export type AlertInput = z.output<typeof alertInput>;

/** The moment at which a member was told, as it stands in an address. */
export const toldParam = z.object({
  told: exactString(TOLD)
    .regex(/^\d{1,15}$/)
    .transform(Number),
});
