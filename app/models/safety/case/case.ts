// Cases as the moderators' pages show them, and what is said in them.
import type { EvidenceMessage, NoticeReason, ReportReason } from "db/column-types";
import { type Message, msg, t } from "~/language/text";
import type { PromptDto } from "~/models/member/prompt";
import type { SanctionDto } from "~/models/safety/sanctions/sanction";

export const MODERATION_PATH = "/moderation";
export const STATEMENT_MAX = 1000;

/** Why a moderator can't decide a case or an appeal. */
export const OWN_REPORT = msg("You reported this member, so another moderator has to decide.");
const OWN_OUTCOME = msg("You made the decision that this objects to, so another moderator has to look.");
export const OWN_SANCTION = msg("You made this decision, so another moderator has to decide the appeal.");

/** Why this moderator can't decide a case; null if they can. */
export function barredFrom(found: { isReporter: number; isOwnOutcome: number }): Message | null {
  return found.isReporter ? OWN_REPORT : found.isOwnOutcome ? OWN_OUTCOME : null;
}

/** The names of the three severities, mildest first. */
export const severityNames = [msg("Normal"), msg("Serious"), msg("Urgent")] as const;

/** How much time is left until a case is due, and whether it is shown in red. */
export type Clock = { text: string; isRed: boolean };

/** An open case in the queue. */
export type CaseRow = {
  id: string;
  memberName: string;
  severity: number;
  openedAt: string;
  clock: Clock | null;
  /** Of both members' reports and notices. */
  reasons: ReportReason[];
  noticeReasons: NoticeReason[];
  reportCount: number;
  /** The moderator who has claimed it. */
  claimedBy: string | null;
  isMine: boolean;
  /** Whether the member was asked something that they haven't answered, or have. */
  lastSaid: "question" | "answer" | null;
  /** Whether this moderator is asked for an opinion. */
  asksMe: boolean;
};

/** The outcomes of a reporter's reports. */
export type ReporterRecord = { open: number; upheld: number; dismissed: number };

/** A report in the list of a case; `reporter` is null once they are gone. */
type CaseReportRow = {
  id: string;
  createdAt: string;
  reason: ReportReason;
  noticeReason: NoticeReason | null;
  reporter: string | null;
};

/** A notice as moderators read it; everything from `about` on is null once it is deleted. */
export type CaseNotice = {
  reason: NoticeReason;
  sent: {
    about: string;
    words: string;
    name: string;
    email: string;
    isConfirmed: boolean;
    pictures: string[];
  } | null;
  /** The case whose outcome its sender objects to. */
  objectsToCase: string | null;
};

/** A part of a report's evidence, as texts, pictures and lists. */
export type EvidencePart = { title: string; items: EvidenceItem[] };
type EvidenceItem =
  | { text: string }
  | { soft: string }
  | { strong: string }
  | { pictures: KeptPicture[] }
  | { list: string[] };

/** The id of a picture with its description, or the portrait of a demo member. */
export type KeptPicture = {
  id: string | null;
  portraitUrl?: string | null;
  alt: string;
  isReported?: boolean;
};

/** The open report of a case with a page of its messages. `evidence` is null once it has expired. */
export type CaseReport = {
  id: string;
  createdAt: string;
  /** The reported member's first name as it was, and what was reported as a phrase. */
  reported: string;
  thing: string;
  reason: ReportReason;
  words: string;
  reporter: ({ name: string } & ReporterRecord) | null;
  notice: CaseNotice | null;
  evidence: EvidencePart[] | null;
  messages: (EvidenceMessage & { id: string; isReported: boolean })[];
  messageCount: number;
  page: number;
  pageCount: number;
  /** The beginnings of the messages that those of the page reply to. */
  quotes: { id: string; isByReporter: boolean; content: string }[];
  /** The ids of the page's messages whose files are evidence. */
  attachments: string[];
};

export type StrikeDto = { caseId: string | null; kind: SanctionDto["kind"]; at: string; expiresAt: string };

