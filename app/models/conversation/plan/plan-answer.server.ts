// Whether two members met, as each of them has answered separately. Nobody is shown the answers.
import { plan, planAnswer } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, eq, gte, isNotNull, isNull } from "drizzle-orm";
import type { z } from "zod";
import { earliestDay } from "~/days";
import { publishEvent } from "~/live/publish.server";
import { readNotifications } from "~/models/notification/notification-reading.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { Refusal } from "~/refusal";
import { ASKED_DAYS, planMessages } from "./plan";
import { requirePlannable } from "./plan.server";
import type { planAnswerInput } from "./plan-schema";

/**
 * Answers whether a member met somebody as planned, or changes the answer. Refuses a conversation in which they can't plan
 * anything (absent or forbidden), a plan they aren't asked about or were too long ago (conflict), and more than 30 changes an hour (too-many).
 */
export async function answerPlan(
  memberId: number,
  conversationId: string,
  { planId, answer }: z.output<typeof planAnswerInput>,
): Promise<void> {
  await consumeRateLimit("plan", memberId);
  await transaction(async (tx) => {
    await requirePlannable(tx, memberId, conversationId);
    const isIt = and(eq(plan.id, planId), eq(plan.conversationId, conversationId), isNull(plan.endedAt));
    const isAsked = and(isNotNull(plan.askedAt), gte(plan.day, earliestDay() - ASKED_DAYS));
    if (!(await tx.$count(plan, and(isIt, isAsked)))) throw new Refusal("conflict", planMessages.gone);
    const answeredAt = new Date();
    await tx
      .insert(planAnswer)
      .values({ planId, memberId, answer, answeredAt })
      .onConflictDoUpdate({ target: [planAnswer.planId, planAnswer.memberId], set: { answer, answeredAt } });
    await readNotifications(tx, memberId, ["plan-met"], planId);
    await publishEvent(tx, "notification", [memberId]);
  });
}
