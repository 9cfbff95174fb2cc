// Lengths of time: the units in ms, the format of songs' durations, and how long things that members know of last or are kept.
import { t } from "./language/text";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** How long new buttons ignore clicks, which may be meant for what was there before. */
export const REST_MS = 600;

/** How long the deletion of an account can be undone. */
export const GRACE_DAYS = 14;
/** How long the network that somebody joined from is kept, and how long a network is held for approval. */
export const SIGN_UP_DAYS = 7;
/** How long an invitation can be used, and how long members have to be here before they can invite. */
export const INVITATION_DAYS = 30;
/** How long members count as newcomers, who can be held for approval. */
export const NEWCOMER_DAYS = 30;
/** How long others see that a member is new here, after Discover has first listed them. */
export const NEW_DAYS = 14;
/** Members leave Discover after this long without a visit. */
export const INACTIVE_DAYS = 60;
/** The time in which age and gender can be corrected twice. */
export const CORRECTION_DAYS = 30;
/** How long answers to the question of the day are kept, at least. */
export const ANSWER_DAYS = 2;
/** How long a show is kept after its day, for those who planned to meet there. */
export const SHOW_KEPT_DAYS = 30;
/** How long a session lasts without use, and at most. */
export const UNUSED_SESSION_DAYS = 30;
export const SESSION_DAYS = 180;
/** How long an account recognizes a browser that isn't used. */
export const KNOWN_BROWSER_DAYS = 365;
/** How long a link that confirms an address works. */
export const LINK_HOURS = 24;
/** How long a link that sets a new password works. */
export const RESET_MINUTES = 60;
/** How long a change of how a member signs in can be undone. */
export const UNDO_DAYS = 7;
/** How long the account's activity is listed. */
export const SECURITY_EVENT_DAYS = 90;
/** How long an export can be downloaded. */
export const EXPORT_DAYS = 7;
export const NOTIFICATION_DAYS = 90;
/** How long both members find an ended conversation in their settings, and how long it can be reported. */
export const ENDED_LISTED_DAYS = 30;
export const ENDED_KEPT_DAYS = 90;
/** How long a sanction can be appealed, and how long it counts against the person. */
export const APPEAL_DAYS = 30;
export const STRIKE_DAYS = 365;
/** How long the evidence of a closed report is kept. */
export const EVIDENCE_DAYS = 180;
/** How soon an answer to a like or a first message must come to count in the figures on matching. */
export const ANSWERED_WITHIN_DAYS = 7;
/** The days that operators see figures of. */
export const FIGURES_DAYS = 30;

/** "3:45", or "--:--" for an unknown duration. */
export function formatDuration(seconds: number | null): string {
  if (seconds === null) return "--:--";
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

/** How long to wait: "an hour", "5 hours". */
export function formatHours(hours: number): string {
  return t("{hours, plural, one {an hour} other {# hours}}", { hours });
}
