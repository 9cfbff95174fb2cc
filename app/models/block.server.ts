// Blocks, as conditions of other queries: between two who are blocked, either way, nothing exists.
import { type Column, type SQL, sql } from "drizzle-orm";

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
