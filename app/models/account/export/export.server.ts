// Exports: asking for one, claiming it to make it, its download, and its end.
import { randomUUID } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { db } from "db/client.server";
import { dataExport } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lt, ne, or } from "drizzle-orm";
import { DAY_MS, EXPORT_DAYS } from "~/durations";
import { exportFolder, exportStorage } from "~/integrations/storage.server";
import { publishEvent } from "~/live/publish.server";
import { recordMemberEvent } from "~/models/account/security-event.server";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { type ExportDto, exportFile } from "./export";

const KEPT_MS = EXPORT_DAYS * DAY_MS;
/** A claim that is not renewed for this long belongs to a machine that has died. */
const CLAIM_MS = 30_000;
/** How long a failed attempt waits for the next one. */
const RETRY_MS = 15_000;
const MAX_ATTEMPTS = 3;

type ExportRow = typeof dataExport.$inferSelect;

/**
 * A machine's permission to make an export. It holds until another machine claims the export, because every claim counts as an
 * attempt.
 */
export type ExportClaim = Pick<ExportRow, "id" | "memberId" | "attempts">;

const isUnfinished = and(isNull(dataExport.finishedAt), isNull(dataExport.failedAt));

/**
 * Asks for an export, which a background job makes, and records it as a security event; `userAgent` is the browser's.
 * While one is being made, another request changes nothing. Refuses more than 3 a day (too-many).
 */
export async function startExport(memberId: number, userAgent: string): Promise<void> {
  const isOwn = and(eq(dataExport.memberId, memberId), isUnfinished);
  if (await db.$count(dataExport, isOwn)) return;
  await consumeRateLimit("export", memberId);
  const now = Date.now();
  const row = { id: randomUUID(), memberId, createdAt: new Date(now), expiresAt: new Date(now + KEPT_MS) };
  await transaction(async (tx) => {
    if (await tx.$count(dataExport, isOwn)) return;
    await tx.insert(dataExport).values(row);
    await recordMemberEvent(tx, memberId, "data-exported", userAgent);
  });
}

/** A member's newest export, until it expires. */
export async function getNewestExport(memberId: number): Promise<ExportDto | undefined> {
  const [row] = await db
    .select()
    .from(dataExport)
    .where(and(eq(dataExport.memberId, memberId), gt(dataExport.expiresAt, new Date())))
    .orderBy(desc(dataExport.createdAt), desc(dataExport.id))
    .limit(1);
  if (!row) return undefined;
  const { id, done, total, bytes, expiresAt } = row;
  const status = row.failedAt ? "failed" : row.finishedAt ? "ready" : "waiting";
  return { id, status, done, total, bytes, expiresAt: expiresAt.toISOString() };
}

/** The file of one of a member's own finished exports, and its size. */
export async function openExport(
  memberId: number,
  id: string,
): Promise<{ stream: Readable; bytes: number } | undefined> {
  const [row] = await db
    .select({ bytes: dataExport.bytes })
    .from(dataExport)
    .where(
      and(
        eq(dataExport.id, id),
        eq(dataExport.memberId, memberId),
        isNotNull(dataExport.finishedAt),
        gt(dataExport.expiresAt, new Date()),
      ),
    );
  if (!row || row.bytes === null) return undefined;
  const stream = await exportStorage.open(exportFile(id));
  return stream && { stream, bytes: row.bytes };
}

function isFree(now: number) {
  return and(isUnfinished, or(isNull(dataExport.claimedUntil), lt(dataExport.claimedUntil, new Date(now))));
}

/** Whether any export waits to be claimed, or to be given up. */
export async function hasFreeExport(now = Date.now()): Promise<boolean> {
  const rows = await db.select({ id: dataExport.id }).from(dataExport).where(isFree(now)).limit(1);
  return rows.length > 0;
}

