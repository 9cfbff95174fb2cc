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
 * Saves the language that a member reads; null follows the browser. Refuses a language that isn't offered (invalid), and more
 * than 60 changes of settings an hour (too-many).
 */
export async function saveLanguage(memberId: number, { language }: ReadLanguage): Promise<ReadLanguage> {
  if (language && !offeredLanguages.includes(language))
    throw invalidAt("language", msg("Choose a language from the list"));
  await consumeRateLimit("settings", memberId);
  await db.update(member).set({ language }).where(eq(member.id, memberId));
  return { language };
}

/** A new member's language, from their browser; null while only one is offered. */
export function languageOfNewMember(): Language | null {
  return offeredLanguages.length > 1 ? currentLanguage() : null;
}

/** The language that the member of an account reads. */
export async function findAccountLanguage(accountId: string): Promise<Language | null> {
  const [found] = await db
    .select({ language: member.language })
    .from(member)
    .where(and(eq(member.issuer, EMBEDDED_MEMBERS), eq(member.subject, accountId)));
  return found?.language ?? null;
}
