// How far members have read, and how much is new to them.
import { db } from "db/client.server";
import { sql } from "drizzle-orm";
import { tell, wake } from "~/live/outbox.server";
import { mayOpen, unreadBy } from "./conversation.server";
import { absent } from "./refusal";

/**
 * Notes that the member was shown the messages of a conversation up to `sequence`; it never goes back.
 * The member's other pages learn of it. Refuses a conversation that the member may not open (absent).
 */
export async function readUpTo(memberId: number, conversationId: string, sequence: number): Promise<void> {
  const open = sql`from conversation where conversation.id = ${conversationId} and ${mayOpen(memberId)}`;
  const [found, changed] = await db.batch([
    db.all(sql`select 1 ${open}`),
    db.all(sql`
      insert into reading (conversation_id, member_id, sequence)
      select conversation.id, ${memberId}, shown.sequence
      from conversation join (
        select max(sequence) as sequence from message where conversation_id = ${conversationId} and sequence <= ${sequence}
      ) shown
      where shown.sequence is not null and conversation.id = ${conversationId} and ${mayOpen(memberId)}
      on conflict do update set sequence = excluded.sequence where excluded.sequence > reading.sequence
      returning 1`),
    tell([memberId], "conversation", conversationId, sql`changes() > 0`),
  ]);
  if (!found.length) throw absent();
  if (changed.length) wake([memberId]);
}

/** How many messages are new to a member, in all conversations; 100 at most of each. */
export async function countUnread(memberId: number): Promise<number> {
  const [row] = await db.all<{ count: number }>(
    sql`select coalesce(sum(${unreadBy(memberId)}), 0) as count from conversation where ${mayOpen(memberId)}`,
  );
  return row?.count ?? 0;
}
