// The face of a card: the little of a member that a list shows.
import type { MemberCard } from "./member";
import { avatarUrl, shortName } from "./person";

/** About three lines of a card at its widest; the rest stands on the member's page. */
const BIO_LENGTH = 240;
const INTERESTS = 2;

export type CardFace = {
  id: string;
  /** "Ada L." */
  name: string;
  picture: string;
  age: number | null;
  /** "15 miles away", or 'Location unknown'. */
  whereabouts: string;
  bio: string;
  score: number;
  artists: string[];
  interests: string[];
};

/** What a list shows of a member, with at most `artistCount` of the top artists. */
export function cardFace(card: MemberCard, artistCount: number): CardFace {
  return {
    id: card.id,
    name: shortName(card),
    picture: avatarUrl(card),
    age: card.age,
    whereabouts: describeDistance(card.distance),
    bio: clip(card.bio, BIO_LENGTH),
    score: card.compatibilityScore,
    artists: card.musicPreferences?.topArtists.slice(0, artistCount) ?? [],
    interests: card.musicPreferences?.favoriteGenres.slice(0, INTERESTS) ?? [],
  };
}

/** How far away a member is, in words. */
export function describeDistance(distanceMiles: number | null): string {
  return distanceMiles === null ? "Location unknown" : `${distanceMiles} miles away`;
}

/** The text, cut between two words and marked with "…" when it is longer than `length` characters. */
function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  return `${cut.replace(/\s+\S*$/, "").replace(/[\uD800-\uDBFF]$/, "")}…`;
}
