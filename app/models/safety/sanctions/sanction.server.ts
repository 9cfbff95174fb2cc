// Sanctions: applied to a member, and lifted; and the sections of the operator's rules, which one can cite besides a rule of
// B-Side's own.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import type { RemovedContent, SanctionKind } from "db/column-types";
import { appeal, member, moderationCase, notice, report, sanction } from "db/schema";
import { type Tx, transaction } from "db/transaction.server";
import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, ne, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { msg, t } from "~/language/text";
import { findOriginal, listHeadings } from "~/models/document/documents.server";
import type { Member } from "~/models/member/member.server";
import { fullNameOf } from "~/models/public-member";
import { removable } from "~/models/safety/evidence/moderated-content.server";
import { propagateVisibility, type Reloads, reloadAskers } from "~/models/safety/visibility.server";
import { invalidAt } from "~/refusal";
import type { AppealDto, SanctionDto } from "./sanction";

const LIFT_ROWS = 100;

/**
 * Recomputes a member's state from their sanctions: hidden, suspended, and whether there is one to read. Updates Discover and
 * open pages.
 */
export async function applySanctions(tx: Tx, memberId: number, now: Date, reloads?: Reloads): Promise<void> {
  const standing = await tx
    .select()
    .from(sanction)
    .where(and(eq(sanction.memberId, memberId), isNull(sanction.overturnedAt)))
    .orderBy(asc(sanction.startsAt));
  const [hidden] = standing.filter(({ kind }) => kind === "hide");
  const keepOut = standing.filter(
    ({ kind, endsAt }) => (kind === "suspend" || kind === "ban") && (!endsAt || endsAt > now),
  );
  const ends = keepOut.flatMap(({ endsAt }) => (endsAt ? [endsAt.getTime()] : []));
  const isForGood = ends.length < keepOut.length;
  await reloadAskers(tx, memberId, () =>
    tx
      .update(member)
      .set({
        hiddenAt: hidden?.startsAt ?? null,
        suspendedAt: keepOut[0]?.startsAt ?? null,
        suspendedUntil: isForGood || !ends.length ? null : new Date(Math.max(...ends)),
        hasUnreadSanction: hasUnreadSanction(memberId),
      })
      .where(eq(member.id, memberId)),
  );
  await propagateVisibility(tx, memberId, reloads);
}

function hasUnreadSanction(memberId: number): SQL {
  return sql`exists ${db
    .select({ id: sanction.id })
    .from(sanction)
    .where(
      and(eq(sanction.memberId, memberId), ne(sanction.kind, "none"), isNull(sanction.acknowledgedAt)),
    )}`;
}

/** Removes content of a member with a sanction in a case of its own, which is closed at once. */
export async function addRemoval(
  tx: Tx,
  person: Member,
  removed: RemovedContent[],
  grounds: Pick<typeof sanction.$inferInsert, "moderatorId" | "rule" | "statement">,
) {
  const [caseId, startsAt] = [randomUUID(), new Date()];
  const about = { memberId: person.id, memberName: fullNameOf(person), claimedBy: grounds.moderatorId };
  const times = { openedAt: startsAt, claimedAt: startsAt, closedAt: startsAt };
  await tx.insert(moderationCase).values({ ...about, ...times, id: caseId, severity: 0 });
  const decided = { id: randomUUID(), caseId, kind: "removal", removed, startsAt } as const;
  await tx.insert(sanction).values({ ...decided, ...grounds, memberId: person.id });
  return decided;
}

/** The sanctions that hide what the member shares with others. */
export const HIDING_SANCTIONS: SanctionKind[] = ["hide", "suspend", "ban"];

/** Lifts expired suspensions. Others notice nothing: what they shared with the member has ended for good. */
export async function liftSuspensions(now = new Date()) {
  for (;;) {
    const due = await db
      .select({ id: member.id })
      .from(member)
      .where(lte(member.suspendedUntil, now))
      .limit(LIFT_ROWS);
    for (const { id } of due) await transaction((tx) => applySanctions(tx, id, now, { contacts: false }));
    if (due.length < LIFT_ROWS) return;
  }
}

/**
 * The statements that erase what sanctions keep of a member: removed content, the text of appeals and of their own closed
 * reports, and that a notice came from their account. Evidence expires on its own.
 */
