// Deletes the messages of whole conversations.
import { setImmediate } from "node:timers/promises";
import { db } from "db/client.server";
import { conversation, message } from "db/schema";
import { inArray, type SQL } from "drizzle-orm";

/** How many are deleted in one go: each takes about a millisecond, because its words leave the index too. */
const DELETE_BATCH = 5;

/** Deletes the messages of all conversations for which this is true, a few at a time, between which requests have their turn. */
export async function deleteMessagesOf(where: SQL | undefined) {
  const conversations = db.select({ id: conversation.id }).from(conversation).where(where);
  const some = db
    .select({ sequence: message.sequence })
    .from(message)
    .where(inArray(message.conversationId, conversations))
    .limit(DELETE_BATCH);
  for (;;) {
    const { rowsAffected } = await db.delete(message).where(inArray(message.sequence, some));
    if (rowsAffected < DELETE_BATCH) return;
    await setImmediate();
  }
}
