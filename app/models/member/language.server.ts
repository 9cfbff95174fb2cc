// The language that a member reads.
import { db } from "db/client.server";
import { EMBEDDED_MEMBERS, type Language } from "db/column-types";
import { member } from "db/schema";
import { and, eq } from "drizzle-orm";
import { currentLanguage } from "~/language/current";
import { offeredLanguages } from "~/language/language.server";
import { msg } from "~/language/text";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { invalidAt } from "~/refusal";

export type ReadLanguage = { language: Language | null };

/**
 * Saves what a member reads in; null follows the browser. Refuses a language that isn't offered (invalid), and more than 60 changes of
 * settings an hour (too-many).
 */
export async function saveLanguage(memberId: number, { language }: ReadLanguage): Promise<ReadLanguage> {
  if (language && !offeredLanguages.includes(language))
    throw invalidAt("language", msg("Choose a language from the list"));
  await consumeRateLimit("settings", memberId);
  await db.update(member).set({ language }).where(eq(member.id, memberId));
  return { language };
}

/** What a member who joins reads in, as their browser has it; null while there is nothing to choose. */
export function languageOfNewMember(): Language | null {
  return offeredLanguages.length > 1 ? currentLanguage() : null;
}

/** What the member with an account reads in. */
export async function findAccountLanguage(accountId: string): Promise<Language | null> {
  const [found] = await db
    .select({ language: member.language })
    .from(member)
    .where(and(eq(member.issuer, EMBEDDED_MEMBERS), eq(member.subject, accountId)));
  return found?.language ?? null;
}
