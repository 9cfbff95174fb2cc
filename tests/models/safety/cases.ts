// Cases and staff for the tests of moderation.
import { db } from "db/client.server";
import { evidence, evidenceMessage, moderationCase, report as reportTable } from "db/schema";
import { and, eq, isNull } from "drizzle-orm";
import type { Member } from "~/models/member/member.server";
import { claimCase } from "~/models/safety/case/case-claim.server";
import { decideCase } from "~/models/safety/case/case-outcome.server";
import { fileReport } from "~/models/safety/report.server";
import { reportInput } from "~/models/safety/report-schema";
import { decideAppeal, fileAppeal } from "~/models/safety/sanctions/appeal.server";
import { listSanctions } from "~/models/safety/sanctions/sanction.server";
import { type SanctionInput, sanctionInput } from "~/models/safety/sanctions/sanction-schema";
import { rowsOf } from "../../rows";

/** Files a report and returns the id of its case. */
export async function report(
  reporter: Member,
  reported: Member,
  { about = `member:${reported.id}`, reason = "harassment", words = "" } = {},
): Promise<string> {
  await fileReport(reporter.id, reportInput.parse({ about, reason, words, alsoBlock: false }));
  const [open] = await db
    .select({ id: moderationCase.id })
    .from(moderationCase)
    .where(and(eq(moderationCase.memberId, reported.id), isNull(moderationCase.closedAt)));
  if (!open) throw new Error("There is no case");
  return open.id;
}

/** The evidence of a report: its snapshot, and all messages that it has kept. */
export async function evidenceOf(reportId: string) {
  const [row] = await db
    .select()
    .from(evidence)
    .innerJoin(reportTable, eq(reportTable.id, evidence.reportId))
    .where(eq(evidence.reportId, reportId));
  if (!row) throw new Error("The report has no evidence");
  const { subject, subjectId, caseId } = row.report;
  const kept = await rowsOf(evidenceMessage, { caseId });
  const messages = row.evidence.messages.flatMap((id) => {
    const found = kept.find((each) => each.id === id);
    if (!found) return [];
    const isReported = subject === "message" && subjectId === found.messageId;
    return { ...found.content, id: found.messageId, isReported };
  });
  return { ...row.evidence.snapshot, messages };
}

/** The evidence of the report that a member has filed. */
export async function evidenceBy(reporter: Pick<Member, "id">) {
  const [filed] = await db
    .select({ id: reportTable.id })
    .from(reportTable)
    .where(eq(reportTable.reporterId, reporter.id));
  return evidenceOf(filed?.id ?? "");
}

/** A sanction as the form sends it. */
export function sanctionOf(
  change: Partial<Record<keyof SanctionInput, string | string[]>> = {},
): SanctionInput {
  return sanctionInput.parse({
    kind: "warning",
    rule: "harassment",
    statement: "You insulted others.",
    ...change,
  });
}

/** Claims and decides a case as a moderator. */
export async function decide(
  moderator: Member,
  caseId: string,
  change: Parameters<typeof sanctionOf>[0] = {},
) {
  await claimCase(moderator.id, caseId);
  await decideCase(moderator.id, caseId, sanctionOf(change));
}

/** Appeals the newest sanction about a member, or the one of a kind, and returns the appeal's id. */
export async function appealOf(who: Member, kind?: string): Promise<string> {
  const find = async () => (await listSanctions(who.id)).find((each) => !kind || each.kind === kind);
  await fileAppeal(who.id, (await find())?.id ?? "", { words: "It wasn't me." });
  return (await find())?.appeal?.id ?? "";
}

/** Appeals a sanction about a member, which another moderator overturns. */
export async function overturn(moderator: Member, who: Member, kind?: string) {
  const id = await appealOf(who, kind);
  await decideAppeal(moderator.id, id, { outcome: "overturned", statement: "You're right." });
}
