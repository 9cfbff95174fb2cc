// A profile without its schema: limits, tabs and messages.
import { formatHours } from "~/durations";
import { msg, t } from "~/language/text";
import type { FlashMessage } from "~/models/flash";

export const AGE_MIN = 18;
export const AGE_MAX = 100;
export const BIO_MAX = 500;
export const PROMPTS_PATH = "/profile/prompts";
export const PHOTOS_PATH = "/profile/photos";

/** The page as others see it, and the tabs with the forms behind it. */
export type ProfileTab = "page" | "profile" | "music" | "meet";

/** The open part of the profile, from its URL or that of a dialog above it. */
export function tabOf(address: string): ProfileTab {
  const tab = new URL(address).searchParams.get("tab");
  return tab === "profile" || tab === "music" || tab === "meet" ? tab : "page";
}

/** The URL of a part of the profile, or of a dialog above it. */
export function profilePath(tab: ProfileTab, path = "/profile"): string {
  return tab === "page" ? path : `${path}?tab=${tab}`;
}

/** Shown if no town matches the location. */
export const UNKNOWN_TOWN = msg("We couldn't find this town, so others see your distance as unknown.");

/** The first run's flash message for a location that matches no town, which asks whether one of `others` is meant. */
export function unknownTownMessage(location: string, others: string[]): FlashMessage {
  const title = t("We couldn't find your town");
  if (others.length)
    return {
      title,
      description: t("{location} is saved as you typed it. Is yours one of these towns?", { location }),
    };
  return {
    title,
    description: t("Others see your distance as unknown. You can correct it in your profile."),
  };
}

/** The flash message for a saved profile; `others` are towns that may be meant instead. */
export function profileSavedMessage(
  { location, placeName }: { location: string; placeName: string | null },
  others: string[],
): FlashMessage {
  const title = placeName === null ? t("Profile updated, but no town found") : t("Profile updated");
  if (placeName === null && others.length)
    return {
      title,
      description: t("We couldn't find {location}. Is yours one of the towns below?", { location }),
    };
  if (placeName === null) return { title, description: UNKNOWN_TOWN };
  if (!others.length) return { title };
  const description = t("We matched {location} to {placeName}. Not your town? Pick another one below.", {
    location,
    placeName,
  });
  return { title, description };
}

/** The flash message for a profile saved with its old location, because the new one was over the daily limit. */
export function locationKeptMessage(location: string, waitSeconds: number): FlashMessage {
  const hours = Math.ceil(waitSeconds / 3600);
  return {
    title: t("Profile updated"),
    description: t(
      "Your location is still {location}: you can change it 3 times a day. Try again in {wait}.",
      { location, wait: formatHours(hours) },
    ),
  };
}
