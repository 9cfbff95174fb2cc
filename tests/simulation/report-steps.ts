// What members report and moderators decide in a simulation, and what the app shows of it.
import { db } from "db/client.server";
import type { AttachmentKind, ReactionKind } from "db/column-types";
import { moderationCase, report as reportTable } from "db/schema";
import { and, eq, isNull } from "drizzle-orm";
import type { Member } from "~/models/member/member.server";
import type { CaseReport } from "~/models/safety/case/case";
import { viewCase } from "~/models/safety/case/case.server";
import { claimCase } from "~/models/safety/case/case-claim.server";
import { decideCase } from "~/models/safety/case/case-outcome.server";
import { getReportedFile } from "~/models/safety/photos/moderated-files.server";
import { fileReport, listReports } from "~/models/safety/report.server";
import { sanctionOf } from "../models/safety/cases";
import { toText } from "./reactions";
import { toMarks } from "./replies";
import * as model from "./reports";
import type { Kind, Step } from "./steps";

const NO_CASE = "none";

const done = () => undefined;
const verdictIn = ({ number }: Step): model.Verdict =>
  number < 2 ? "none" : number < 4 ? "warning" : "hide";
const messageIn = ({ number, aims }: Step) => (number % 2 ? aims.message : undefined);
const alsoBlocks = ({ number }: Step) => number === 4;

export const reportKinds = {
  report: {
    weight: 25,
    predict: (community, step, now) => {
      const about = { message: messageIn(step), alsoBlock: alsoBlocks(step) };
      return model.report(community, step.who, step.whom, about, now);
    },
    take: ({ me, you, idOf }, step) => {
      const message = messageIn(step);
      // A member's message is named by its sender and recipient.
      const id = message && idOf(`message ${step.whom} ${step.who} ${message.split(" ").at(-1)}`);
      return fileReport(me, {
        about: id ? { subject: "message", id } : { subject: "member", id: String(you) },
        reason: "harassment",
        words: "",
        alsoBlock: alsoBlocks(step),
      }).then(done);
    },
  },
  claimCase: {
    weight: 10,
    predict: (community, { whom, aims }) => model.claimCase(community, whom, aims),
    take: ({ moderator, openCase }) => claimCase(moderator, openCase),
  },
  decideCase: {
    weight: 15,
    predict: (community, step, now) =>
      model.decideCase(community, step.whom, verdictIn(step), step.aims, now),
    take: ({ moderator, openCase }, step) =>
      decideCase(moderator, openCase, sanctionOf({ kind: verdictIn(step) })),
  },
} satisfies Record<string, Kind>;

/** The open case about a member. */
export async function findCase(memberId: number): Promise<string> {
  const [open] = await db
    .select({ id: moderationCase.id })
    .from(moderationCase)
    .where(and(eq(moderationCase.memberId, memberId), isNull(moderationCase.closedAt)));
  return open?.id ?? NO_CASE;
}

/** All that a moderator finds in a report, page by page. */
async function readEvidence(moderator: Member, caseId: string, id: string) {
  const pages: CaseReport[] = [];
  for (let page = 1; ; page++) {
    const report = (await viewCase(moderator.id, caseId, { report: id, page }))?.report;
    if (!report?.evidence) return undefined;
    pages.push(report);
    if (page >= report.pageCount) break;
  }
  return {
    messages: pages.flatMap(({ messages }) => messages),
    quotes: pages.flatMap(({ quotes }) => quotes),
    attachments: pages.flatMap(({ attachments }) => attachments),
  };
}

/** A member's own reports as the app shows them, with the messages that a moderator finds in the case. */
export async function readReports(me: number, moderator: Member): Promise<string[]> {
  const { reports } = await listReports(me);
  const texts = reports.map(async ({ id, subject, firstName, status }) => {
    const [row] = await db.select().from(reportTable).where(eq(reportTable.id, id));
    const found = await readEvidence(moderator, row?.caseId ?? NO_CASE, id);
    if (!found) return `${subject} of ${firstName}: ${status}; no evidence`;
    const { messages, quotes, attachments } = found;
    const sideOf = ({ isByReporter }: { isByReporter: boolean }) => (isByReporter ? "I" : "they");
    const files = new Map<string, AttachmentKind>();
    for (const each of attachments) {
      const file = await getReportedFile(moderator.id, each);
      if (file) files.set(each, file.type.startsWith("audio/") ? "voice" : "photo");
    }
    const kept = messages.map(({ content, isReported, reactions = [], ...each }) => {
      const told = reactions.map(
        (each) => [each.isByReporter ? "I" : "they", each.reaction] as [string, ReactionKind],
      );
      const quote = quotes.find(({ id }) => id === each.quotedId);
      const marks = toMarks({
        before: each.earlier?.map((version) => version.content) ?? [],
        quote: quote && { name: sideOf(quote), text: quote.content },
      });
      const file = files.get(each.id);
      const reported = isReported ? ` (reported${file ? ` with its ${file}` : ""})` : "";
      return `${sideOf(each)}: ${content}${reported}${marks}${toText(told)}`;
    });
    return `${subject} of ${firstName}: ${status}; ${kept.sort().join(", ")}`;
  });
  return (await Promise.all(texts)).sort();
}
