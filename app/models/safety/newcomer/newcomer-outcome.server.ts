// Deciding about newcomers, several at once.
import { application, member, staff } from "db/schema";
import { hasRow, type Tx, transaction } from "db/transaction.server";
import { and, eq, gt, isNull, ne, not } from "drizzle-orm";
import { DAY_MS, NEWCOMER_DAYS } from "~/durations";
import { msg } from "~/language/text";
import { publishEvent } from "~/live/publish.server";
import { queueMemberMail } from "~/models/account/email.server";
import { erasedAt } from "~/models/account/leaving/deletion";
import { addApplication, approveApplication } from "~/models/account/waiting/waiting.server";
import type { Member } from "~/models/member/member.server";
import { logAction } from "~/models/safety/staff/moderation-log.server";
import { Refusal } from "~/refusal";
import type { NewcomerInput } from "./newcomer-schema";

/** Decides about one member; resolves with whether there was something to decide. */
type Decide = (tx: Tx, person: Member, statement: string) => Promise<boolean>;

/**
 * Decides about newcomers one by one: each gets the statement, an email and a log entry. Skips those who were decided
 * meanwhile, and resolves with how many it decided. Refuses if there were none (conflict).
 */
export async function decideNewcomers(moderatorId: number, input: NewcomerInput): Promise<number> {
  const { decide, action } = outcomes[input.outcome];
  let count = 0;
  for (const id of new Set(input.members)) {
    const isDecided = await transaction(async (tx) => {
      const [person] = await tx
        .select()
        .from(member)
        .where(and(eq(member.id, id), ne(member.id, moderatorId), isNull(member.deletedAt)));
      if (!person || !(await decide(tx, person, input.statement))) return false;
      await logAction(tx, { actorId: moderatorId, action, memberId: id });
      return true;
    });
    count += Number(isDecided);
  }
  if (!count) throw new Refusal("conflict", msg("These accounts have already been decided."));
  return count;
}

const letIn: Decide = async (tx, person) => {
  if (!(await approveApplication(tx, person.id))) return false;
  await queueMemberMail(tx, person, { kind: "let-in" });
  return true;
};

const refuse: Decide = async (tx, person, statement) => {
  const refusedAt = new Date();
  const isUndecided = and(
    eq(application.memberId, person.id),
    isNull(application.approvedAt),
    isNull(application.refusedAt),
  );
  const { rowsAffected } = await tx.update(application).set({ refusedAt, statement }).where(isUndecided);
  if (!rowsAffected) return false;
  await queueMemberMail(tx, person, { kind: "refused", statement, until: erasedAt(refusedAt).getTime() });
  await publishEvent(tx, "reset", [person.id]);
  return true;
};

/** Only newcomers are held, whatever else they wait for: about others, moderators decide in a case. */
const hold: Decide = async (tx, { id }) => {
  const since = new Date(Date.now() - NEWCOMER_DAYS * DAY_MS);
  const isNew = and(eq(member.id, id), gt(member.createdAt, since));
  const isHeld = hasRow(application, and(eq(application.memberId, id), isNull(application.approvedAt)));
  const hasRole = hasRow(staff, eq(staff.memberId, id));
  if (!(await tx.$count(member, and(isNew, not(isHeld), not(hasRole))))) return false;
  await addApplication(tx, id, "held");
  return true;
};

const outcomes = {
  "let-in": { decide: letIn, action: "let-in" },
  refuse: { decide: refuse, action: "refused" },
  hold: { decide: hold, action: "held" },
} as const;
