// Reads collections and wantlists on Discogs: one page at a time in the background, members in turns, into an import that they
import { createHash, randomUUID } from "node:crypto";
import { db } from "db/client.server";
import type { FileLine, ImportedRecord, Language } from "db/column-types";
import { discogsImport, member, recordImport, recordImportPart } from "db/schema";
import { type Tx, transaction } from "db/transaction.server";
import { and, asc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { MINUTE_MS } from "~/durations";
import { env } from "~/env.server";
import {
  type DiscogsPage,
  type DiscogsRecord,
  PAGE_RECORDS,
  readListPage,
} from "~/integrations/discogs.server";
// look through.
import { inLanguage } from "~/language/language.server";
import { t } from "~/language/text";
import { publishEvent } from "~/live/publish.server";
import { hasCatalog } from "~/models/catalog/release.server";
import { holdTurns, takeTurn } from "~/models/pace.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { Refusal } from "~/refusal";
import { type DiscogsImportDto, discogsErrors, wantlistErrors } from "./discogs-import";
import type { DiscogsInput } from "./discogs-import-schema";
import { IMPORT_MAX } from "./record";
import { toColumns } from "./record.server";
import { LISTED_LINES, type RecordText, readArtist, readRecord } from "./record-csv.server";

/** A claim that is older belongs to a machine that has died. */
const CLAIM_MS = MINUTE_MS;
/** How long a page waits after each attempt without a response. After the last one the reading fails. */
const RETRY_MS = [15_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS];
/** Without a token, Discogs answers 25 requests a minute. */
const ANONYMOUS_MS = 2_500;
/** How often a list that changes while it is read is started over. */
export const MAX_RESTARTS = 3;
/** The pages of a full collection, whatever Discogs says. */
const PAGES_MAX = IMPORT_MAX / PAGE_RECORDS;
/** Discogs' own fields of a copy; collectors can add others. */
const CONDITION_FIELD = 1;
const NOTES_FIELD = 3;

type Reading = typeof discogsImport.$inferSelect & { wanted: boolean; language: Language | null };

/** The progress of reading a member's collection or wantlist; undefined without one in the last day. */
export async function getDiscogsImport(memberId: number): Promise<DiscogsImportDto | undefined> {
  const [row] = await db
    .select({ reading: discogsImport, wanted: recordImport.wanted })
    .from(discogsImport)
    .innerJoin(recordImport, eq(recordImport.id, discogsImport.importId))
    .where(eq(recordImport.memberId, memberId));
  if (!row) return undefined;
  const { wanted } = row;
  const { importId, username, error, finishedAt, total } = row.reading;
  if (error) {
    const reason = errorsOf({ wanted })[error as keyof typeof discogsErrors] ?? error;
    return { username, wanted, status: "failed", error: t(reason) };
  }
  if (finishedAt) {
    const isOpen = and(eq(recordImportPart.importId, importId), isNull(recordImportPart.addedCount));
    if (!(await db.$count(recordImportPart, isOpen))) return { username, wanted, status: "added" };
    return { username, wanted, status: "ready", preview: importId };
  }
  return { username, wanted, status: "reading", done: await countStored(importId), total };
}

/** How many records of an import are stored. */
export async function countStored(importId: string): Promise<number> {
  const [stored] = await db
    .select({ count: sql<number>`coalesce(sum(json_array_length(${recordImportPart.rows})), 0)` })
    .from(recordImportPart)
    .where(eq(recordImportPart.importId, importId));
  return stored?.count ?? 0;
}

/**
 * Starts to read a member's collection on Discogs, or their wantlist, in place of their last import. Refuses without a contact
 * (unavailable), while one is read (conflict), and more than 20 an hour, counted with files (too-many).
 */
export async function startDiscogsImport(
  memberId: number,
  { username }: DiscogsInput,
  wanted = false,
): Promise<void> {
  if (!hasCatalog()) throw new Refusal("unavailable", discogsErrors.notSetUp);
  const open = await getDiscogsImport(memberId);
  if (open?.status === "reading") throw new Refusal("conflict", errorsOf(open).busy);
  await consumeRateLimit("import", memberId);
  const createdAt = new Date();
  const id = randomUUID();
  await transaction(async (tx) => {
    await tx.delete(recordImport).where(eq(recordImport.memberId, memberId));
    await tx.insert(recordImport).values({ id, memberId, wanted, createdAt });
    await tx.insert(discogsImport).values({ importId: id, username, servedAt: createdAt });
    await publishEvent(tx, "progress", [memberId]);
  });
}

/**
 * Reads a page of the list that has waited longest. Returns false if there is nothing to do now: no list, or no free turn at
 * Discogs.
 */
export async function readNextPage(now = Date.now()): Promise<boolean> {
  if (!(await hasWork(now))) return false;
  if (!(await takeTurn("discogs", 0))) return false;
  const reading = await claimReading(now);
  if (!reading) return false;
  if (!env.discogs.token) await holdTurns("discogs", ANONYMOUS_MS);
  const list = reading.wanted ? "wantlist" : "collection";
  const page = await readListPage(list, reading.username, reading.page);
  if ("missing" in page && reading.page > 1) await restart(reading, now);
  else if ("missing" in page) await fail(reading, page.missing, now);
  else if ("reason" in page) await postpone(reading, page.pauseMs, now);
  else await savePage(reading, page, now);
  return !("reason" in page);
}

function isWaiting(now: number) {
  const isFree = or(isNull(discogsImport.claimedUntil), lt(discogsImport.claimedUntil, new Date(now)));
  const isHere = inArray(
    discogsImport.importId,
    db
      .select({ id: recordImport.id })
      .from(recordImport)
      .innerJoin(member, eq(member.id, recordImport.memberId))
      .where(isNull(member.deletedAt)),
  );
  return and(isNull(discogsImport.finishedAt), isFree, isHere);
}

async function hasWork(now: number): Promise<boolean> {
  return (await db.$count(discogsImport, isWaiting(now))) > 0;
}

/** Claims the reading that has waited longest for its turn, for one page. */
async function claimReading(now: number): Promise<Reading | undefined> {
  return transaction(async (tx) => {
    const [found] = await tx
      .select({ reading: discogsImport, wanted: recordImport.wanted, language: member.language })
      .from(discogsImport)
      .innerJoin(recordImport, eq(recordImport.id, discogsImport.importId))
      .innerJoin(member, eq(member.id, recordImport.memberId))
      .where(isWaiting(now))
      .orderBy(asc(discogsImport.servedAt), discogsImport.importId)
      .limit(1);
    if (!found) return undefined;
    const { reading, wanted, language } = found;
    const claim = { claimedUntil: new Date(now + CLAIM_MS), servedAt: new Date(now) };
    await tx.update(discogsImport).set(claim).where(eq(discogsImport.importId, reading.importId));
    return { ...reading, wanted, language, ...claim };
  });
}

/** Stores the records of a page that are not stored yet, and moves on to the next one, or to the end. */
async function savePage(reading: Reading, page: Extract<DiscogsPage, { records: unknown }>, now: number) {
  const { importId } = reading;
  const { pages, total, records } = page;
  if (total > IMPORT_MAX) return fail(reading, "tooLarge", now);
  await change(reading, async (tx, { memberId, unreadable, unreadableCount }) => {
    const stored = await listStored(tx, importId);
    const rows: ImportedRecord[] = [];
    const left: FileLine[] = [];
    for (const record of records) {
      const id = idOf(memberId, reading.wanted, record.id);
      if (stored.ids.has(id) || stored.ids.size >= IMPORT_MAX) continue;
      const line = stored.ids.add(id).size;
      const read = inLanguage(reading.language, () => readRecord(line, toCells(record)));
      if ("message" in read) left.push({ line, message: read.message });
      else rows.push({ ...toColumns(read.record), id, change: read.change });
    }
    if (rows.length) await tx.insert(recordImportPart).values({ importId, number: stored.parts, rows });
    if (left.length)
      await tx
        .update(recordImport)
        .set({
          unreadable: [...unreadable, ...left].slice(0, LISTED_LINES),
          unreadableCount: unreadableCount + left.length,
        })
        .where(eq(recordImport.id, importId));
    const hasMoved = reading.total !== null && total < reading.total && reading.restarts < MAX_RESTARTS;
    if (hasMoved) return fromStart(tx, reading);
    const isEnd = reading.page >= Math.min(pages, PAGES_MAX);
    // Discogs may send a page without all of its records. If some never come, the list is started over only once.
    const isShort = isEnd && unreadableCount + stored.ids.size < total && !reading.restarts;
    if (isShort) return fromStart(tx, reading);
    const isEmpty = isEnd && !stored.parts && !rows.length;
    return {
      ...{ pages, total, attempts: 0, claimedUntil: null },
      page: reading.page + 1,
      finishedAt: isEnd ? new Date(now) : null,
      error: isEmpty ? "empty" : null,
    };
  });
}

/** A record that was removed meanwhile has moved others onto pages that were already read, or removed the last page. */
async function fromStart(tx: Tx, { importId, restarts }: Reading): Promise<Partial<Reading>> {
  const none = { unreadable: [], unreadableCount: 0 };
  await tx.update(recordImport).set(none).where(eq(recordImport.id, importId));
  return { page: 1, total: null, restarts: restarts + 1, attempts: 0, claimedUntil: null };
}

/** Starts over a collection whose last page is gone, or ends it after the last restart. */
async function restart(reading: Reading, now: number) {
  const isLast = reading.restarts >= MAX_RESTARTS;
  await change(reading, async (tx) =>
    isLast ? { finishedAt: new Date(now), claimedUntil: null } : fromStart(tx, reading),
  );
}

/** Retries a page later; this costs no attempt if Discogs asks for a pause. Fails after the last one. */
async function postpone(reading: Reading, pauseMs: number, now: number) {
  const wait = pauseMs || RETRY_MS[reading.attempts];
  if (!wait) return fail(reading, "unanswered", now);
  if (pauseMs) await holdTurns("discogs", pauseMs);
  const attempts = reading.attempts + Number(!pauseMs);
  await change(reading, async () => ({ attempts, claimedUntil: new Date(now + wait) }));
}

async function fail(reading: Reading, error: keyof typeof discogsErrors, now: number) {
  await change(reading, async () => ({ error, finishedAt: new Date(now), claimedUntil: null }));
}

/** Changes a reading, unless the member has started another import or another machine has taken over. */
async function change(
  { importId, claimedUntil }: Reading,
  run: (tx: Tx, owner: typeof recordImport.$inferSelect) => Promise<Partial<Reading>>,
) {
  await transaction(async (tx) => {
    const isSame = and(
      eq(discogsImport.importId, importId),
      sql`${discogsImport.claimedUntil} is ${claimedUntil?.getTime() ?? null}`,
    );
    const [row] = await tx
      .select({ owner: recordImport })
      .from(discogsImport)
      .innerJoin(recordImport, eq(recordImport.id, discogsImport.importId))
      .where(isSame);
    if (!row) return;
    await tx
      .update(discogsImport)
      .set(await run(tx, row.owner))
      .where(isSame);
    await publishEvent(tx, "progress", [row.owner.memberId]);
  });
}

/** The ids of the records that are stored, and in how many parts. */
async function listStored(
  on: typeof db | Tx,
  importId: string,
): Promise<{ ids: Set<string>; parts: number }> {
  const rows = await on
    .select({
      ids: sql<string>`(select json_group_array(value ->> '$.id') from json_each(${recordImportPart.rows}))`,
    })
    .from(recordImportPart)
    .where(eq(recordImportPart.importId, importId));
  return { ids: new Set(rows.flatMap(({ ids }) => JSON.parse(ids) as string[])), parts: rows.length };
}

function errorsOf({ wanted }: { wanted: boolean }): typeof discogsErrors {
  return wanted ? { ...discogsErrors, ...wantlistErrors } : discogsErrors;
}

/** The id of a copy or a wanted release, the same whenever a member reads their list, so that nothing is added twice. */
function idOf(memberId: number, wanted: boolean, discogsId: number): string {
  // Not translated: codes.
  const list = wanted ? "discogs wants" : "discogs";
  const digest = createHash("sha256").update(`${list} ${memberId} ${discogsId}`).digest("hex");
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}

/** A record with the cells that Discogs' own CSV has. */
function toCells({
  basic_information: { title, year, artists, formats, genres },
  notes,
}: DiscogsRecord): RecordText {
  const field = (id: number) => notes.find(({ field_id }) => field_id === id)?.value ?? "";
  const names = artists.map(({ name, anv, join }, index) => {
    const isLast = index === artists.length - 1;
    const joined = /^[,;]?$/.test(join.trim()) ? ", " : ` ${join.trim()} `;
    return `${readArtist(anv.trim() || name)}${isLast ? "" : joined}`;
  });
  return {
    artist: names.join(""),
    album: title,
    year: String(year),
    format: formats
      .map(({ name, qty, descriptions }) =>
        [Number(qty) > 1 ? `${qty}x${name}` : name, ...descriptions].join(", "),
      )
      .join(" + "),
    condition: field(CONDITION_FIELD),
    notes: field(NOTES_FIELD),
    genre: genres.join(", "),
  };
}
