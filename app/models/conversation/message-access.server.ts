// Whether a member may see a message, and what its conversation allows.
import { conversation, message } from "db/schema";
import type { Database } from "db/transaction.server";
import { and, eq, not, type SQL, sql } from "drizzle-orm";
import { canOpen, hasBothMembers } from "~/models/access.server";

/** A message of a conversation that the member may open, if it is one of `which`; undefined for another. */
export async function findMessage(on: Database, memberId: number, id: string, which?: SQL) {
  const [found] = await on
    .select({
      message,
      acceptedAt: conversation.acceptedAt,
      closedAt: conversation.closedAt,
      lowId: conversation.lowId,
      highId: conversation.highId,
      hasLeft: sql<boolean>`${not(hasBothMembers())}`.mapWith(Boolean),
    })
    .from(message)
    .innerJoin(conversation, eq(conversation.id, message.conversationId))
    .where(and(eq(message.id, id), canOpen(memberId), which));
  return found;
}