/** Claims the export that has waited longest, and gives up on those that have failed three times. */
export async function claimExport(now = Date.now()): Promise<ExportClaim | undefined> {
  if (!(await hasFreeExport(now))) return undefined;
  return transaction(async (tx) => {
    await tx
      .update(dataExport)
      .set({ failedAt: new Date(now) })
      .where(and(isFree(now), gte(dataExport.attempts, MAX_ATTEMPTS)));
    const [next] = await tx
      .select()
      .from(dataExport)
      .where(isFree(now))
      .orderBy(asc(dataExport.createdAt), dataExport.id)
      .limit(1);
    if (!next) return undefined;
    const { id, memberId } = next;
    const attempts = next.attempts + 1;
    const claimedUntil = new Date(now + CLAIM_MS);
    await tx
      .update(dataExport)
      .set({ attempts, claimedUntil, done: 0, total: null })
      .where(eq(dataExport.id, id));
    return { id, memberId, attempts };
  });
}

/** True while no other machine has claimed the export. */
function isHeld({ id, attempts }: ExportClaim) {
  return and(eq(dataExport.id, id), eq(dataExport.attempts, attempts), isUnfinished);
}

/** Saves the progress, tells the member's pages if it `isNew`, and renews the claim. False if the claim was lost. */
export async function renewClaim(
  claim: ExportClaim,
  progress: { done: number; total: number | null },
  isNew = false,
): Promise<boolean> {
  const change = { ...progress, claimedUntil: new Date(Date.now() + CLAIM_MS) };
  return updateHeld(claim, change, isNew);
}

async function updateHeld(claim: ExportClaim, change: Partial<ExportRow>, isNews = true): Promise<boolean> {
  return transaction(async (tx) => {
    const { rowsAffected } = await tx.update(dataExport).set(change).where(isHeld(claim));
    if (rowsAffected && isNews) await publishEvent(tx, "progress", [claim.memberId]);
    return rowsAffected > 0;
  });
}

/** Marks an export as ready for seven days, and removes the member's earlier ones. False if the claim was lost. */
export async function finishExport(claim: ExportClaim, parts: number, bytes: number): Promise<boolean> {
  const now = Date.now();
  const isFinished = await updateHeld(claim, {
    finishedAt: new Date(now),
    expiresAt: new Date(now + KEPT_MS),
    done: parts,
    total: parts,
    bytes,
  });
  if (isFinished)
    await removeWhere(and(eq(dataExport.memberId, claim.memberId), ne(dataExport.id, claim.id)));
  return isFinished;
}

/** Gives a claim back after a failed attempt: the next begins a little later, and the third is the last. */
export async function releaseClaim(claim: ExportClaim): Promise<void> {
  const now = Date.now();
  const isOver = claim.attempts >= MAX_ATTEMPTS;
  await updateHeld(claim, isOver ? { failedAt: new Date(now) } : { claimedUntil: new Date(now + RETRY_MS) });
}

/** Removes all of a member's exports, and with them the claim of a process that is making one. */
export async function removeExports(memberId: number): Promise<void> {
  await removeWhere(eq(dataExport.memberId, memberId));
}

/** Removes expired exports, and files in this machine's folder that no export has. */
export async function removeExpiredExports(now = Date.now()): Promise<void> {
  await removeWhere(lt(dataExport.expiresAt, new Date(now)));
  const files = await readdir(exportFolder).catch(() => []);
  for (const file of files) {
    const [id = ""] = file.split(".");
    if (!(await db.$count(dataExport, eq(dataExport.id, id))))
      await rm(join(exportFolder, file), { force: true });
  }
}

/** Deletes the files first, so that none is left without a row. */
async function removeWhere(which: ReturnType<typeof and>) {
  const rows = await db.select({ id: dataExport.id }).from(dataExport).where(which);
  for (const { id } of rows) {
    await exportStorage.remove(exportFile(id));
    await db.delete(dataExport).where(eq(dataExport.id, id));
  }
}
