// Member cards: the part of a profile that lists show.
import { avatarUrl, type MemberCardDto, shortName } from "./member";
import { describeGender, describeWishes } from "./wishes";

/** About three lines of the widest card. */
const MAX_BIO_LENGTH = 240;
const MAX_INTERESTS = 2;

export type MemberCardData = {
  id: string;
  /** "Ada L." */
  name: string;
  picture: string;
  age: number | null;
  /** "15 miles away", or 'Location unknown'. */
  distance: string;
  /** Blank unless they show it. */
  gender: string;
  lookingFor: string;
  bio: string;
  score: number;
  artists: string[];
  interests: string[];
};

/** The card data of a member, with at most `artistCount` top artists. */
export function toMemberCardData(card: MemberCardDto, artistCount: number): MemberCardData {
  return {
    id: card.id,
    name: shortName(card),
    picture: avatarUrl(card),
    age: card.age,
    distance: describeDistance(card.distance),
    gender: (card.wishes && describeGender(card.wishes)) ?? "",
    lookingFor: card.wishes ? describeWishes(card.wishes) : "",
    bio: clip(card.bio, MAX_BIO_LENGTH),
    score: card.compatibilityScore,
    artists: card.musicPreferences?.topArtists.slice(0, artistCount) ?? [],
    interests: card.musicPreferences?.favoriteGenres.slice(0, MAX_INTERESTS) ?? [],
  };
}

/** "15 miles away", or 'Location unknown'. */
export function describeDistance(distanceMiles: number | null): string {
  return distanceMiles === null ? "Location unknown" : `${distanceMiles} miles away`;
}

/** Cuts a text longer than `length` characters between two words and appends "…". */
function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  return `${cut.replace(/\s+\S*$/, "").replace(/[\uD800-\uDBFF]$/, "")}…`;
}
