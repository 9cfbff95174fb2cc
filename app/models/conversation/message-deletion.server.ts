// Deletes the messages of whole conversations.
import { db } from "db/client.server";
import { conversation, message } from "db/schema";
import { deleteInSteps } from "db/steps.server";
import { inArray, type SQL } from "drizzle-orm";

/** How many are deleted at once: each takes about a millisecond, because its words leave the index, too. */
const MESSAGES = 5;

/** Deletes the messages of all conversations for which this is true. */
export async function deleteMessagesOf(where: SQL | undefined) {
  const conversations = db.select({ id: conversation.id }).from(conversation).where(where);
  await deleteInSteps(message, inArray(message.conversationId, conversations), MESSAGES);
}
