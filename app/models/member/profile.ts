// A member's profile without its schema, for pages that check nothing themselves: limits, and what is said of it.
import type { NoticeWords } from "./notice";

export const AGE_MIN = 18;
export const AGE_MAX = 100;
export const BIO_MAX = 500;

export type ProfileTab = "profile" | "music";

/** The tab that the address of a profile, or of something opened above it, has open. */
export function tabOf(address: string): ProfileTab {
  return new URL(address).searchParams.get("tab") === "music" ? "music" : "profile";
}

/** The address of a tab of the profile, or of what is opened above it. */
export function profileAddress(tab: ProfileTab, path = "/profile"): string {
  return `${path}?tab=${tab}`;
}

/** What is said of a location that no town goes by. */
export const UNKNOWN_TOWN = "We could not find this town; your distance shows as unknown.";

/** What is said when a profile was saved; `others` are the namesakes of its town. */
export function profileWords(
  { location, placeName }: { location: string; placeName: string | null },
  others: string[],
): NoticeWords {
  const title = "Profile updated";
  if (placeName === null) return { title, description: UNKNOWN_TOWN };
  if (!others.length) return { title };
  const description = `We took ${location} for ${placeName}. If you live in another one, pick it below.`;
  return { title, description };
}
