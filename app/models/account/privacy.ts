// What a member shares with the people they chat with, and with the sites that play music.
import type { GoingViewers } from "db/column-types";
import { type Message, msg } from "~/language/text";

export const PRIVACY_PATH = "/settings/privacy";

/** The first two work both ways: a member who turns one off doesn't see it of others either. */
export type PrivacySettings = {
  /** Show what the member has read. */
  showsSeen: boolean;
  /** Show when the member is typing. */
  showsTyping: boolean;
  /** Play what others share from these sites without asking. */
  playsYoutube: boolean;
  playsSpotify: boolean;
  /** Show photos that others send without asking. */
  opensPhotos: boolean;
  /** Who sees which shows the member goes to. */
  showsGoing: GoingViewers;
  /** Say that the member is new here, in the first two weeks. */
  showsNew: boolean;
};

/** The choices for shows, in the order of the form. */
export const goingViewers: Record<GoingViewers, Message> = {
  people: msg("People I could meet"),
  matches: msg("My matches only"),
  nobody: msg("Nobody"),
};

/** Where the first run offers to turn off the "new here" badge. */
export const NEW_HERE_PATH = "/welcome/new-here";

/** The flash message for saved settings. */
export const privacySavedMessage = { title: msg("Privacy settings saved") };
