// Reports: subjects, reasons and statuses with their texts.
import type { ReportOutcome, ReportReason, ReportSubject } from "db/column-types";
import { type Message, msg } from "~/language/text";

export const REPORT_WORDS_MAX = 1000;

/** The reasons in the order of the form. */
export const reasonLabels: Record<ReportReason, Message> = {
  harassment: msg("Harassment"),
  hate: msg("Hate"),
  sexual: msg("Sexual content I didn't ask for"),
  impersonation: msg("Pretending to be someone else"),
  scam: msg("Scam or fraud"),
  spam: msg("Spam or advertising"),
  underage: msg("Under 18"),
  danger: msg("Threat or danger"),
  other: msg("Something else"),
};

/** The severity of what moderators see first. */
export const MOST_URGENT = 2;

/** How urgent a reason is, from 0 to 2. */
export const severities: Record<ReportReason, number> = {
  harassment: 1,
  hate: 1,
  sexual: 1,
  impersonation: 0,
  scam: MOST_URGENT,
  spam: 0,
  underage: MOST_URGENT,
  danger: MOST_URGENT,
  other: 0,
};

/**
 * What a report is about: a member or their content. For a photo, `id` is the member's, "-" and the photo's own, or the
 * member's alone for the profile photo; for an answer, the member's, "-" and the day in days since 1970.
 */
export type ReportAbout = { subject: ReportSubject; id: string };

/** The `id` of a report about one of a member's photos. */
export function photoReportId(memberId: string, photoId: string): string {
  return `${memberId}-${photoId}`;
}

/** The member's id in a report about them or a photo of theirs, and the photo's own if it has one. */
export function splitPhotoId(id: string): { memberId: string; photoId?: string } {
  const [, memberId = id, photoId] = /^(\d+)-(.+)$/.exec(id) ?? [];
  return { memberId, photoId };
}

/** The `id` of a report about an answer to the question of a day, in days since 1970. */
export function answerReportId(memberId: string, day: number): string {
  return `${memberId}-${day}`;
}

/** The member's id and the day in the `id` of a report about an answer; undefined for any other. */
export function splitAnswerId(id: string): { memberId: number; day: number } | undefined {
  const [, memberId, day] = /^(\d{1,15})-(\d{1,6})$/.exec(id) ?? [];
  return day === undefined ? undefined : { memberId: Number(memberId), day: Number(day) };
}

/** The URL of the form that reports this. */
export function reportPath(subject: ReportSubject, id: string): string {
  return `/report?about=${subject}:${id}`;
}

/** A message of an ended conversation; `excerpt` is the first 200 characters of its text. */
export type ReportableMessage = { id: string; excerpt: string; createdAt: string };

/** A report's status. `dismissed` and `overturned` are final; `acted` is, unless an appeal overturns what was done. */
type ReportStatus = "received" | "reviewing" | ReportOutcome;

/** What the reporter is told. No other member learns about the report. */
export const reportStatuses: Record<ReportStatus, { label: Message; sentence: Message }> = {
  received: { label: msg("Received"), sentence: msg("We received your report. A moderator will review it.") },
  reviewing: { label: msg("In review"), sentence: msg("A moderator is reviewing your report.") },
  acted: {
    label: msg("Action taken"),
    sentence: msg("This broke our rules, and we've taken action. Thank you."),
  },
  dismissed: {
    label: msg("No violation found"),
    sentence: msg("We looked into it and found nothing that breaks our rules. You can still block them."),
  },
  overturned: {
    label: msg("Decision reversed"),
    sentence: msg(
      "We took action, then looked at it again and found nothing that breaks our rules. You can still block them.",
    ),
  },
};

/** A report as its reporter sees it. */
export type ReportDto = {
  id: string;
  about: string;
  subject: ReportSubject;
  /** The reported member's first name. */
  firstName: string;
  reason: ReportReason;
  words: string;
  status: ReportStatus;
  createdAt: string;
  closedAt: string | null;
};

/** The reporter's own list. */
export const REPORTS_PATH = "/settings/reports";

/** The flash message on the reporter's next visit after the case is decided. */
export const outcomeMessage = {
  title: msg("Your report has been reviewed"),
  description: msg("See the outcome in Settings, under Your Reports."),
};