/** A case with everything a moderator needs to decide it. */
export type CasePage = {
  id: string;
  memberName: string;
  severity: number;
  openedAt: string;
  clock: Clock | null;
  closedAt: string | null;
  /** Whether a notice's sender can get a reply, and whether the form offers to remove copies of a picture. */
  hasNotice: boolean;
  /** Its notices name no known member; a moderator may find out. */
  isNameless: boolean;
  /** It is about something without an owner, such as a show from a calendar. */
  isOwnerless: boolean;
  isForCopies: boolean;
  /** Null once the account is deleted, or if a notice names no known member. */
  member: { id: string; joinedAt: string; state: MemberState; bio: string; prompts: PromptDto[] } | null;
  claimedBy: string | null;
  isMine: boolean;
  /** Ignores expired claims. */
  canClaim: boolean;
  /** Why another moderator has to decide it. */
  barred: string | null;
  talk: CaseTalk;
  /** Whether this moderator can ask another one. */
  hasColleagues: boolean;
  /** Whether this moderator has to wait for another one's note before they decide. */
  needsNote: boolean;
  /** Up to 50, newest first, with the open one among them, and the ids of one before and of one after them. */
  reports: CaseReportRow[];
  newerReports: string | null;
  olderReports: string | null;
  reportCount: number;
  report: CaseReport | null;
  sanction: (SanctionDto & { moderator: string | null }) | null;
  earlier: SanctionDto[];
  /** From the same person's earlier accounts. */
  strikes: StrikeDto[];
  removable: RemovalChoice[];
};

/** Content that a moderator can choose to remove; `photoId` is that of a picture, or of the message of a photo in a chat. */
export type RemovalChoice = { key: string; label: string; photoId?: string; isInChat?: boolean };

export type MemberState = {
  isDeleted: boolean;
  isHidden: boolean;
  isSuspended: boolean;
  until: string | null;
};

/** The URL of a case. */
export function casePath(id: string): string {
  return `${MODERATION_PATH}/cases/${encodeURIComponent(id)}`;
}

/** The URL of a case with this report open, at a page of its messages. */
export function caseReportPath(id: string, report: string, page?: number): string {
  return `${casePath(id)}?report=${report}${page === undefined ? "" : `&page=${page}`}`;
}

/** Describes why a member is out of sight, or "Active". */
export function describeState({ isDeleted, isHidden, isSuspended, until }: MemberState): string {
  if (isDeleted) return t("Deleted");
  if (isSuspended) return until ? t("Suspended") : t("Banned");
  return isHidden ? t("Hidden from Discover") : t("Active", { as: "a member" });
}

/** A member in moderators' search results; `caseId` is their open case. */
export type FoundMember = {
  id: string;
  name: string;
  joinedAt: string;
  state: MemberState;
  sanctions: number;
  caseId: string | null;
};

/** Joins the text and numbers in a shared item's metadata. */
export function joinValues(metadata: Record<string, unknown>): string {
  return Object.values(metadata)
    .filter((value) => typeof value === "string" || typeof value === "number")
    .join(" · ");
}

export const QUESTION_MAX = 1000;
export const ANSWER_MAX = 2000;
export const CASE_NOTE_MAX = 2000;

/** How many questions the member can get in a case, each with one answer, and how many notes a case can have. */
export const QUESTIONS_MAX = 5;
export const NOTES_MAX = 50;

/** What a case says while a question waits. */
export const WAITING = msg("Waiting for an answer");

/** Why a moderator who has asked for an opinion can't decide yet. */
export const NEEDS_NOTE = msg(
  "You asked for a second opinion, so you can decide once another moderator has written a note.",
);

/** A question, with its author for moderators only, or an answer. */
type Said = { id: number; kind: "question" | "answer"; content: string; createdAt: string };

/** A note that only moderators read; `asked` is the moderator whose opinion it asks for. */
type Note = {
  id: number;
  author: string;
  asked: string | null;
  isBinding: boolean;
  content: string;
  createdAt: string;
};

/** All questions, answers and notes of a case, oldest first, as moderators read them. */
export type CaseTalk = { said: (Said & { author: string | null })[]; notes: Note[] };

/** The questions to a member in one case with their answers, and the one that waits for an answer. */
export type Questions = { caseId: string; isOpen: boolean; said: Said[]; waitingId: number | null };
