// Searches for the covers missing in collections: one record at a time in the background, members in turns.
import { db } from "db/client.server";
import { coverSearch, member, record } from "db/schema";
import { type Tx, transaction } from "db/transaction.server";
import { and, asc, eq, gt, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { MINUTE_MS } from "~/durations";
import { publishEvent } from "~/live/publish.server";
import { artistKey } from "~/matching/artist-key";
import { catalogErrors } from "~/models/catalog/catalog-messages";
import { copyCover, hasRoomForCover } from "~/models/catalog/cover.server";
import type { ReleaseDto } from "~/models/catalog/release";
import { hasCatalog, lookUpReleases } from "~/models/catalog/release.server";
import { PACE_MS } from "~/models/pace.server";
import { canUsePicture, deletePicture } from "~/models/picture/picture.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { Refusal, refusalIn } from "~/refusal";
import { type CoverSearchDto, type CoverSearchStep, coverSearchErrors } from "./cover-search";

/** A claim that is older belongs to a machine that has died. */
const CLAIM_MS = MINUTE_MS;
/** How long a record waits after each attempt without a response. After the last one it counts as not found. */
const RETRY_MS = [15_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS];
/** Long enough for the pace alone: members who wait for a turn come first. */
const PATIENCE_MS = PACE_MS;
/** How many releases of an album are asked for a cover. */
const MAX_RELEASES = 3;

type Search = typeof coverSearch.$inferSelect;
type Coverless = Pick<
  typeof record.$inferSelect,
  "id" | "artist" | "album" | "artistKey" | "albumKey" | "format" | "year"
>;

/** The cover found for a record, if any; undefined without a response. */
type Outcome = { pictureId: string | null } | undefined;

/** The progress of a member's search. */
export async function getCoverSearch(memberId: number): Promise<CoverSearchDto> {
  const [search] = await db.select().from(coverSearch).where(eq(coverSearch.memberId, memberId));
  const lacking = await countLacking(memberId, db);
  if (!search) return { status: "none", done: 0, total: 0, found: 0, lacking };
  const { done, total, found } = search;
  const status = search.finishedAt ? "finished" : search.pausedAt ? "paused" : "running";
  return { status, done, total, found, lacking };
}

/**
 * Starts, pauses or resumes a member's search; a step that is already taken changes nothing. Refuses without a catalog
 * (unavailable), a start without missing covers or without room for more, and a pause without a search (conflict), and more
 * than 20 an hour (too-many).
 */
export async function changeCoverSearch(memberId: number, step: CoverSearchStep): Promise<CoverSearchDto> {
  if (!hasCatalog()) throw new Refusal("unavailable", catalogErrors.notSetUp);
  await consumeRateLimit("coverSearch", memberId);
  const now = new Date();
  const isMine = eq(coverSearch.memberId, memberId);
  await transaction(async (tx) => {
    const [search] = await tx.select().from(coverSearch).where(isMine);
    const isOpen = search !== undefined && search.finishedAt === null;
    if (step !== "start") {
      if (!isOpen) throw new Refusal("conflict", coverSearchErrors.notRunning);
      const pausedAt = step === "pause" ? (search.pausedAt ?? now) : null;
      await tx.update(coverSearch).set({ pausedAt }).where(isMine);
    } else if (!isOpen) {
      const total = await countLacking(memberId, tx);
      if (!total) throw new Refusal("conflict", coverSearchErrors.nothingLacking);
      if (!(await hasRoomForCover(memberId, tx))) throw new Refusal("conflict", catalogErrors.tooManyCovers);
      const begun = { startedAt: now, total, done: 0, found: 0, doneTo: "", attempts: 0 };
      const row = { ...begun, claimedUntil: null, servedAt: now, pausedAt: null, finishedAt: null };
      await tx
        .insert(coverSearch)
        .values({ memberId, ...row })
        .onConflictDoUpdate({ target: coverSearch.memberId, set: row });
    }
    await publishEvent(tx, "progress", [memberId]);
  });
  return getCoverSearch(memberId);
}

/**
 * Looks up one record of the search that has waited longest. Returns false if there is nothing to do now: no search, or no
 * free turn at the catalog, where members who wait for an answer come first.
 */
export async function findNextCover(now = Date.now()): Promise<boolean> {
  const search = await claimSearch(now);
  if (!search) return false;
  const next = (await hasRoomForCover(search.memberId)) ? await getNext(search) : undefined;
  if (!next) {
    await saveProgress(search, { finishedAt: new Date(now) });
    return true;
  }
  const found = await lookUpReleases({ artist: next.artist, title: next.album, barcode: "" }, PATIENCE_MS);
  if (!Array.isArray(found)) {
    if (found.failure === "busy" || found.pauseMs) await saveProgress(search, { claimedUntil: null }, false);
    else await postpone(search, next, now);
    return false;
  }
  const outcome = await takeCover(search.memberId, rank(next, found));
  if (!outcome) {
    await postpone(search, next, now);
    return true;
  }
  await saveCover(search, next, outcome.pictureId);
  return true;
}

/** Claims the open search that has waited longest for its turn, for one record. */
async function claimSearch(now: number): Promise<Search | undefined> {
  const isFree = or(isNull(coverSearch.claimedUntil), lt(coverSearch.claimedUntil, new Date(now)));
  const isHere = inArray(
    coverSearch.memberId,
    db.select({ id: member.id }).from(member).where(isNull(member.deletedAt)),
  );
  return transaction(async (tx) => {
    const [next] = await tx
      .select()
      .from(coverSearch)
      .where(and(isNull(coverSearch.finishedAt), isNull(coverSearch.pausedAt), isFree, isHere))
      .orderBy(asc(coverSearch.servedAt), coverSearch.memberId)
      .limit(1);
    if (!next) return undefined;
    const claim = { claimedUntil: new Date(now + CLAIM_MS), servedAt: new Date(now) };
    await tx.update(coverSearch).set(claim).where(eq(coverSearch.memberId, next.memberId));
    return { ...next, ...claim };
  });
}

/** The next record without a cover, in the order of ids. */
async function getNext({ memberId, doneTo }: Search): Promise<Coverless | undefined> {
  const { id, artist, album, artistKey, albumKey, format, year } = record;
  const [next] = await db
    .select({ id, artist, album, artistKey, albumKey, format, year })
    .from(record)
    .where(and(isLacking(memberId), gt(id, doneTo)))
    .orderBy(asc(id))
    .limit(1);
  return next;
}

/** The releases of a record's album, the same format and year first. */
function rank({ artistKey: artist, albumKey, format, year }: Coverless, found: ReleaseDto[]): ReleaseDto[] {
  const score = (release: ReleaseDto) =>
    2 * Number(release.format === format) + Number(release.year === year);
  return found
    .filter((release) => artistKey(release.artist) === artist && artistKey(release.title) === albumKey)
    .sort((one, other) => score(other) - score(one))
    .slice(0, MAX_RELEASES);
}

/** A copy of the first cover that the archive has of these releases; undefined if it has none and one had no response. */
async function takeCover(memberId: number, releases: ReleaseDto[]): Promise<Outcome> {
  let isUnanswered = false;
  for (const { id } of releases) {
    const pictureId = await copyCover(memberId, id).catch((error) => {
      // A moderator removed this picture, or the release has just expired.
      if (refusalIn(error)) return null;
      throw error;
    });
    if (pictureId) return { pictureId };
    isUnanswered ||= pictureId === undefined;
  }
  return isUnanswered ? undefined : { pictureId: null };
}

/** Gives the record its cover, unless it has got one meanwhile, and moves on to the next. */
async function saveCover(search: Search, next: Coverless, pictureId: string | null) {
  const isSaved = await transaction(async (tx) => {
    if (!(await isHeld(search, tx))) return false;
    const { rowsAffected } = pictureId
      ? await tx
          .update(record)
          .set({ pictureId })
          .where(
            and(
              eq(record.id, next.id),
              isLacking(search.memberId),
              canUsePicture(search.memberId, pictureId),
            ),
          )
      : { rowsAffected: 0 };
    await saveIn(tx, search, {
      done: search.done + 1,
      found: search.found + rowsAffected,
      doneTo: next.id,
      attempts: 0,
      claimedUntil: null,
    });
    return rowsAffected > 0;
  });
  if (pictureId && !isSaved) await deletePicture(search.memberId, pictureId);
}

/** Retries a record later, and gives up after the last attempt. */
async function postpone(search: Search, next: Coverless, now: number) {
  const wait = RETRY_MS[search.attempts];
  if (wait === undefined) return saveCover(search, next, null);
  const claimedUntil = new Date(now + wait);
  await saveProgress(search, { attempts: search.attempts + 1, claimedUntil }, false);
}

async function saveProgress(search: Search, change: Partial<Search>, isNews = true) {
  await transaction(async (tx) => {
    if (await isHeld(search, tx)) await saveIn(tx, search, change, isNews);
  });
}

async function saveIn(tx: Tx, { memberId }: Search, change: Partial<Search>, isNews = true) {
  await tx.update(coverSearch).set(change).where(eq(coverSearch.memberId, memberId));
  if (isNews) await publishEvent(tx, "progress", [memberId]);
}

/** Whether the claim is still this machine's: the member has started no other search, and no other machine took over. */
async function isHeld({ memberId, startedAt, claimedUntil }: Search, tx: Tx): Promise<boolean> {
  const isSame = and(
    eq(coverSearch.memberId, memberId),
    eq(coverSearch.startedAt, startedAt),
    sql`${coverSearch.claimedUntil} is ${claimedUntil?.getTime() ?? null}`,
  );
  return (await tx.$count(coverSearch, isSame)) > 0;
}

function countLacking(memberId: number, on: typeof db | Tx): Promise<number> {
  return on.$count(record, isLacking(memberId));
}

/** True for the member's records on the shelf, not wanted ones, that have no cover. */
function isLacking(memberId: number): SQL | undefined {
  const isOwned = and(eq(record.memberId, memberId), eq(record.wanted, false));
  return and(isOwned, isNull(record.pictureId), isNull(record.externalImageUrl));
}
