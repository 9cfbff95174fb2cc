// Searches a member's messages by the full-text index, and reads those that it doesn't have yet. Indexing each post would slow
// posts down, so a job does it a moment later. A trigger removes erased messages from the index.
import { setImmediate } from "node:timers/promises";
import { db } from "db/client.server";
import { conversation, member, message, unindexedMessage } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, desc, eq, gte, type SQL, sql } from "drizzle-orm";
import { canOpen } from "~/models/access.server";
import { encodeCursor } from "~/models/cursor";
import { isOneOfTwo, otherMemberId } from "~/models/pair.server";
import { formerMember } from "~/models/public-member";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { type FoundMessage, type MessageSearch, makeExcerpt } from "./message-search";
import { hasWords, indexedWords, toMatchExpression } from "./message-words";

const PAGE_SIZE = 20;
/** How many messages a page looks at, even if most of them are in conversations that have ended. */
const LOOKED_AT = 500;
/** How many characters of messages that aren't indexed yet are read before other requests get a turn. */
const LETTERS_PER_TURN = 50_000;

/**
 * The messages with all the words of `q` in conversations that the member may open, newest first, 20 a page, with the cursor
 * of the next page. A page can be empty and have a next one, where everything it looked at is in conversations that have
 * ended. Refuses more than 60 a minute (too-many).
 */
export async function searchMessages(
  memberId: number,
  { q, cursor }: MessageSearch,
): Promise<{ found: FoundMessage[]; next?: { cursor: string } }> {
  await consumeRateLimit("messageSearch", memberId);
  const looked = await findSequences(memberId, q, cursor?.id);
  if (!looked.length) return { found: [] };
  const rows = await db
    .select({
      id: message.id,
      conversationId: message.conversationId,
      senderId: message.senderId,
      content: message.content,
      createdAt: message.createdAt,
      partnerId: member.id,
      firstName: sql<string>`iif(${member.deletedAt} is null, ${member.firstName}, ${formerMember()})`,
    })
    .from(message)
    .innerJoin(conversation, and(eq(conversation.id, message.conversationId), canOpen(memberId)))
    .innerJoin(member, eq(member.id, otherMemberId(conversation, memberId)))
    .where(sql`${message.sequence} in (select value from json_each(${JSON.stringify(looked)}))`)
    .orderBy(desc(message.sequence))
    .limit(PAGE_SIZE + 1);
  const page = rows.slice(0, PAGE_SIZE);
  const last = rows.length > PAGE_SIZE ? page.at(-1)?.id : await findRest(looked);
  return {
    found: page.map(({ content, senderId, partnerId, firstName, createdAt, ...ids }) => ({
      ...ids,
      senderId: String(senderId),
      partner: { id: String(partnerId), firstName },
      createdAt: createdAt.toISOString(),
      excerpt: makeExcerpt(content, q),
    })),
    next: last === undefined ? undefined : { cursor: encodeCursor({ id: last }) },
  };
}

/** The newest messages that match, up to 500, before the message with the id `before`. */
async function findSequences(memberId: number, typed: string, before?: string): Promise<number[]> {
  const position = db
    .select({ sequence: message.sequence })
    .from(message)
    .where(eq(message.id, before ?? ""));
  const isBefore = (sequence: SQL) => (before === undefined ? sql`true` : sql`${sequence} < ${position}`);
  const waiting = db
    .select()
    .from(unindexedMessage)
    .orderBy(desc(unindexedMessage.sequence))
    .limit(LOOKED_AT)
    .as("waiting");
  const [indexed, unindexed] = await db.batch([
    db.all<{ sequence: number }>(
      sql`select rowid as sequence from message_words where message_words match ${toMatchExpression(memberId, typed)}
        and ${isBefore(sql`rowid`)} order by rowid desc limit ${LOOKED_AT}`,
    ),
    db
      .select({ sequence: message.sequence, content: message.content })
      .from(waiting)
      .innerJoin(message, eq(message.sequence, waiting.sequence))
      .innerJoin(conversation, eq(conversation.id, message.conversationId))
      .where(and(isOneOfTwo(conversation, memberId), isBefore(sql`${message.sequence}`))),
  ]);
  return [...indexed, ...(await filterByWords(unindexed, typed))]
    .map(({ sequence }) => sequence)
    .sort((one, other) => other - one)
    .slice(0, LOOKED_AT);
}

async function filterByWords<Each extends { content: string }>(messages: Each[], typed: string) {
  const found: Each[] = [];
  let letters = 0;
  for (const each of messages) {
    letters += each.content.length;
    if (letters > LETTERS_PER_TURN) {
      letters = 0;
      await setImmediate();
    }
    if (hasWords(each.content, typed)) found.push(each);
  }
  return found;
}

/** The id of the last message that was looked at, if there may be more after it. */
async function findRest(looked: number[]): Promise<string | undefined> {
  const last = looked.at(-1);
  if (looked.length < LOOKED_AT || last === undefined) return undefined;
  const [row] = await db.select({ id: message.id }).from(message).where(eq(message.sequence, last));
  return row?.id;
}

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
