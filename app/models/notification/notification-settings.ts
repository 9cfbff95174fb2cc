// What a member is notified of, and in which ways.
import type { Frequency, NotificationChoices, Topic } from "db/column-types";

export const NOTIFICATION_SETTINGS_PATH = "/settings/notifications";
/** Links in mails lead there; its token says whose mail ends. */
export const UNSUBSCRIBE_PATH = "/unsubscribe";

export type NotificationSettings = NotificationChoices & {
  /** Whether locked screens may show who it is about. */
  showsNames: boolean;
  /** The name of the member's time zone, such as Europe/Berlin; null until their browser has told. */
  timeZone: string | null;
  /** The hours of the day between which no device is disturbed; null for none. */
  quietFrom: number | null;
  quietTo: number | null;
};

export const topicLabels: Record<Topic, string> = {
  match: "New matches",
  message: "Messages and requests",
  game: "Trivia",
  playlist: "Playlists",
  music: "New artists in what you play",
  record: "Records you want",
  show: "Shows you go to",
  plan: "Plans to meet",
  alert: "New people who fit",
  account: "Your account and reports",
};

export const frequencyLabels: Record<Frequency, string> = {
  now: "Right away",
  "four-hours": "Every four hours",
  daily: "Daily",
  weekly: "Weekly",
  never: "Never",
};

/** What holds for members who have set nothing. */
export const defaultSettings: NotificationSettings = {
  matchPage: true,
  messagePage: true,
  gamePage: true,
  playlistPage: true,
  musicPage: true,
  recordPage: true,
  showPage: true,
  planPage: true,
  alertPage: true,
  matchPush: true,
  messagePush: true,
  gamePush: true,
  playlistPush: false,
  musicPush: false,
  recordPush: true,
  showPush: true,
  planPush: true,
  alertPush: true,
  accountPush: true,
  matchMail: "weekly",
  messageMail: "weekly",
  gameMail: "weekly",
  playlistMail: "weekly",
  musicMail: "weekly",
  recordMail: "weekly",
  showMail: "daily",
  planMail: "four-hours",
  alertMail: "daily",
  accountMail: "weekly",
  showsNames: false,
  timeZone: null,
  quietFrom: null,
  quietTo: null,
};

/** The flash message for saved settings. */
export const settingsSavedMessage = { title: "Notification settings saved" };
