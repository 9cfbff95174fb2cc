// The schemas of shows: the form that adds one, the filters of the list, and going.
import { z } from "zod";
import { cleanText, isVisible, removeDirections } from "~/clean-text";
import { NO_DATE, NO_TIME, toDay, toMinutes } from "~/days";
import { msg } from "~/language/text";
import { artistKey } from "~/matching/artist-key";
import { DISTANCE_BOUNDS } from "~/matching/filters";
import { isPlaceholderArtist } from "~/matching/placeholder-artist";
import { cursorField, cursorNumber, cursorText } from "~/models/cursor";
import {
  checkbox,
  exactString,
  optionalClientId,
  optionalText,
  readOptionalText,
  readText,
  requiredText,
  saying,
  wholeNumber,
} from "~/models/fields";
import { MAX_ARTIST_NAME } from "~/models/music/preferences";
import { GOING_CHOICES, NEAR_MILES, SHOW_NOTE_MAX, VENUE_MAX } from "./show";

const ARTIST = msg("Type an artist's name");
const LINK = msg("Use a full address that starts with https://");
const LINK_MAX = 500;
const TOWN_MAX = 200;

const isArtist = (name: string) => isVisible(artistKey(name)) && !isPlaceholderArtist(name);
const cleanName = (typed: string) => cleanText(removeDirections(typed));
const headliner = requiredText(ARTIST, MAX_ARTIST_NAME).transform(cleanName).refine(isArtist, saying(ARTIST));
const another = optionalText(MAX_ARTIST_NAME)
  .transform(cleanName)
  .refine((name) => !name || isArtist(name), saying(ARTIST));

/** An https address at a public host name, without a port or a user; undefined for any other. */
export function outsideLink(typed: string): string | undefined {
  if (!URL.canParse(typed)) return undefined;
  const { protocol, port, username, password, hostname, href } = new URL(typed);
  const isPlain = protocol === "https:" && !port && !username && !password;
  const isName = /^[a-z\d-]+(\.[a-z\d-]+)*\.[a-z][a-z\d-]+$/.test(hostname);
  return isPlain && isName && href.length <= LINK_MAX ? href : undefined;
}

/** The Add Show form and POST /api/shows. The client makes the `id`, so that a repeat is the same show. */
export const showInput = z.object({
  id: optionalClientId,
  artist: headliner,
  artist2: another,
  artist3: another,
  artist4: another,
  date: readText(requiredText(msg("Date is required"), 20), toDay, NO_DATE),
  doors: readOptionalText(20, toMinutes, NO_TIME),
  venue: requiredText(msg("Venue is required"), VENUE_MAX).transform(cleanName),
  town: requiredText(msg("Town is required"), TOWN_MAX),
  link: readOptionalText(LINK_MAX, outsideLink, LINK),
  note: optionalText(SHOW_NOTE_MAX),
});
export type ShowInput = z.output<typeof showInput>;

const WITHIN = msg("Distance must be between {min} and {max} miles", {
  min: DISTANCE_BOUNDS.min,
  max: DISTANCE_BOUNDS.max,
});

/** The filters of the list of shows. */
export const showFilters = z.object({
  within: wholeNumber({
    ...{ min: [DISTANCE_BOUNDS.min, WITHIN], max: [DISTANCE_BOUNDS.max, WITHIN], message: WITHIN },
  }).default(NEAR_MILES),
  mine: checkbox,
  month: exactString(msg("Use a month such as 2026-12"))
    .regex(/^(\d{4}-(0[1-9]|1[0-2]))?$/)
    .default(""),
});
export type ShowFilters = z.output<typeof showFilters>;

/** The query of the list. */
export const showsQuery = showFilters.extend({
  /** Only the shows that the member goes to. */
  going: checkbox,
  cursor: cursorField({ day: cursorNumber, rank: cursorNumber, id: cursorText }),
});
export type ShowCursor = NonNullable<z.output<typeof showsQuery>["cursor"]>;

/** The filters and the cursor in an address of the screen, which leaves out what is none. */
export function readShowFilters(params: URLSearchParams): ShowFilters & { cursor?: ShowCursor } {
  const given = Object.fromEntries(params);
  const fields = Object.entries(showsQuery.shape).flatMap(([name, field]) => {
    const read = field.safeParse(given[name]);
    return read.success && given[name] !== undefined ? [[name, given[name]]] : [];
  });
  return showsQuery.parse(Object.fromEntries(fields));
}

/** The buttons of a show, and PUT /api/shows/{id}/going. */
export const goingInput = z.object({
  going: z.enum(GOING_CHOICES, {
    errorMap: saying(msg("going must be one of {choices}", { choices: GOING_CHOICES.join(", ") })),
  }),
});
