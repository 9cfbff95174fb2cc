// Reads what messages quote, as it is now.
import { db } from "db/client.server";
import { message } from "db/schema";
import { and, eq, exists, inArray, isNull, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type QuoteDto, quoteOf } from "./quote";

const quoted = alias(message, "quoted");

/** Selects a message of this conversation that can be quoted: one that wasn't deleted. */
function selectQuotable(id: string, conversationId: string) {
  const isIn = and(eq(quoted.id, id), eq(quoted.conversationId, conversationId));
  return db
    .select()
    .from(quoted)
    .where(and(isIn, isNull(quoted.deletedAt)));
}

/** True for a message of this conversation that wasn't deleted. */
export function isQuotable(id: string, conversationId: string): SQL {
  return exists(selectQuotable(id, conversationId));
}

/** What a reply to this message would show of it; undefined if it was deleted or isn't in the conversation. */
export async function findQuote(conversationId: string, id: string): Promise<QuoteDto | undefined> {
  const [found] = await selectQuotable(id, conversationId);
  return found && quoteOf(found);
}

/** Adds to messages what they quote, with one query. */
export async function withQuotes<Each extends { quotedId?: string }>(
  messages: Each[],
): Promise<(Each & { quote?: QuoteDto })[]> {
  const ids = [...new Set(messages.flatMap(({ quotedId }) => quotedId ?? []))];
  if (!ids.length) return messages;
  const rows = await db.select().from(message).where(inArray(message.id, ids));
  const quotes = new Map(rows.map((row) => [row.id, quoteOf(row)]));
  return messages.map((each) => {
    const quote = quotes.get(each.quotedId ?? "");
    return quote ? { ...each, quote } : each;
  });
}
