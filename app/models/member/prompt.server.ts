// Prompts: answered by members, and shown to those who can see them.
import { db } from "db/client.server";
import type { PromptAnswer } from "db/column-types";
import { member } from "db/schema";
import { type Database, transaction } from "db/transaction.server";
import { eq, inArray } from "drizzle-orm";
import { t } from "~/language/text";
import { canSee } from "~/models/access.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { rejectStale, versionOf } from "~/models/version.server";
import { getMember } from "./member.server";
import { type PromptDto, promptTexts, toPromptDtos, toPromptFields } from "./prompt";

/**
 * Replaces a member's answered prompts. Refuses prompts that were opened at another `version` (conflict), and more than 60
 * changes an hour (too-many).
 */
export async function savePrompts(
  memberId: number,
  { prompts }: { prompts: PromptAnswer[] },
  version?: string,
): Promise<PromptAnswer[]> {
  await consumeRateLimit("prompts", memberId);
  await transaction(async (tx) => {
    const saved = await getMember(memberId, tx);
    rejectStale(version, toPromptFields(saved.prompts), toPromptFields(prompts), {
      prompt1: formatPrompt,
      prompt2: formatPrompt,
      prompt3: formatPrompt,
    });
    await tx.update(member).set({ prompts }).where(eq(member.id, memberId));
  });
  return prompts;
}

/** The version of answered prompts, as their form edits them. */
export function promptsVersion(prompts: PromptAnswer[]): string {
  return versionOf(toPromptFields(prompts));
}

function formatPrompt(prompt: string): string {
  return prompt in promptTexts
    ? t("“{title}”", { title: promptTexts[prompt as PromptAnswer["prompt"]] })
    : t("nothing");
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
