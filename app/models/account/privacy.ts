// What a member shares with the people they chat with, and with the sites that play music.

export const PRIVACY_PATH = "/settings/privacy";

/** The first two work both ways: a member who doesn't share it doesn't see it of others either. */
export type PrivacySettings = {
  /** What the member has read. */
  showsSeen: boolean;
  /** When the member is typing. */
  showsTyping: boolean;
  /** Play what others share from these sites without asking. */
  playsYoutube: boolean;
  playsSpotify: boolean;
  /** Show photos that others send without asking. */
  opensPhotos: boolean;
};

/** The flash message for saved settings. */
export const privacySavedMessage = { title: "Privacy settings saved" };
