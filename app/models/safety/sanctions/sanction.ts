// Sanctions: the rules, their names, and what they mean for the member.

import type { RemovedContent, ReportReason, SanctionKind } from "db/column-types";
import { COMMUNITY_NAME } from "~/community";
import { APPEAL_DAYS, DAY_MS } from "~/durations";
import { formatList } from "~/language/intl";
import { type Message, msg, t } from "~/language/text";

/** The lengths of a suspension. */
export const SUSPENSION_DAYS = ["3", "7", "30"] as const;

/** Where members read what they can do about fraud. */
export const FRAUD_HELP_PATH = "/help#fraud";

/** The rules that sanctions refer to, keyed by the reason of a report. */
export const rules: Record<ReportReason, Message> = {
  harassment: msg("Treat others with respect: no harassment or bullying."),
  hate: msg("No hate: never attack people for who they are."),
  sexual: msg("No unsolicited sexual content."),
  impersonation: msg("Be yourself: never pretend to be someone else."),
  scam: msg("No scams or fraud."),
  spam: msg("No spam or advertising."),
  underage: msg("{community} is for adults, 18 and over.", { community: COMMUNITY_NAME }),
  danger: msg("No threats, and nothing that puts people in danger."),
  other: msg("Follow the law and respect other members."),
};

/** Whether uploads of the same picture are refused from then on. The owner of a stolen one may still use it. */
export function bansPictures(rule: ReportReason): boolean {
  return rule !== "impersonation";
}

/** The names of sanctions in lists. */
export const sanctionNames: Record<SanctionKind, Message> = {
  none: msg("No violation"),
  warning: msg("Warning"),
  removal: msg("Content removed"),
  hide: msg("Hidden from Discover"),
  suspend: msg("Suspended"),
  ban: msg("Banned"),
};

/** A sanction as the member and the moderators read it. */
export type SanctionDto = {
  id: string;
  caseId: string;
  kind: SanctionKind;
  rule: string;
  statement: string;
  /** The kinds of removed content, among them new pictures that weren't approved, and their names. */
  removed: (RemovedContent["kind"] | "pendingPhoto" | "pendingCover")[];
  removedNames: string[];
  /** Whether it followed from another sanction without anybody looking. */
  isAutomated: boolean;
  startsAt: string;
  endsAt: string | null;
  isAcknowledged: boolean;
  isOverturned: boolean;
  appeal: AppealDto | null;
};

/** The member's appeal; `decidedAt` is null while it is open. */
export type AppealDto = {
  id: string;
  words: string;
  createdAt: string;
  decidedAt: string | null;
  isOverturned: boolean;
  statement: string | null;
};

/** The deadline to appeal a sanction, as an ISO time. */
export function appealDeadline(startsAt: string): string {
  return new Date(Date.parse(startsAt) + APPEAL_DAYS * DAY_MS).toISOString();
}

/** Whether the member can still appeal a sanction. */
export function isAppealable({ appeal, isOverturned, startsAt }: SanctionDto): boolean {
  return !appeal && !isOverturned && Date.now() < Date.parse(appealDeadline(startsAt));
}

/** Whether a sanction has been overturned, or has ended. */
export function isOver({ isOverturned, endsAt }: SanctionDto, now = Date.now()): boolean {
  return isOverturned || (endsAt !== null && Date.parse(endsAt) <= now);
}

type Consequential = Pick<SanctionDto, "kind" | "removed" | "removedNames">;

/** What a sanction means for the member while it is in force, in a sentence or two. */
export function consequenceOf(sanction: Consequential): string {
  switch (sanction.kind) {
    case "none":
      return t("This has no effect on your account.");
    case "warning":
      return t("Nothing else changes. If it happens again, we may suspend your account.");
    case "removal":
      return `${describeRemoval(sanction)} ${t("Everything else in your account stays as it was.")}`;
    case "hide":
      return t(
        "You no longer appear in Discover, and new people can't like you or write to you. Your matches and chats have ended. Only a successful appeal brings them back.",
      );
    case "suspend":
      return t(
        "Until then, no one else can see you, and you can only open this page. Your music is kept. Your matches and chats have ended. Only a successful appeal brings them back.",
      );
    case "ban":
      return t("No one else can see you anymore, and you can only open this page.");
  }
}

/** The new picture that a sanction rejected, if it did nothing else; nobody else had seen it. */
export function rejectedPicture({ kind, removed }: Pick<SanctionDto, "kind" | "removed">) {
  if (kind !== "removal" || removed.length !== 1) return undefined;
  return removed[0] === "pendingPhoto" ? "photo" : removed[0] === "pendingCover" ? "cover" : undefined;
}

/** What overturning a sanction means for the member. */
export function reversalOf({ kind }: Pick<SanctionDto, "kind">): string {
  return kind === "removal"
    ? t(
        "The decision no longer counts against you. We've put back what you haven't replaced. If a picture is missing, you can upload it again.",
      )
    : t("The decision no longer counts against you.");
}

function describeRemoval(sanction: Consequential): string {
  const rejected = rejectedPicture(sanction);
  if (rejected)
    return rejected === "photo" ? t("No one else can see that photo.") : t("No one else can see that cover.");
  const { removedNames } = sanction;
  return removedNames.length
    ? t("We removed your {names}.", { names: formatList(removedNames) })
    : t("We removed your content.");
}
