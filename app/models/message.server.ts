// Messages: written once, in the server's order, read by the two of a conversation.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { conversation, message } from "db/schema";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { tellPair, wake } from "~/live/outbox.server";
import { spend } from "./allowance.server";
import { otherOf } from "./conversation";
import { getConversation, mayOpen } from "./conversation.server";
import type { MessageInput, ShownMessage } from "./message";
import { pairOf } from "./pair";
import { absent, Refusal } from "./refusal";

export const MESSAGE_PAGE = 50;

/**
 * The newest messages of a conversation, newest first, 50 at most; `before` is the id of a message to read on from.
 * Undefined for a conversation that the member may not open.
 */
export async function listMessages(
  memberId: number,
  conversationId: string,
  before?: string,
): Promise<ShownMessage[] | undefined> {
  const older =
    before && sql`${message.sequence} < (select m.sequence from message m where m.id = ${before})`;
  const [open, rows] = await db.batch([
    db.select({ id: conversation.id }).from(conversation).where(isOpen(memberId, conversationId)),
    db
      .select()
      .from(message)
      .where(and(eq(message.conversationId, conversationId), older || undefined))
      .orderBy(desc(message.sequence))
      .limit(MESSAGE_PAGE),
  ]);
  return open.length ? rows.map(shownMessage) : undefined;
}

/**
 * Adds a message; the same id from the same sender is the same message. An answer accepts a request.
 * Refuses a conversation that the member may not open (absent), a second message before a request is answered
 * (forbidden), an id that somebody else has used (conflict), and more than 30 in 10 seconds (too-many).
 */
export async function addMessage(
  memberId: number,
  conversationId: string,
  input: MessageInput,
): Promise<ShownMessage> {
  await spend("message", memberId);
  const talk = await getConversation(memberId, conversationId);
  if (!talk) throw absent();
  const pair = pairOf(Number(talk.user1Id), Number(talk.user2Id));
  const id = input.id ?? randomUUID();
  const now = Date.now();
  const mine = and(
    eq(message.id, id),
    eq(message.senderId, memberId),
    eq(message.conversationId, conversationId),
  );
  const justAdded = sql`changes() > 0`;
  const [added, , , kept] = await db.batch([
    db.all(sql`
      insert into message (id, conversation_id, sender_id, content, created_at)
      select ${id}, id, ${memberId}, ${input.content}, ${now} from conversation
      where ${isOpen(memberId, conversationId)}
        and (accepted_at is not null or started_by <> ${memberId}
          or not exists (select 1 from message where conversation_id = ${conversationId}))
      on conflict do nothing returning sequence`),
    tellPair(pair, "message", id, justAdded),
    db
      .update(conversation)
      .set({
        lastMessageAt: new Date(now),
        acceptedAt: sql`coalesce(accepted_at, case when started_by <> ${memberId} then ${now} end)`,
      })
      .where(and(eq(conversation.id, conversationId), justAdded)),
    db.select().from(message).where(mine),
  ]);
  if (added.length) wake([pair.lowId, pair.highId]);
  if (kept[0]) return shownMessage(kept[0]);
  const [taken] = await db.select({ id: message.id }).from(message).where(eq(message.id, id));
  if (taken) throw new Refusal("conflict", "This message was sent already, elsewhere.");
  if (!(await getConversation(memberId, conversationId))) throw absent();
  throw new Refusal(
    "forbidden",
    `Wait until ${otherOf(talk, memberId).firstName} answers your first message.`,
  );
}

function isOpen(memberId: number, conversationId: string): SQL | undefined {
  return and(eq(conversation.id, conversationId), mayOpen(memberId));
}

function shownMessage(row: typeof message.$inferSelect): ShownMessage {
  return {
    id: row.id,
    conversationId: row.conversationId,
    sequence: row.sequence,
    senderId: String(row.senderId),
    content: row.content,
    messageType: row.messageType,
    metadata: row.metadata,
    createdAt: row.createdAt.toISOString(),
  };
}
