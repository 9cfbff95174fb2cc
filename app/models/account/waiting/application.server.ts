// A newcomer's own request to join: the operator's question, and answering it.
import { db } from "db/client.server";
import { application } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { msg } from "~/language/text";
import { erasedAt } from "~/models/account/leaving/deletion";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { reloadStaff } from "~/models/safety/staff/staff.server";
import { Refusal } from "~/refusal";
import type { AnswerInput } from "./application-schema";
import type { Application } from "./waiting";

/** What a newcomer who has to be let in is asked and has answered; undefined for other members. */
export async function readApplication(memberId: number): Promise<Application | undefined> {
  const [row] = await db
    .select()
    .from(application)
    .where(and(eq(application.memberId, memberId), isNull(application.approvedAt)));
  if (!row) return undefined;
  const { question, answer, refusedAt, statement } = row;
  const refusal = refusedAt && { statement: statement ?? "", until: erasedAt(refusedAt).toISOString() };
  return { question, answer, refusal };
}

/**
 * Answers the operator's question, or changes the answer; from then on the moderators can decide. Refuses members who have
 * nothing to answer or were decided about (conflict), and more than 60 changes of settings an hour (too-many).
 */
export async function answerQuestion(memberId: number, { answer }: AnswerInput): Promise<void> {
  await consumeRateLimit("settings", memberId);
  await transaction(async (tx) => {
    const isAsked = and(
      eq(application.memberId, memberId),
      isNotNull(application.question),
      isNull(application.approvedAt),
      isNull(application.refusedAt),
    );
    const { rowsAffected } = await tx
      .update(application)
      .set({ answer, submittedAt: sql`coalesce(submitted_at, ${Date.now()})` })
      .where(isAsked);
    if (!rowsAffected)
      throw new Refusal("conflict", msg("There is nothing left to answer. Reload the page."));
    await reloadStaff(tx, memberId);
  });
}
