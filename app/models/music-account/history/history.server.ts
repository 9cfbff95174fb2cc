// Listening histories from members' files: reading one in a process of its own, the progress, and the result.
import { randomUUID } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { db } from "db/client.server";
import { listeningHistory } from "db/schema";
import { type Database, transaction } from "db/transaction.server";
import { and, eq, gt, isNull, lt } from "drizzle-orm";
import { DAY_MS, MINUTE_MS } from "~/durations";
import { t } from "~/language/text";
import { publishEvent } from "~/live/publish.server";
import { log } from "~/log.server";
import { createFilePool, runMemberJob } from "~/models/member-job.server";
import { consumeRateLimit, requireWork } from "~/models/rate-limit.server";
import { type TextEncoding, toTextEncoding } from "~/models/text-file/text-encoding";
import { Refusal } from "~/refusal";
import { type HistoryDto, historyErrors } from "./history";
import type { ListeningHistory } from "./reading.server";

/** `encoding` is the member's choice for a CSV. */
export type HistoryJob = { path: string; encoding?: TextEncoding };

type HistoryRow = typeof listeningHistory.$inferSelect;

/** Counting the artists of ten million plays takes 120 MB. */
const MEMORY_MB = 512;
const WORK_MS = 5 * MINUTE_MS;
const RENEW_MS = 1_000;
/** After this long without progress, the process that was reading a file is considered dead. */
const CLAIM_MS = 30_000;
/** How many files there can be at a time: one being read, and four that wait. */
const MOST_FILES = 5;
const SECONDS_TO_WAIT = 120;

/** One process: other files wait, and requests keep a core. */
export const historyWorkers = createFilePool<HistoryJob>("history", { workMs: WORK_MS, memoryMb: MEMORY_MB });

/** Refuses a member's file while their last one waits or is read (conflict), or while four wait (unavailable). */
export async function requireTurn(memberId: number, on: Database = db): Promise<void> {
  const isNews = gt(listeningHistory.renewedAt, new Date(Date.now() - CLAIM_MS));
  const waiting = await on
    .select({ memberId: listeningHistory.memberId })
    .from(listeningHistory)
    .where(and(isNull(listeningHistory.finishedAt), isNews));
  if (waiting.some((row) => row.memberId === memberId)) throw new Refusal("conflict", historyErrors.busy);
  if (waiting.length >= MOST_FILES)
    throw new Refusal("unavailable", historyErrors.queue, {}, SECONDS_TO_WAIT);
}

/**
 * Refuses as `requireTurn` does, and more than 10 files or a tenth of an hour's work an hour (too-many). To be called before
 * the first byte is read.
 */
export async function beginHistory(memberId: number): Promise<void> {
  await requireTurn(memberId);
  await requireWork("historyWork", memberId);
  await consumeRateLimit("history", memberId);
}

/**
 * Starts to read a member's file in the background, in place of the one they sent before; the file is removed afterwards.
 * `encoding` is the member's choice for a CSV. Members take turns. Refuses as `requireTurn` does.
 */
export async function startHistory(
  memberId: number,
  path: string,
  encoding?: TextEncoding,
): Promise<HistoryDto> {
  const now = new Date();
  const row = { id: randomUUID(), memberId, renewedAt: now, createdAt: now };
  await transaction(async (tx) => {
    await requireTurn(memberId, tx);
    await tx.delete(listeningHistory).where(eq(listeningHistory.memberId, memberId));
    await tx.insert(listeningHistory).values(row);
  });
  // The upload itself is removed with its request.
  const kept = `${path}-history`;
  await rename(path, kept);
  readInBackground(row, { path: kept, encoding }).catch((error) =>
    log.logger.error({ err: error }, "history not read"),
  );
  return { id: row.id, status: "waiting", percent: 0 };
}

/** The last file that a member sent within a day. */
export async function getHistory(memberId: number): Promise<HistoryDto | undefined> {
  const [row] = await db.select().from(listeningHistory).where(eq(listeningHistory.memberId, memberId));
  if (!row) return undefined;
  const { id, percent, error, kind, plays, topArtists } = row;
  if (isBeingRead(row)) return { id, status: "waiting", percent };
  if (!kind || !topArtists) return { id, status: "failed", error: error ?? t(historyErrors.interrupted) };
  const counts = { plays: plays ?? 0, artistCount: topArtists.length };
  return { id, status: "ready", kind, ...counts, encoding: toTextEncoding(row.encoding) };
}

/** One of a member's own files once it has been read. */
export async function findReadHistory(memberId: number, id: string) {
  const [row] = await db
    .select({
      kind: listeningHistory.kind,
      topArtists: listeningHistory.topArtists,
      encoding: listeningHistory.encoding,
    })
    .from(listeningHistory)
    .where(and(eq(listeningHistory.id, id), eq(listeningHistory.memberId, memberId)));
  if (!row?.kind || !row.topArtists) return undefined;
  return { kind: row.kind, topArtists: row.topArtists, encoding: toTextEncoding(row.encoding) };
}

/** Deletes the results of files a day after they were sent. */
export async function deleteExpiredHistories() {
  await db.delete(listeningHistory).where(lt(listeningHistory.createdAt, new Date(Date.now() - DAY_MS)));
}

function isBeingRead({ finishedAt, renewedAt }: HistoryRow): boolean {
  return finishedAt === null && renewedAt.getTime() > Date.now() - CLAIM_MS;
}

async function readInBackground({ id, memberId }: { id: string; memberId: number }, job: HistoryJob) {
  let percent = 0;
  const update = (change: Partial<HistoryRow>, isNews = true) =>
    transaction(async (tx) => {
      const { rowsAffected } = await tx
        .update(listeningHistory)
        .set({ ...change, renewedAt: new Date() })
        .where(eq(listeningHistory.id, id));
      if (rowsAffected && isNews) await publishEvent(tx, "progress", [memberId]);
    });
  let shown = 0;
  const renewing = setInterval(() => {
    const isNews = percent !== shown;
    shown = percent;
    // A database that is busy may be back before the claim ends.
    update({ percent }, isNews).catch(() => undefined);
  }, RENEW_MS);
  try {
    const read = await run(memberId, job, (share) => {
      percent = Math.floor(share * 100);
    });
    clearInterval(renewing);
    await update({ finishedAt: new Date(), ...read });
  } finally {
    clearInterval(renewing);
    await rm(job.path, { force: true });
  }
}

/** A file's history, or why there is none, in the language of the request that sent it. */
async function run(
  memberId: number,
  job: HistoryJob,
  onProgress: (share: number) => void,
): Promise<ListeningHistory | { error: string }> {
  const { tooMuchWork, damaged } = historyErrors;
  const options = { kind: "historyWork", owner: memberId, tooMuchWork, damaged, isOnce: true } as const;
  try {
    return (await runMemberJob(historyWorkers, job, { ...options, onProgress })) as ListeningHistory;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { error: error.code === "unavailable" ? t(historyErrors.interrupted) : error.message };
  }
}
