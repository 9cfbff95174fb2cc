// Folds stored names again after an upgrade that folds them differently, while members use the app.
import { setTimeout as pause } from "node:timers/promises";
import { db } from "db/client.server";
import { artist, keyUpgrade, memberArtist, record } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, type Column, eq, gt, inArray, isNull, lt, lte, max, or, type SQL, sql } from "drizzle-orm";
import { blankUnlistedArtists, closeGaps, insertArtists } from "~/matching/artist.server";
import { artistKey } from "~/matching/artist-key";
import { updateCandidate } from "~/matching/candidate.server";
import { recountStatistics } from "~/matching/statistics.server";
import { recordKeys } from "~/models/record/record-schema";

const ROWS_PER_READ = 1000;
/** The pause between two writes, in which requests get their turn. */
const PAUSE_MS = 5;

/** What the symbols that stand for letters are folded from: other names have the keys that they always had. */
const SYMBOLS = "*[!$@！＄＠︕﹗﹩﹫]*";

/** The last row of a step, undefined past the end, and how many rows it has changed. */
type Step = { last: number | undefined; changed: number };

const STEPS: Record<string, (after: number) => Promise<Step>> = {
  member_artist: upgradeArtists,
  record: upgradeRecords,
};

/**
 * Runs the passes that are due, each from where it was interrupted. Several machines may do so at once: a step done again
 * changes nothing, and each goes on from where the furthest is. The statistics are recounted after changes.
 */
export async function upgradeKeys(now = Date.now()) {
  let changed = 0;
  for (let pass = await nextPass(now); pass; pass = await nextPass(now)) {
    const step = await pass.runStep(pass.doneTo);
    changed += step.changed;
    const { tableName, dueAt, doneTo, finishedAt } = keyUpgrade;
    const isBehind = and(isNull(finishedAt), lt(doneTo, step.last ?? Number.MAX_SAFE_INTEGER));
    await db
      .update(keyUpgrade)
      .set(step.last === undefined ? { finishedAt: new Date(now) } : { doneTo: step.last })
      .where(and(eq(tableName, pass.tableName), eq(dueAt, pass.dueAt), isBehind));
    await pause(PAUSE_MS);
  }
  if (changed) await recountStatistics();
}

/** An unfinished pass that is due, and its step. */
async function nextPass(now: number) {
  const { tableName, dueAt, finishedAt } = keyUpgrade;
  const [pass] = await db
    .select()
    .from(keyUpgrade)
    .where(and(inArray(tableName, Object.keys(STEPS)), isNull(finishedAt), lte(dueAt, new Date(now))))
    .limit(1);
  const runStep = pass && STEPS[pass.tableName];
  return runStep && { ...pass, runStep };
}

/** Moves the artists of some members to their new keys, a member at a time. */
async function upgradeArtists(after: number): Promise<Step> {
  const { memberId, artistId, name } = memberArtist;
  const page = db
    .select({ memberId })
    .from(memberArtist)
    .where(gt(memberId, after))
    .orderBy(memberId, artistId)
    .limit(ROWS_PER_READ)
    .as("page");
  const [{ last } = { last: null }] = await db.select({ last: max(page.memberId) }).from(page);
  if (last === null) return { last: undefined, changed: 0 };
  const found = await db
    .select({ memberId, artistId, name, key: artist.key })
    .from(memberArtist)
    .innerJoin(artist, eq(artist.id, artistId))
    .where(and(gt(memberId, after), lte(memberId, last), hasSymbol(name)));
  const moved = found
    .map(({ key, ...row }) => ({ ...row, key, newKey: artistKey(row.name) }))
    .filter(({ key, newKey }) => key !== newKey);
  for (const id of new Set(moved.map(({ memberId }) => memberId))) {
    await moveArtists(
      id,
      moved.filter(({ memberId }) => memberId === id),
    );
    await pause(PAUSE_MS);
  }
  return { last, changed: moved.length };
}

type Moved = { artistId: number; name: string; key: string; newKey: string };

/**
 * Moves artists of a member's list to other keys, unless the member has saved another list meanwhile. Where two become one,
 * the higher on the list stays.
 */
async function moveArtists(memberId: number, moved: Moved[]) {
  // A symbol's letter makes a key longer, so none takes the place of one that has yet to move.
  const longestFirst = moved.sort((one, other) => other.key.length - one.key.length);
  const ids = moved.map(({ artistId }) => artistId);
  await transaction(async (tx) => {
    await tx.run(insertArtists(moved.map(({ newKey }) => newKey)));
    for (const { artistId, name, newKey } of longestFirst) {
      const isListed = sql`member_id = ${memberId} and artist_id = ${artistId} and name = ${name}`;
      await tx.run(sql`insert into member_artist (member_id, artist_id, position, name)
        select member_id, artist.id, position, name from member_artist join artist on artist.key = ${newKey}
        where ${isListed}
        on conflict do update set position = excluded.position, name = excluded.name
          where excluded.position < member_artist.position`);
      await tx.run(sql`delete from member_artist where ${isListed}`);
    }
    await closeGaps(tx, memberId);
    await updateCandidate(tx, memberId);
    await blankUnlistedArtists(tx, inArray(artist.id, ids));
  });
}

/** Gives some records their new keys. */
async function upgradeRecords(after: number): Promise<Step> {
  const rowId = sql<number>`record.rowid`;
  const page = db
    .select({ rowId: rowId.as("row_id") })
    .from(record)
    .where(gt(rowId, after))
    .orderBy(rowId)
    .limit(ROWS_PER_READ)
    .as("page");
  const [{ last } = { last: null }] = await db.select({ last: sql<number | null>`max(row_id)` }).from(page);
  if (last === null) return { last: undefined, changed: 0 };
  const { id, artist, album, genre, artistKey, albumKey, genreKey } = record;
  const found = await db
    .select({ id, artist, album, genre, artistKey, albumKey, genreKey })
    .from(record)
    .where(
      and(gt(rowId, after), lte(rowId, last), or(hasSymbol(artist), hasSymbol(album), hasSymbol(genre))),
    );
  const changed = found
    .map((before) => ({ before, after: { ...before, ...recordKeys(before) } }))
    .filter(
      ({ before, after }) =>
        before.artistKey !== after.artistKey ||
        before.albumKey !== after.albumKey ||
        before.genreKey !== after.genreKey,
    )
    .map(({ after }) => after);
  // A record that its owner has renamed meanwhile has new keys already.
  await db.run(sql`update record set artist_key = value ->> 'artistKey', album_key = value ->> 'albumKey',
      genre_key = value ->> 'genreKey'
    from json_each(${JSON.stringify(changed)}) where record.id = value ->> 'id' and artist = value ->> 'artist'
      and album = value ->> 'album' and genre = value ->> 'genre'`);
  return { last, changed: changed.length };
}

function hasSymbol(name: Column): SQL {
  return sql`${name} glob ${SYMBOLS}`;
}
