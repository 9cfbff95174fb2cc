// Companions: whom a member has matched with or talks with, and who may therefore be asked to join in.
import { db } from "db/client.server";
import { member } from "db/schema";
import { and, asc, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { noBlockBetween, noPassBetween } from "./block.server";
import { shortName } from "./person";

const MOST = 500;

/** A member's companions by name, at most 500. */
export async function listCompanions(memberId: number): Promise<{ id: string; name: string }[]> {
  const { id, firstName, lastName } = member;
  const rows = await db
    .select({ id, firstName, lastName })
    .from(member)
    .where(areCompanions(memberId))
    .orderBy(asc(firstName), asc(lastName), id)
    .limit(MOST);
  return rows.map((row) => ({ id: String(row.id), name: shortName(row) }));
}

/** Whether another member is a companion of this one. */
export async function isCompanion(memberId: number, otherId: number): Promise<boolean> {
  return (await db.$count(member, and(eq(member.id, otherId), areCompanions(memberId)))) > 0;
}

function areCompanions(memberId: number): SQL | undefined {
  return and(
    sql`${member.id} in (
      select low_id + high_id - ${memberId} from match where low_id = ${memberId} or high_id = ${memberId}
      union select low_id + high_id - ${memberId} from conversation
        where (low_id = ${memberId} or high_id = ${memberId})
          and (started_by = ${memberId} or accepted_at is not null))`,
    ne(member.id, memberId),
    isNull(member.deletedAt),
    noBlockBetween(memberId, member.id),
    noPassBetween(memberId, member.id),
  );
}
