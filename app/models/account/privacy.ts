// What a member shares with the people they chat with.

export const PRIVACY_PATH = "/settings/privacy";

/** Each works both ways: a member who doesn't share it doesn't see it of others either. */
export type PrivacySettings = {
  /** What the member has read. */
  showsSeen: boolean;
  /** When the member is typing. */
  showsTyping: boolean;
};

/** The notice for saved settings. */
export const privacySavedMessage = { title: "Privacy settings saved" };
