// Notices from anybody: reasons, limits and texts.
import type { NoticeReason, ReportReason } from "db/column-types";
import { type Message, msg, t } from "~/language/text";
import { MOST_URGENT, severities } from "../report";

export const NOTICE_ABOUT_MAX = 500;
export const NOTICE_WORDS_MAX = 4000;
export const NOTICE_NAME_MAX = 120;
export const OBJECTION_MAX = 2000;
export const NOTICE_FILES_MAX = 3;

/** For each reason its name, the closest reason of a report, and the hours in which it has to be decided. */
export const noticeReasons: Record<NoticeReason, { label: Message; reason: ReportReason; hours?: number }> = {
  intimate: {
    label: msg("An intimate picture of me, shared without my consent"),
    reason: "sexual",
    hours: 48,
  },
  child: { label: msg("A child in danger, or sexualized"), reason: "underage", hours: 24 },
  threat: { label: msg("Threats, or a call to violence"), reason: "danger" },
  hate: { label: msg("Illegal hate speech"), reason: "hate" },
  fraud: { label: msg("Fraud or a scam"), reason: "scam" },
  copyright: { label: msg("A violation of my copyright"), reason: "other" },
  impersonation: { label: msg("Someone pretending to be me"), reason: "impersonation" },
  other: { label: msg("Something else that's illegal"), reason: "other" },
};

/** How many hours before a deadline it turns red. */
const RED_HOURS = 24;

/** How urgent a notice is, from 0 to 2: like a report for its reason, or most urgent if it has a limit. */
export function severityOf(reason: NoticeReason): number {
  const { hours, reason: closest } = noticeReasons[reason];
  return hours ? MOST_URGENT : severities[closest];
}

/** Moderators see these before they are confirmed. */
export function isSeenAtOnce(reason: NoticeReason): boolean {
  return reason === "intimate" || reason === "child";
}

/** The URL of a notice by its key. */
export function noticePath(key: string): string {
  return `/notice/${key}`;
}

/** How much time is left until a case is due, and whether it is short. */
export function describeClock(dueAt: string, now = Date.now()): { text: string; isRed: boolean } {
  const hours = (Date.parse(dueAt) - now) / 3_600_000;
  const whole = Math.floor(Math.abs(hours));
  const overdue = () =>
    whole < 1
      ? t("Overdue by less than an hour")
      : t("{hours, plural, one {Overdue by 1 hour} other {Overdue by # hours}}", { hours: whole });
  const left = () =>
    whole < 1
      ? t("Less than an hour left")
      : t("{hours, plural, one {1 hour left} other {# hours left}}", { hours: whole });
  return {
    text: hours < 0 ? overdue() : left(),
    isRed: hours <= RED_HOURS,
  };
}

/** The outcome of a notice or an objection, as its sender reads it. */
export type NoticeStep = {
  at: string;
  /** The objection's own words; empty for the notice itself. */
  words: string;
  status: "received" | "reviewing" | "acted" | "dismissed" | "overturned";
  decidedAt: string | null;
  reply: string;
};

/** A notice as shown to anybody with its link. */
export type NoticeView = {
  reason: NoticeReason;
  about: string;
  words: string;
  createdAt: string;
  isConfirmed: boolean;
  /** Whether the outcome comes by mail. */
  isMailed: boolean;
  /** Oldest first: the notice, then an objection. Empty before it counts. */
  steps: NoticeStep[];
  canObject: boolean;
};

export const noticeStatuses: Record<NoticeStep["status"], { label: Message; sentence: Message }> = {
  received: { label: msg("Received"), sentence: msg("A moderator will look at it.") },
  reviewing: { label: msg("In review"), sentence: msg("A moderator is looking at it.") },
  acted: { label: msg("Action taken"), sentence: msg("We looked at it and took action.") },
  dismissed: { label: msg("No action taken"), sentence: msg("We looked at it and left it as it is.") },
  overturned: {
    label: msg("Decision reversed"),
    sentence: msg("We took action. After an appeal, another look led us to reverse it."),
  },
};
