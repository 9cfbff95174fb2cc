// Records that two members have in common.
import { db } from "db/client.server";
import { hasRow } from "db/has-row.server";
import { member, record } from "db/schema";
import { and, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { canMeet, hasMatch } from "~/models/access.server";
import { pairOf } from "~/models/pair.server";
import type { RecordDto } from "~/models/record/record";
import { toRecordDto } from "~/models/record/record.server";

/**
 * The viewer's albums that a mutual match also has, ordered by artist: the first `limit`, and how many there are. There are
 * none with other members.
 */
export async function listRecordsInCommon(
  viewerId: number,
  otherId: number,
  limit: number,
): Promise<{ records: RecordDto[]; count: number }> {
  const theirs = alias(record, "theirs");
  const one = { one: sql`1` };
  const shared = and(
    eq(record.memberId, viewerId),
    hasRow(
      theirs,
      and(
        eq(theirs.memberId, otherId),
        eq(theirs.artistKey, record.artistKey),
        eq(theirs.albumKey, record.albumKey),
      ),
    ),
    hasMatch(pairOf(viewerId, otherId)),
    hasRow(member, and(eq(member.id, otherId), isNull(member.withdrawnAt))),
    canMeet(viewerId, otherId),
  );
  const albums = db.select(one).from(record).where(shared).groupBy(record.artistKey, record.albumKey);
  const rows = await db
    .select()
    .from(record)
    .where(shared)
    .groupBy(record.artistKey, record.albumKey)
    .orderBy(record.artistKey, record.albumKey)
    .limit(limit);
  return { records: rows.map(toRecordDto), count: await db.$count(albums.as("albums")) };
}
