// Questions to the member a case is about, the member's answers, and the notes of moderators, which the member never sees. Nor
// does the member see the names of moderators or reporters.
import { db } from "db/client.server";
import { caseMessage, member, moderationCase } from "db/schema";
import { type Tx, transaction } from "db/transaction.server";
import { and, asc, desc, eq, gt, inArray, isNull, ne } from "drizzle-orm";
import { msg } from "~/language/text";
import { publish } from "~/live/publish.server";
import type { CaseNoteInput, QuestionInput } from "~/models/safety/case/case-schema";
import type { AnswerInput } from "~/models/safety/sanctions/account-status-schema";
import { logAction } from "~/models/safety/staff/moderation-log.server";
import { notFoundRefusal, Refusal } from "~/refusal";
import { NOTES_MAX, QUESTIONS_MAX, type Questions } from "./case";
import { findOpenCase, notTheirsRefusal } from "./case-claim.server";
import { addCaseMessage } from "./case-talk.server";
import { listColleagues } from "./colleague.server";

/**
 * Asks the member of a case that the moderator has claimed, and notifies them. Refuses an unknown case (absent), one that is
 * decided, not claimed by the moderator or reported by them, a member who is gone, and a question while another waits or after
 * five (conflict).
 */
export async function askMember(
  moderatorId: number,
  caseId: string,
  { question }: QuestionInput,
): Promise<void> {
  await transaction(async (tx) => {
    const found = await findOpenCase(tx, moderatorId, caseId);
    if (found.isReporter || found.claimedBy !== moderatorId) throw notTheirsRefusal(found);
    const memberId = await findMember(tx, found.memberId);
    const said = await tx
      .select({ kind: caseMessage.kind })
      .from(caseMessage)
      .where(and(eq(caseMessage.caseId, caseId), ne(caseMessage.kind, "note")))
      .orderBy(asc(caseMessage.id));
    if (said.at(-1)?.kind === "question")
      throw new Refusal("conflict", msg("The last question is still waiting for an answer."));
    if (said.filter(({ kind }) => kind === "question").length >= QUESTIONS_MAX)
      throw new Refusal("conflict", msg("You can ask {max} questions in a case.", { max: QUESTIONS_MAX }));
    const asked = { caseId, authorId: moderatorId, content: question };
    const id = await addCaseMessage(tx, { ...asked, kind: "question" });
    await logAction(tx, { actorId: moderatorId, action: "questioned", caseId, memberId });
    await publish(tx, "question", { id, memberId });
  });
}

async function findMember(tx: Tx, memberId: number | null): Promise<number> {
  const [found] =
    memberId === null
      ? []
      : await tx
          .select({ id: member.id })
          .from(member)
          .where(and(eq(member.id, memberId), isNull(member.deletedAt)));
  if (!found) throw new Refusal("conflict", msg("This member has deleted their account."));
  return found.id;
}

/**
 * Answers a question to the member, once. Refuses a question to someone else (absent), one that is answered, and one in a
 * closed case (conflict).
 */
export async function answerQuestion(memberId: number, { question, answer }: AnswerInput): Promise<void> {
  await transaction(async (tx) => {
    const [asked] = await tx
      .select({ caseId: caseMessage.caseId, closedAt: moderationCase.closedAt })
      .from(caseMessage)
      .innerJoin(moderationCase, eq(moderationCase.id, caseMessage.caseId))
      .where(
        and(
          eq(caseMessage.id, question),
          eq(caseMessage.kind, "question"),
          eq(moderationCase.memberId, memberId),
        ),
      );
    if (!asked) throw notFoundRefusal();
    const { caseId, closedAt } = asked;
    const isAnswer = and(
      eq(caseMessage.caseId, caseId),
      eq(caseMessage.kind, "answer"),
      gt(caseMessage.id, question),
    );
    if (await tx.$count(caseMessage, isAnswer))
      throw new Refusal("conflict", msg("You've already answered this question."));
    if (closedAt) throw new Refusal("conflict", msg("This case is closed, so no answer is needed anymore."));
    await addCaseMessage(tx, { caseId, kind: "answer", authorId: memberId, content: answer });
    await logAction(tx, { actorId: memberId, action: "answered", caseId, memberId });
  });
}

/** The questions to a member with their answers by case, the newest case first. */
export async function listQuestions(memberId: number): Promise<Questions[]> {
  const cases = await db
    .select({ caseId: moderationCase.id, closedAt: moderationCase.closedAt })
    .from(moderationCase)
    .where(eq(moderationCase.memberId, memberId))
    .orderBy(desc(moderationCase.openedAt), moderationCase.id);
  const ids = cases.map(({ caseId }) => caseId);
  const rows = await db
    .select()
    .from(caseMessage)
    .where(and(inArray(caseMessage.caseId, ids), ne(caseMessage.kind, "note")))
    .orderBy(asc(caseMessage.id));
  return cases.flatMap(({ caseId, closedAt }) => {
    const said = rows.flatMap(({ id, kind, content, createdAt, ...row }) =>
      row.caseId === caseId && kind !== "note"
        ? { id, kind, content, createdAt: createdAt.toISOString() }
        : [],
    );
    const last = said.at(-1);
    if (!last) return [];
    const isOpen = closedAt === null;
    return { caseId, isOpen, said, waitingId: isOpen && last.kind === "question" ? last.id : null };
  });
}

/**
 * Writes a note on an open case. The moderator who has claimed the case can use it to ask another moderator for an opinion.
 * Refuses an unknown case (absent), one that is decided or reported by the moderator, asking in one that they haven't claimed,
 * a fifty-first note (conflict), and asking someone who can't act in the case (invalid).
 */
export async function writeNote(
  moderatorId: number,
  caseId: string,
  { note, colleague, isBinding }: CaseNoteInput,
): Promise<void> {
  await transaction(async (tx) => {
    const found = await findOpenCase(tx, moderatorId, caseId);
    const isAsking = colleague !== null;
    if (found.isReporter || (isAsking && found.claimedBy !== moderatorId)) throw notTheirsRefusal(found);
    const colleagues = isAsking ? await listColleagues(tx, moderatorId, caseId) : [];
    if (isAsking && !colleagues.some(({ id }) => id === String(colleague))) {
      throw new Refusal("invalid", msg("This moderator can't look at this case."), {
        colleague: msg("This moderator can't look at this case"),
      });
    }
    const isNote = and(eq(caseMessage.caseId, caseId), eq(caseMessage.kind, "note"));
    if ((await tx.$count(caseMessage, isNote)) >= NOTES_MAX)
      throw new Refusal("conflict", msg("A case can have {max} notes.", { max: NOTES_MAX }));
    const written = { caseId, authorId: moderatorId, content: note, askedId: colleague };
    await addCaseMessage(tx, { ...written, kind: "note", isBinding: isAsking && isBinding });
    const { memberId } = found;
    await logAction(tx, { actorId: moderatorId, action: isAsking ? "asked" : "noted", caseId, memberId });
  });
}
