// The records that one member looks for and another owns: on their pages and cards, and in notifications.
import { db } from "db/client.server";
import { type Given, once } from "db/prepared.server";
import { match, member, record } from "db/schema";
import { hasRow, type Tx } from "db/transaction.server";
import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias, unionAll } from "drizzle-orm/sqlite-core";
import { publish } from "~/live/publish.server";
import { canSee, hasMatch } from "~/models/access.server";
import { otherMemberId, pairInStatement } from "~/models/pair.server";
import type { WantedOnCard, WantedRecordLists, WantedRecords } from "./record";
import { isOnCards } from "./shown-record.server";

/** How many of the viewer's newest wanted records are looked for on cards. */
const NEWEST_WANTED = 100;
/** How many of a member's newest matches are told of a new record, or looked through for one that they want. */
const NEWEST_MATCHES = 100;
const OWNERS_TOLD = 3;

const owned = alias(record, "owned");

/**
 * The albums that the viewer looks for and another member owns, and those that the other looks for and the viewer owns: the
 * first `limit` of each by artist. There are none unless the other shows their records and the viewer sees their page.
 */
export async function listWantedRecords(
  viewerId: number,
  otherId: number,
  limit: number,
): Promise<WantedRecordLists> {
  const isShown = hasRow(member, and(canSee(viewerId, otherId), member.showsCollection));
  const [theirs, yours] = await Promise.all([
    listOwned(viewerId, otherId, limit, isShown),
    listOwned(otherId, viewerId, limit, isShown),
  ]);
  return { theirs, yours };
}

async function listOwned(
  wisherId: number,
  ownerId: number,
  limit: number,
  condition: SQL,
): Promise<WantedRecords> {
  const { id, artist, album, format, artistKey, albumKey } = record;
  const isFound = and(isWantedBy(wisherId), isOwnedBy(ownerId), condition);
  const [records, albums] = await Promise.all([
    db
      .select({ id, artist, album, format })
      .from(record)
      .where(isFound)
      .groupBy(artistKey, albumKey)
      .orderBy(artistKey, albumKey)
      .limit(limit),
    db
      .select({ count: sql<number>`count(distinct ${artistKey} || char(0) || ${albumKey})` })
      .from(record)
      .where(isFound),
  ]);
  return { records, count: albums[0]?.count ?? 0 };
}

/** The newest of the viewer's wanted records that members in Discover own and show, by owner. */
export async function listWantedOnCards(
  viewerId: number,
  ownerIds: number[],
): Promise<Map<number, WantedOnCard>> {
  const found = new Map<number, WantedOnCard>();
  if (!ownerIds.length) return found;
  const rows = await findWantedOnCards().all({ viewerId, ownerIds: JSON.stringify(ownerIds) });
  for (const { ownerId, artist, album } of rows) {
    const first = found.get(ownerId);
    if (first) first.more++;
    else found.set(ownerId, { artist, album, more: 0 });
  }
  return found;
}

const findWantedOnCards = once(() => {
  const newest = alias(record, "newest");
  const viewerId = sql.placeholder("viewerId");
  const wanted = db
    .select({ id: newest.id })
    .from(newest)
    .where(and(eq(newest.memberId, viewerId), eq(newest.wanted, true)))
    .orderBy(desc(newest.createdAt))
    .limit(NEWEST_WANTED);
  return db
    .select({ ownerId: member.id, artist: record.artist, album: record.album })
    .from(member)
    .innerJoin(record, inArray(record.id, wanted))
    .where(and(isOnCards(), eq(member.showsCollection, true), isOwnedBy(member.id)))
    .groupBy(member.id, record.artistKey, record.albumKey)
    .orderBy(desc(record.createdAt), record.id)
    .prepare();
});

/** True if a member looks for a record that the other of a match owns and shows. */
export function isWantedOfMatch(memberId: Given<number>): SQL {
  const otherId = otherMemberId(match, memberId);
  const isShown = hasRow(member, and(sql`${member.id} = ${otherId}`, member.showsCollection));
  return sql`(${isShown} and ${hasRow(record, and(isWantedBy(memberId), isOwnedBy(otherId)))})`;
}

/**
 * Publishes what a member's new records mean to their newest matches: matches who want one that the member owns are told of it,
 * and the member is told who owns one that they want. Nobody is told of records that are not shown.
 */
export async function publishWanted(
  tx: Tx,
  memberId: number,
  { wanted, isAdded }: { wanted: boolean; isAdded: SQL },
): Promise<void> {
  const [self] = await tx
    .select({ isShown: member.showsCollection })
    .from(member)
    .where(eq(member.id, memberId));
  if (!wanted && !self?.isShown) return;
  const matches = newestMatches(tx, memberId);
  const isMine = and(eq(record.memberId, memberId), eq(record.wanted, wanted), isAdded);
  const theirs = alias(record, "theirs");
  const isTheirs = and(
    eq(theirs.memberId, member.id),
    eq(theirs.artistKey, record.artistKey),
    eq(theirs.albumKey, record.albumKey),
    eq(theirs.wanted, !wanted),
  );
  const found = await tx
    .select({ id: matches.id, otherId: matches.otherId })
    .from(matches)
    .innerJoin(member, eq(member.id, matches.otherId))
    .where(
      and(
        canSee(memberId),
        hasMatch(pairInStatement(memberId, member.id)),
        wanted ? member.showsCollection : undefined,
        hasRow(record, and(isMine, hasRow(theirs, isTheirs))),
      ),
    )
    .orderBy(desc(matches.at))
    .limit(wanted ? OWNERS_TOLD : NEWEST_MATCHES);
  for (const { id, otherId } of found)
    await publish(tx, "wanted", { id, memberId: wanted ? memberId : otherId });
}

function newestMatches(tx: Tx, memberId: number) {
  const side = (own: typeof match.lowId | typeof match.highId) =>
    tx
      .select({
        id: match.id,
        otherId: sql<number>`${otherMemberId(match, memberId)}`.as("other_id"),
        at: match.createdAt,
      })
      .from(match)
      .where(eq(own, memberId));
  return unionAll(side(match.lowId), side(match.highId))
    .orderBy(desc(sql`created_at`))
    .limit(NEWEST_MATCHES)
    .as("newest_match");
}

function isWantedBy(memberId: Given<number>): SQL | undefined {
  return and(eq(record.memberId, memberId), eq(record.wanted, true));
}

/** True for the records whose album a member owns in any format. */
function isOwnedBy(memberId: typeof member.id | SQL<number> | number): SQL {
  const isSame = and(
    sql`${owned.memberId} = ${memberId}`,
    eq(owned.artistKey, record.artistKey),
    eq(owned.albumKey, record.albumKey),
    eq(owned.wanted, false),
  );
  return hasRow(owned, isSame);
}