export function eraseSafetyText(memberId: number): BatchItem<"sqlite">[] {
  const own = db.select({ id: sanction.id }).from(sanction).where(eq(sanction.memberId, memberId));
  return [
    db.update(sanction).set({ removed: [] }).where(eq(sanction.memberId, memberId)),
    db.update(appeal).set({ words: "" }).where(inArray(appeal.sanctionId, own)),
    db
      .update(report)
      .set({ words: "" })
      .where(and(eq(report.reporterId, memberId), isNotNull(report.closedAt))),
    db.update(notice).set({ memberId: null }).where(eq(notice.memberId, memberId)),
  ];
}

/** Sanctions about a member, newest first, without those that found no violation. */
export async function listSanctions(memberId: number): Promise<SanctionDto[]> {
  const rows = await db
    .select({ sanction, appeal })
    .from(sanction)
    .leftJoin(appeal, eq(appeal.sanctionId, sanction.id))
    .where(and(eq(sanction.memberId, memberId), ne(sanction.kind, "none")))
    .orderBy(desc(sanction.startsAt), sanction.id);
  return rows.map(toSanctionDto);
}

/** Marks a sanction about the member as read. Does nothing if it is about someone else or already read. */
export async function acknowledge(memberId: number, sanctionId: string) {
  const isUnread = and(
    eq(sanction.id, sanctionId),
    eq(sanction.memberId, memberId),
    ne(sanction.kind, "none"),
    isNull(sanction.acknowledgedAt),
  );
  await transaction(async (tx) => {
    await tx.update(sanction).set({ acknowledgedAt: new Date() }).where(isUnread);
    await tx
      .update(member)
      .set({ hasUnreadSanction: hasUnreadSanction(memberId) })
      .where(eq(member.id, memberId));
  });
}

/** The statements of automatic sanctions, which no moderator has worded; their rows have them in English. */
export const ownStatements = {
  copy: msg(
    "This is a copy of a picture that a moderator has removed. If you think that's a mistake, you can appeal.",
  ),
  alike: msg(
    "This photo looks like a picture that a moderator has removed. If you think that's a mistake, you can appeal.",
  ),
};

/** A sanction as the member reads it. */
export function toSanctionDto(row: {
  sanction: typeof sanction.$inferSelect;
  appeal: typeof appeal.$inferSelect | null;
}): SanctionDto {
  const { id, caseId, kind, rule, statement, removed, startsAt, endsAt } = row.sanction;
  const names = new Map(removed.map(nameRemoved));
  const own = Object.values(ownStatements).find(({ text }) => text === statement);
  return {
    id,
    caseId,
    kind,
    rule,
    statement: own ? t(own) : statement,
    removed: [...names.keys()],
    removedNames: [...names.values()],
    isAutomated: removed.some((content) => "isAlike" in content),
    startsAt: startsAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    isAcknowledged: row.sanction.acknowledgedAt !== null,
    isOverturned: row.sanction.overturnedAt !== null,
    appeal: row.appeal && toAppealDto(row.appeal),
  };
}

/** The kind of removed content, or of a new picture that wasn't approved, and its name. */
function nameRemoved(content: RemovedContent): [SanctionDto["removed"][number], string] {
  const { name, pending } = removable(content.kind);
  return pending && "wasPending" in content ? [pending.kind, t(pending.name)] : [content.kind, t(name)];
}

function toAppealDto(row: typeof appeal.$inferSelect): AppealDto {
  return {
    id: row.id,
    words: row.words,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    isOverturned: row.isOverturned ?? false,
    statement: row.statement,
  };
}

const RULES = "rules";
const GONE = msg("Choose a section from your rules");

/** The headings of the operator's rules, always in the language of the original; empty without rules. */
export function listRuleSections(): string[] {
  const rules = findOriginal(RULES);
  return rules ? listHeadings(rules) : [];
}

/** The statement for the member, beginning with the section it is about, if any. Refuses one that the rules lack (invalid). */
export function citeSection({ section, statement }: { section?: string; statement: string }): string {
  if (!section) return statement;
  if (!listRuleSections().includes(section)) throw invalidAt("section", GONE);
  return t("{title}, “{section}”: {statement}", {
    title: findOriginal(RULES)?.title ?? "",
    section,
    statement,
  });
}
