// A member as other members see one: types, name and picture.
import type { PeopleCount } from "~/models/count";
import type { ProfilePictureUrls } from "~/models/picture-url";
import type { PublicName } from "~/models/public-member";
import type { SharedShow } from "~/models/show/show";
import type { ShownTrip } from "~/models/trip/trip";
import type { Profile } from "./profile-schema";
import type { VerifiedListener } from "./verified-listener";
import type { Wishes } from "./wishes";

/** A member as other members see one. JSON carries the id as a string. */
export type PublicMember = Omit<Profile, "location"> &
  PublicName &
  ProfilePictureUrls & {
    id: string;
    /** The town; null if what the member typed matches none, because it may be an address. */
    location: string | null;
    /** Missing unless a moderator has found that the profile photo shows the member. */
    isPhotoChecked?: true;
    /** Missing unless the member is new here and lets others see that. */
    isNewHere?: true;
  };

/** A member on a card: the public profile and taste, with the viewer's distance and score. */
export type MemberCardDto = PublicMember & {
  /** Whole miles in steps of 5; null when either location is unknown. */
  distance: number | null;
  compatibilityScore: number;
  musicPreferences: { topArtists: string[]; favoriteGenres: string[] } | null;
  /**
   * What the viewer lists, too: artists, the lead first and then the rarest first; how many people besides the viewer list the
   * first of them, as `countFans()` has it; genres.
   */
  shared: { artists: string[]; atLeast: PeopleCount; genres: string[] };
  /** How long they have listened; missing unless they are a verified listener. */
  verifiedListener?: VerifiedListener;
  /** Whom they would like to meet; missing unless they show it. */
  wishes?: Wishes;
  /** The next show to which both go; missing without one that they show to the viewer. */
  sharedShow?: SharedShow;
  /** Their trip to a town near the viewer; missing without one. */
  trip?: ShownTrip;
};

/**
 * A member's page as another member sees it: the card, the viewer's decision, whether it's mutual, and whether they have
 * a match or a conversation that both agreed to.
 */
export type MemberPageDto = {
  card: MemberCardDto;
  liked: boolean | null;
  mutual: boolean;
  isConnected: boolean;
};

/** A row as drizzle reads it, or as a search returns its JSON. */
export type NewnessKeys = { newUntil: Date | number | null; showsNew: boolean | number };

/** Whether others read that a member is new here, at a moment in ms. */
export function isNewHere({ newUntil, showsNew }: NewnessKeys, now = Date.now()): boolean {
  return Boolean(showsNew) && Number(newUntil) > now;
}

/** Ends a sentence with one period, even if its last word is an initial: "You passed on Ada L." */
export function endSentence(sentence: string): string {
  return sentence.endsWith(".") ? sentence : `${sentence}.`;
}
