// Alerts: what members have asked to be told of, in words, and where they are managed.
import type { DiscoverFilters, DistanceUnit } from "db/column-types";
import { msg, t } from "~/language/text";
import { artistPath } from "~/models/artist/artist";
import type { FlashMessage } from "~/models/flash";
import { describeLimits, discoverPath } from "~/models/match/discover";
import type { MemberCardDto } from "~/models/member/member";
import { describeShared, type SharedShow } from "~/models/show/show";
import { showPath } from "~/models/show/show-path";

export const ALERTS_PATH = "/notifications/alerts";

/** How many alerts a member can have. */
export const ALERTS_MAX = 3;

/** An alert as its member sees it: Discover's filters, an artist whom somebody loves, or a show to which they go. */
export type AlertDto = {
  id: string;
  filters: DiscoverFilters;
  artist: string | null;
  show: SharedShow | null;
};

/** The button that saves an alert: its fields, and whether the member has that alert already. */
export type AlertOffer = { fields: Record<string, string>; isSaved: boolean };

/** The people a member was told of at once who still fit, and the alerts that found them, unless they have been ended. */
export type ToldDto = { people: MemberCardDto[]; alerts: AlertDto[] };

/** Whom an alert looks for: "who loves Pram", "within 50 miles · 70%+ match". */
export function describeAlert({ filters, artist, show }: AlertDto, unit: DistanceUnit): string {
  if (artist !== null) return t("who loves {artist}", { artist });
  if (show) return t("who goes to {show}", { show: describeShared(show) });
  return describeLimits(filters, unit);
}

/** The page that shows whom an alert finds. */
export function alertPagePath({ filters, artist, show }: AlertDto): string {
  if (artist !== null) return artistPath(artist) ?? discoverPath({});
  return show ? showPath(show.id) : discoverPath(filters);
}

/** The page of the people a member was told of at a moment in ms. */
export function toldPath(toldAt: string): string {
  return `${ALERTS_PATH}/${toldAt}`;
}

export const alertMessages = {
  saved: {
    title: msg("We'll tell you"),
    description: msg("When somebody new fits, it's in your notifications."),
  } satisfies FlashMessage,
  ended: { title: msg("Alert ended") } satisfies FlashMessage,
  gone: msg("This alert has ended already."),
};
