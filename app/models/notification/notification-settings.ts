// What a member is notified of, and in which ways.
import type { Frequency, NotificationChoices, Topic } from "db/column-types";
import { type Message, msg } from "~/language/text";

export const NOTIFICATION_SETTINGS_PATH = "/settings/notifications";
/** Where links in mails lead; the token says whose mail to end. */
export const UNSUBSCRIBE_PATH = "/unsubscribe";

export type NotificationSettings = NotificationChoices & {
  /** Whether locked screens may show who it is about. */
  showsNames: boolean;
  /** The name of the member's time zone, such as Europe/Berlin; null until their browser has sent it. */
  timeZone: string | null;
  /** The hours of the day between which no device is disturbed; null for none. */
  quietFrom: number | null;
  quietTo: number | null;
};

export const topicLabels: Record<Topic, Message> = {
  match: msg("New matches"),
  message: msg("Messages and requests"),
  game: msg("Trivia"),
  playlist: msg("Playlists"),
  music: msg("New artists in what you play"),
  record: msg("Records you want"),
  show: msg("Shows you go to"),
  plan: msg("Plans to meet"),
  alert: msg("New people who fit"),
  account: msg("Your account and reports"),
};

export const frequencyLabels: Record<Frequency, Message> = {
  now: msg("Right away"),
  "four-hours": msg("Every four hours"),
  daily: msg("Daily"),
  weekly: msg("Weekly"),
  never: msg("Never"),
};

/** The settings of members who have set nothing. */
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
export const settingsSavedMessage = { title: msg("Notification settings saved") };
