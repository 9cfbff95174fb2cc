// Prompts: answered by members, and shown to those who can see them.
import { db } from "db/client.server";
import type { PromptAnswer } from "db/column-types";
import { member } from "db/schema";
import type { Database } from "db/transaction.server";
import { eq, inArray } from "drizzle-orm";
import { canSee } from "~/models/availability.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { type PromptDto, toPromptDtos } from "./prompt";

/** Replaces a member's answered prompts. Refuses more than 60 changes an hour (too-many). */
export async function savePrompts(
  memberId: number,
  { prompts }: { prompts: PromptAnswer[] },
): Promise<{ prompts: PromptDto[] }> {
  await consumeRateLimit("prompts", memberId);
  await db.update(member).set({ prompts }).where(eq(member.id, memberId));
  return { prompts: toPromptDtos(prompts) };
}

/** The answered prompts of a member whom the viewer can see. */
export async function getPrompts(
  viewerId: number,
  memberId: number,
  on: Database = db,
): Promise<PromptDto[]> {
  const [row] = await on.select({ prompts: member.prompts }).from(member).where(canSee(viewerId, memberId));
  return toPromptDtos(row?.prompts ?? []);
}

/** The first answered prompts of members whom the viewer sees anyway, by member. */
export async function listFirstPrompts(memberIds: number[]): Promise<Map<number, PromptDto>> {
  if (!memberIds.length) return new Map();
  const rows = await db
    .select({ id: member.id, prompts: member.prompts })
    .from(member)
    .where(inArray(member.id, memberIds));
  return new Map(
    rows.flatMap(({ id, prompts }) =>
      toPromptDtos(prompts.slice(0, 1)).map((prompt) => [id, prompt] as const),
    ),
  );
}
