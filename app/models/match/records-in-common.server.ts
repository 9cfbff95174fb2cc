// Records that two members have in common.
import { db } from "db/client.server";
import { once } from "db/prepared.server";
import { match, member, record } from "db/schema";
import { hasRow } from "db/transaction.server";
import { and, desc, eq, gte, inArray, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { canMeet, canSee, hasMatch } from "~/models/access.server";
import { pairInStatement, pairOf } from "~/models/pair.server";
import type { RecordDto } from "~/models/record/record";
import { toRecordDto } from "~/models/record/record.server";

/** Where a new record in common is looked for: the newest matches, and each member's newest records. */
const NEWEST_MATCHES = 20;
const NEWEST_RECORDS = 25;

/**
 * The viewer's albums that a mutual match also has, ordered by artist: the first `limit`, and how many there are. None for a
 * member who isn't a match.
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
    eq(record.wanted, false),
    hasRow(
      theirs,
      and(
        eq(theirs.memberId, otherId),
        eq(theirs.wanted, false),
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

/** An album of the viewer, and the match who owns it, too. */
export type NewRecordInCommon = { record: RecordDto; owner: { id: number; firstName: string } };

/**
 * The last album that the viewer and a match both own because one of them added it, no earlier than `since`. Looks at the
 * newest matches, and each one's newest records.
 */
export async function findNewRecordInCommon(
  viewerId: number,
  since: Date,
): Promise<NewRecordInCommon | undefined> {
  const matches = await listNewestMatches(viewerId);
  if (!matches.length) return undefined;
  const ids = matches.map(({ id }) => id);
  const found = (
    await Promise.all([
      selectAddedInCommon([viewerId], ids, since),
      selectAddedInCommon(ids, [viewerId], since),
    ])
  ).flat();
  const [newest] = found.sort((one, other) => other.addedAt.getTime() - one.addedAt.getTime());
  if (!newest) return undefined;
  const { added, theirs } = newest;
  const own = added.memberId === viewerId ? added : theirs;
  const owner = matches.find(({ id }) => id === (own === added ? theirs : added).memberId);
  return owner && { record: toRecordDto(own), owner };
}

/** The newest matches of a member, as far as the member sees them. */
async function listNewestMatches(memberId: number) {
  const found = await Promise.all(findNewestMatches().map((side) => side.all({ memberId })));
  return found
    .flat()
    .sort((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, NEWEST_MATCHES);
}

const findNewestMatches = once(() => {
  const me = sql.placeholder("memberId");
  const sides = [
    [match.lowId, match.highId],
    [match.highId, match.lowId],
  ] as const;
  return sides.map(([own, other]) =>
    db
      .select({ id: member.id, firstName: member.firstName, at: match.createdAt })
      .from(match)
      .innerJoin(member, eq(member.id, other))
      .where(and(eq(own, me), canSee(me), hasMatch(pairInStatement(me, member.id))))
      .orderBy(desc(match.createdAt))
      .limit(NEWEST_MATCHES)
      .prepare(),
  );
});

/** The last record that one of `adderIds` has added since then and one of `ownerIds` owns, too. */
function selectAddedInCommon(adderIds: number[], ownerIds: number[], since: Date) {
  const [newest, added, theirs] = [alias(record, "newest"), alias(record, "added"), alias(record, "theirs")];
  const adder = alias(member, "adder");
  const theirNewest = db
    .select({ id: newest.id })
    .from(newest)
    .where(and(eq(newest.memberId, adder.id), eq(newest.wanted, false), gte(newest.createdAt, since)))
    .orderBy(desc(newest.createdAt))
    .limit(NEWEST_RECORDS);
  const isSameAlbum = and(
    inArray(theirs.memberId, ownerIds),
    eq(theirs.wanted, false),
    eq(theirs.artistKey, added.artistKey),
    eq(theirs.albumKey, added.albumKey),
  );
  return db
    .select({ added, theirs, addedAt: added.createdAt })
    .from(adder)
    .innerJoin(added, inArray(added.id, theirNewest))
    .innerJoin(theirs, isSameAlbum)
    .where(inArray(adder.id, adderIds))
    .orderBy(desc(added.createdAt), added.id, theirs.id)
    .limit(1);
}
