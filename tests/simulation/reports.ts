// Reports in the model: what they keep for the moderators, and what a sanction does.
import { hasGameWith } from "./games";
import type { Model } from "./model";
import { type Conversation, type Pair, Refused, type Who } from "./pair";
import { reactionsIn } from "./reactions";
import { toMarks } from "./replies";

/** All open reports on a member are one case. */
type Case = { about: Who; isClaimed: boolean; isClosed: boolean };
export type Report = {
  by: Who;
  case: Case;
  /** The reported message; else the member is reported. */
  message: string | undefined;
  outcome?: "acted" | "dismissed";
  /** The messages of the two at that time, which no later operation takes from the moderators. */
  kept: string[];
};
export type Sanction = { of: Who };
/** What reports and sanctions are about, as somebody's page shows it before. */
export type ReportAims = { message: string | undefined; hasCase: boolean };
/** What a moderator decides, from no breach to hiding the member. */
export type Verdict = "none" | "warning" | "hide";

const DAY = 86_400_000;
const REPORTABLE_DAYS = 90;

export function report(
  model: Model,
  me: Who,
  you: Who,
  { message, alsoBlock }: { message: string | undefined; alsoBlock: boolean },
  now: number,
) {
  const isOpen = model.reports.some(
    (each) => each.by === me && each.case.about === you && each.message === message && !each.case.isClosed,
  );
  if (!isOpen) {
    if (me === you) throw new Refused("absent");
    const pair = model.pair(me, you);
    const reportable = pair.conversations.filter((each) => isReportable(each, me, now));
    const sent = reportable.flatMap(({ messages }) => messages).filter(({ from }) => from === you);
    const isKnown =
      model.canSee(me, you) ||
      reportable.length > 0 ||
      hasGameWith(model, me, you) ||
      pair.blocks[me] !== undefined;
    const canReport = message === undefined ? isKnown : sent.some(({ id }) => id === message);
    if (!canReport) throw new Refused("absent");
    const kept = pair.conversations
      .flatMap(({ messages }) => messages)
      .map((each) => {
        const sideOf = (who: Who) => (who === me ? "I" : "they");
        const reported = each.id === message ? ` (reported${each.file ? ` with its ${each.file}` : ""})` : "";
        const { earlier = [], quoted } = each;
        // Of a message that isn't reported, the first version and the last.
        const before =
          each.id === message ? earlier : earlier.filter((_, i) => !i || i === earlier.length - 1);
        const sent = pair.conversations.flatMap(({ messages }) => messages);
        const quote = sent.find(({ id, from }) => id === quoted?.id && from === quoted.from);
        // What a deleted message said shows in its quotes too.
        const text = quote?.isDeleted ? quote.earlier?.at(-1) : quote?.text;
        const marks = toMarks({ before, quote: quote && { name: sideOf(quote.from), text } });
        return `${sideOf(each.from)}: ${each.text}${reported}${marks}${reactionsIn(each, sideOf)}`;
      })
      .sort();
    model.reports.push({ by: me, case: openCase(model, you) ?? newCase(you), message, kept });
  }
  if (alsoBlock) model.block(me, you, now);
}

/** A moderator takes over the case about a member. */
export function claimCase(model: Model, you: Who, aims: ReportAims) {
  requireCase(model, you, aims).isClaimed = true;
}

export function decideCase(model: Model, you: Who, verdict: Verdict, aims: ReportAims, now: number) {
  const found = requireCase(model, you, aims);
  if (!found.isClaimed) throw new Refused("conflict");
  found.isClosed = true;
  for (const each of model.reports) {
    if (each.case !== found) continue;
    each.outcome = verdict === "none" ? "dismissed" : "acted";
    model.notify({ to: each.by, kind: "report", about: each, at: now, isRead: false });
  }
  if (verdict !== "none")
    model.notify({ to: you, kind: "decision", about: { of: you }, at: now, isRead: false });
  if (verdict === "hide") model.hide(you, now);
}

/** A report names the last message of the other, and a moderator the open case, as they see them before. */
export function aimAtReports(model: Model, { who, whom }: { who: Who; whom: Who }): ReportAims {
  const hasCase = openCase(model, whom) !== undefined;
  if (who === whom) return { message: undefined, hasCase };
  const all = model.pair(who, whom).conversations.flatMap(({ messages }) => messages);
  return { message: all.filter(({ from }) => from === whom).at(-1)?.id, hasCase };
}

/** A member's own reports, with what became of them and what the moderators keep. */
export function viewReports(model: Model, me: Who): string[] {
  return model.reports
    .filter(({ by }) => by === me)
    .map(({ case: { about, isClaimed }, message, outcome, kept }) => {
      const name = model.isGone(about) ? "Former member" : model.member(about).name;
      const status = outcome ?? (isClaimed ? "reviewing" : "received");
      return `${message === undefined ? "member" : "message"} of ${name}: ${status}; ${kept.join(", ")}`;
    })
    .sort();
}

export function describeReport({ outcome }: Report): string {
  return `Your report was reviewed: ${outcome === "acted" ? "action taken" : "no violation found"}.`;
}

/** Everything a member shares, which ends when they are hidden. */
export function pairsOf({ pairs }: Model, me: Who): Pair[] {
  return pairs.filter(({ low, high }) => low === me || high === me);
}

function requireCase(model: Model, you: Who, { hasCase }: ReportAims): Case {
  const found = openCase(model, you);
  if (!found) throw new Refused(hasCase ? "conflict" : "absent");
  return found;
}

function openCase({ reports }: Model, you: Who): Case | undefined {
  return reports.find((each) => each.case.about === you && !each.case.isClosed)?.case;
}

function newCase(about: Who): Case {
  return { about, isClaimed: false, isClosed: false };
}

function isReportable({ startedBy, acceptedAt, lastMessageAt, endedAt }: Conversation, me: Who, now: number) {
  const hasReached = startedBy === me || acceptedAt !== undefined || lastMessageAt !== undefined;
  return hasReached && (endedAt === undefined || endedAt > now - REPORTABLE_DAYS * DAY);
}
