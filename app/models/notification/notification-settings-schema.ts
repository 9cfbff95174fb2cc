// The schema of the form "Notifications" in the settings and of its API.
import { FREQUENCIES } from "db/column-types";
import { z } from "zod";
import { checkbox, choice, exactString, optionalWholeNumber } from "~/models/fields";
import type { NotificationSettings } from "./notification-settings";

const HOUR = "Choose an hour of the day";
const ZONE = "Choose a time zone, such as Europe/Berlin";
const mail = choice(FREQUENCIES, "never", "Choose how often");
const hour = optionalWholeNumber({ min: 0, max: 23, message: HOUR });

const timeZone = z.preprocess(
  (value) => (value === "" || value === undefined ? null : value),
  exactString(ZONE).max(60, ZONE).refine(isTimeZone, ZONE).nullable(),
);

/** PUT /api/notifications/settings. Missing settings are turned off. */
export const settingsInput = z
  .object({
    matchPage: checkbox,
    messagePage: checkbox,
    gamePage: checkbox,
    playlistPage: checkbox,
    matchPush: checkbox,
    messagePush: checkbox,
    gamePush: checkbox,
    playlistPush: checkbox,
    accountPush: checkbox,
    matchMail: mail,
    messageMail: mail,
    gameMail: mail,
    playlistMail: mail,
    accountMail: mail,
    showsNames: checkbox,
    timeZone,
    quietFrom: hour,
    quietTo: hour,
  })
  .refine(({ quietFrom, quietTo }) => quietFrom === null || quietTo !== null, {
    path: ["quietTo"],
    message: "Choose when quiet hours end",
  })
  // The form always sends an end.
  .transform(
    (settings): NotificationSettings =>
      settings.quietFrom === null ? { ...settings, quietTo: null } : settings,
  );

/** Whether there is a time zone of this name. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).format(0) !== "";
  } catch {
    return false;
  }
}
