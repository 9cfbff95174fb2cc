// Member cards: the part of a profile that lists show.
import type { DistanceUnit } from "db/column-types";
import { t } from "~/language/text";
import { DISTANCE_BOUNDS } from "~/matching/filters";
import type { PeopleCount } from "~/models/count";
import { formatDistance } from "~/models/member/distance";
import type { MemberCardDto } from "~/models/member/member";
import { describeListener } from "~/models/member/verified-listener";
import { describeGender, describeWishes } from "~/models/member/wishes";
import { type Face, faceOf, shortName } from "~/models/public-member";
import type { SharedShow } from "~/models/show/show";
import { describeTrip } from "~/models/trip/trip";

/** About three lines of the widest card. */
const MAX_BIO_LENGTH = 240;
const MAX_INTERESTS = 3;

export type MemberCardData = {
  id: string;
  /** "Ada L." */
  name: string;
  picture: Face;
  age: number | null;
  /** In the words of `describeDistance()`. */
  distance: string;
  /** Blank unless they show it. */
  gender: string;
  lookingFor: string;
  /** "since 2014, 54,189 plays", for a verified listener. */
  listener: string;
  bio: string;
  score: number;
  /** Shared ones first; otherwise in the order of the list. */
  artists: CardArtist[];
  /** The genres of both. */
  interests: string[];
  /** The shared artist to lead with, how many people besides the viewer list it, and how many more the two share. */
  lead: SharedLead | null;
  /** The next show to which both go. */
  sharedShow: SharedShow | null;
  /** "Berlin, Mar 3–6"; blank without a trip to a town near the viewer. */
  trip: string;
  isPhotoChecked: boolean;
  isNewHere: boolean;
};

/** The face of a member on a card. */
export function cardFace(card: MemberCardDto): Face {
  return faceOf(card, card.musicPreferences?.topArtists[0]);
}

export type CardArtist = { name: string; isShared: boolean };

export type SharedLead = { artist: string; atLeast: PeopleCount; more: number };

/** The card data of a member, with at most `artistCount` top artists. */
export function toMemberCardData(
  card: MemberCardDto,
  artistCount: number,
  unit: DistanceUnit,
): MemberCardData {
  return {
    id: card.id,
    name: shortName(card),
    picture: cardFace(card),
    age: card.age,
    distance: describeDistance(card, unit),
    gender: (card.wishes && describeGender(card.wishes)) ?? "",
    lookingFor: card.wishes ? describeWishes(card.wishes) : "",
    listener: card.verifiedListener ? describeListener(card.verifiedListener) : "",
    bio: clip(card.bio, MAX_BIO_LENGTH),
    score: card.compatibilityScore,
    artists: listCardArtists(card).slice(0, artistCount),
    interests: card.shared.genres.slice(0, MAX_INTERESTS),
    lead: toSharedLead(card),
    sharedShow: card.sharedShow ?? null,
    trip: card.trip ? describeTrip(card.trip) : "",
    isPhotoChecked: card.isPhotoChecked ?? false,
    isNewHere: card.isNewHere ?? false,
  };
}

/** A member's top artists, shared ones first; otherwise in the order of the list. */
export function listCardArtists({ musicPreferences, shared }: MemberCardDto): CardArtist[] {
  const known = new Set(shared.artists);
  const others = musicPreferences?.topArtists.filter((name) => !known.has(name)) ?? [];
  return [
    ...shared.artists.map((name) => ({ name, isShared: true })),
    ...others.map((name) => ({ name, isShared: false })),
  ];
}

/** What a card begins with; null if the two share no artist. */
export function toSharedLead({ shared: { artists, atLeast } }: MemberCardDto): SharedLead | null {
  const [artist] = artists;
  return artist === undefined ? null : { artist, atLeast, more: artists.length - 1 };
}

/** "15 miles away" or "within 8 km"; for a viewer without a place the member's town, or 'Location unknown'. */
export function describeDistance(
  { distance, location }: Pick<MemberCardDto, "distance" | "location">,
  unit: DistanceUnit,
): string {
  if (distance === null) return location ?? t("Location unknown");
  const words = { distance: formatDistance(distance, unit) };
  return distance <= DISTANCE_BOUNDS.min ? t("within {distance}", words) : t("{distance} away", words);
}

/** Cuts a text longer than `length` characters between two words and appends "…". */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  return `${cut.replace(/\s+\S*$/, "").replace(/[\uD800-\uDBFF]$/, "")}…`;
}
