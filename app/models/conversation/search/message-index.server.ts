// Keeps the full-text index of messages. Indexing each post would slow posts down, so a job does it a moment later; until then
// a search reads the messages themselves. A trigger removes erased messages from the index.
import { db } from "db/client.server";
import { conversation, message, unindexedMessage } from "db/schema";
import { transaction } from "db/transaction.server";
import { desc, eq, gte, sql } from "drizzle-orm";
import { indexedWords } from "./message-words";

/** How many messages, and characters of them, are indexed at once, while others wait. */
const BATCH = 100;
const BATCH_LETTERS = 20_000;

/** Indexes up to 100 messages or 20,000 characters, the newest first; returns whether there may be more. */
export async function indexMessages(): Promise<boolean> {
  const [first] = await db.select().from(unindexedMessage).limit(1);
  if (!first) return false;
  return transaction(async (tx) => {
    const { sequence, content } = message;
    const { lowId, highId } = conversation;
    const rows = await tx
      .select({ sequence, content, lowId, highId })
      .from(unindexedMessage)
      .innerJoin(message, eq(sequence, unindexedMessage.sequence))
      .innerJoin(conversation, eq(conversation.id, message.conversationId))
      .orderBy(desc(unindexedMessage.sequence))
      .limit(BATCH);
    let letters = 0;
    const fitting = rows.filter(({ content }, index) => {
      letters += content.length;
      return !index || letters <= BATCH_LETTERS;
    });
    const oldest = fitting.at(-1)?.sequence;
    if (oldest === undefined) return false;
    const indexed = fitting
      .reverse()
      .map(({ sequence, content, lowId, highId }) => [sequence, indexedWords(content, [lowId, highId])]);
    await tx.run(sql`insert into message_words (rowid, words)
      select value ->> 0, value ->> 1 from json_each(${JSON.stringify(indexed)})`);
    await tx.delete(unindexedMessage).where(gte(unindexedMessage.sequence, oldest));
    return rows.length === BATCH || indexed.length < rows.length;
  });
}
