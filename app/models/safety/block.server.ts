// Blocks: between two who are blocked, either way, nothing exists.
import { db } from "db/client.server";
import { match } from "db/schema";
import { and, type Column, eq, type SQL, sql } from "drizzle-orm";
import { tellPair, wake } from "~/live/outbox.server";
import { pairOf } from "./pair";
import { absent } from "./refusal";

/**
 * Blocks a member: from then on the two vanish from each other everywhere, and their match is over. The blocked one
 * sees what a member who is gone would show. Blocked already, it changes nothing.
 * Refuses oneself and whoever is absent, deleted or has blocked the member before (absent).
 */
export async function blockMember(memberId: number, targetId: number): Promise<void> {
  const pair = pairOf(memberId, targetId);
  const talk = sql`conversation where low_id = ${pair.lowId} and high_id = ${pair.highId}`;
  const isBlocked = sql`exists (select 1 from block where member_id = ${memberId} and target_id = ${targetId})`;
  const [, , , , kept] = await db.batch([
    db.run(sql`
      insert into block (member_id, target_id, created_at)
      select ${memberId}, id, ${Date.now()} from member
      where id = ${targetId} and id <> ${memberId} and deleted_at is null and ${noBlockBetween(memberId, targetId)}`),
    tellPair(pair, "reset", "", sql`changes() > 0`),
    // Open pages learn that their conversation is gone.
    tellPair(
      pair,
      "conversation",
      sql`(select id from ${talk})`,
      sql`changes() > 0 and exists (select 1 from ${talk})`,
    ),
    db.delete(match).where(and(eq(match.lowId, pair.lowId), eq(match.highId, pair.highId), isBlocked)),
    db.all(sql`select 1 where ${isBlocked}`),
  ]);
  if (!kept.length) throw absent();
  wake([memberId, targetId]);
}

/** True where neither of the two members has blocked the other. */
export function noBlockBetween(one: Column | number, other: Column | number): SQL {
  return sql`not exists (
    select 1 from block where (block.member_id = ${one} and block.target_id = ${other})
      or (block.member_id = ${other} and block.target_id = ${one}))`;
}

/** True where neither of the two members has passed on the other. */
export function noPassBetween(one: Column | number, other: Column | number): SQL {
  return sql`not exists (
    select 1 from decision where not decision.liked and ((decision.member_id = ${one} and decision.target_id = ${other})
      or (decision.member_id = ${other} and decision.target_id = ${one})))`;
}
