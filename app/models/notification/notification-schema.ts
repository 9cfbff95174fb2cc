// The schemas of notifications: marking them as read, their settings, and a browser's subscription to push.
import { FREQUENCIES } from "db/column-types";
import { z } from "zod";
import { msg, t } from "~/language/text";
import { checkbox, choice, exactString, listOf, optionalWholeNumber, saying } from "~/models/fields";
import type { NotificationSettings } from "./notification-settings";

const IDS_MAX = 100;
const IDS = msg("ids must be a list of at most {max} ids", { max: IDS_MAX });
const ALL = msg("all must be true");
const id = exactString(IDS).regex(/^\d{1,15}$/);

/** POST /api/notifications/read: which notifications to mark as read, some or all. */
export const readInput = z
  .object({
    ids: listOf(id, 0, IDS_MAX, IDS).optional(),
    all: z.literal(true, { errorMap: saying(ALL) }).optional(),
  })
  .refine(
    ({ ids, all }) => ids || all,
    () => ({ path: ["ids"], message: t("ids or all is required") }),
  )
  .transform(({ ids, all }) => (all ? "all" : (ids ?? []).map(Number)));

const HOUR = msg("Choose an hour of the day");
const ZONE = msg("Choose a time zone, such as Europe/Berlin");
const mail = choice(FREQUENCIES, "never", msg("Choose how often"));
const hour = optionalWholeNumber({ min: 0, max: 23, message: HOUR });

const timeZone = z.preprocess(
  (value) => (value === "" || value === undefined ? null : value),
  exactString(ZONE).max(60).refine(isTimeZone, saying(ZONE)).nullable(),
);

/** PUT /api/notifications/settings. Missing settings are turned off. */
export const settingsInput = z
  .object({
    matchPage: checkbox,
    messagePage: checkbox,
    gamePage: checkbox,
    playlistPage: checkbox,
    musicPage: checkbox,
    recordPage: checkbox,
    showPage: checkbox,
    planPage: checkbox,
    alertPage: checkbox,
    matchPush: checkbox,
    messagePush: checkbox,
    gamePush: checkbox,
    playlistPush: checkbox,
    musicPush: checkbox,
    recordPush: checkbox,
    showPush: checkbox,
    planPush: checkbox,
    alertPush: checkbox,
    accountPush: checkbox,
    matchMail: mail,
    messageMail: mail,
    gameMail: mail,
    playlistMail: mail,
    musicMail: mail,
    recordMail: mail,
    showMail: mail,
    planMail: mail,
    alertMail: mail,
    accountMail: mail,
    showsNames: checkbox,
    timeZone,
    quietFrom: hour,
    quietTo: hour,
  })
  .refine(
    ({ quietFrom, quietTo }) => quietFrom === null || quietTo !== null,
    () => ({
      path: ["quietTo"],
      message: t("Choose when quiet hours end"),
    }),
  )
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

const INVALID = msg("Your browser's subscription could not be read");
/** A point of P-256 and a secret of 16 bytes, as base64url with or without padding. */
const p256dh = exactString(INVALID).regex(/^B[\w-]{86}=?$/);
const auth = exactString(INVALID).regex(/^[\w-]{22}(==)?$/);

/** POST /api/notifications/browsers, as PushSubscription.toJSON() has it. */
export const subscriptionInput = z.object({
  endpoint: exactString(INVALID).max(1000),
  keys: z.object({ p256dh, auth }, { errorMap: saying(INVALID) }),
  /** The browser's own, for members who have chosen none. */
  timeZone: exactString(INVALID).max(60).optional(),
});
export type SubscriptionInput = z.output<typeof subscriptionInput>;
