// Requests to join, from the side of who has to be let in.
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

/** What a member is asked who has to be let in, and what they have answered; undefined for others. */
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
 * Answers the operator's question, or changes the answer; the moderators can decide from then on. Refuses who has nothing to
 * answer, or was decided about (conflict), and more than 60 changes of settings an hour (too-many).
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
