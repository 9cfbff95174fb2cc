// Member search for moderators, by the start of a name or a full email address.
import { db } from "db/client.server";
import { member, moderationCase, sanction } from "db/schema";
import { and, asc, eq, gte, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { FoundMember, StrikeDto } from "~/models/safety/case/case";
import { stateOf } from "~/models/safety/case/case.server";
import { hashEmail, listStrikes } from "~/models/safety/sanctions/strike.server";
import { fullName, logView } from "./moderation-log.server";

const LIMIT = 20;

/**
 * Finds up to 20 members by the start of their name or by their email address, without the moderator. For an address,
 * also returns the strikes of its current or former owner. The log records that someone searched, not the query.
 */
export async function searchMembers(
  moderatorId: number,
  query: string,
): Promise<{ members: FoundMember[]; strikes: StrikeDto[] }> {
  const text = query.trim();
  if (!text) return { members: [], strikes: [] };
  const isEmail = text.includes("@");
  const name = sql`lower(${member.firstName} || ' ' || ${member.lastName})`;
  const matches = isEmail
    ? eq(sql`lower(${member.email})`, sql`lower(${text})`)
    : or(startsWith(name, text), startsWith(sql`lower(${member.lastName})`, text));
  const openCase = db
    .select({ id: moderationCase.id })
    .from(moderationCase)
    .where(and(eq(moderationCase.memberId, member.id), isNull(moderationCase.closedAt)));
  const sanctions = db
    .select({ count: sql`count(*)` })
    .from(sanction)
    .where(and(eq(sanction.memberId, member.id), ne(sanction.kind, "none"), isNull(sanction.overturnedAt)));
  // Not translated: the log is kept in English.
  const detail = isEmail ? "By email" : "By name";
  const [rows, strikes] = await Promise.all([
    db
      .select({
        row: member,
        name: fullName(member),
        caseId: sql<string | null>`${openCase}`,
        sanctions: sql<number>`${sanctions}`,
      })
      .from(member)
      .where(and(matches, ne(member.id, moderatorId)))
      .orderBy(asc(name), member.id)
      .limit(LIMIT),
    isEmail ? listStrikes(hashEmail(text)) : [],
    logView({ actorId: moderatorId, action: "searched", detail }),
  ]);
  return {
    members: rows.map(({ row, ...rest }) => ({
      ...rest,
      id: String(row.id),
      joinedAt: row.createdAt.toISOString(),
      state: stateOf(row),
    })),
    strikes,
  };
}

/** True for text with this prefix, written as a range so that SQLite can use an index. */
function startsWith(text: SQL, beginning: string): SQL | undefined {
  return and(gte(text, sql`lower(${beginning})`), lt(text, sql`lower(${`${beginning}\u{10ffff}`})`));
}
