// Stores pictures: what members upload with one-time URLs or forms, and covers from outside.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { picture } from "db/schema";
import { transaction } from "db/transaction.server";
import { and, eq, isNull, sql } from "drizzle-orm";
import { fileDigest } from "~/digest.server";
import { MINUTE_MS } from "~/durations";
import { env } from "~/env.server";
import { storage } from "~/integrations/storage.server";
import { msg } from "~/language/text";
import { BANNER_SIZES, pictureFile, SQUARE_SIZES } from "~/models/picture-url";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { notFoundRefusal, Refusal, refusalIn } from "~/refusal";
import { removeFiles } from "./picture.server";
import { rejectRefusedPicture } from "./picture-check.server";
import { HASHED_SIZE, hashPicture, rejectRemovedCopy } from "./picture-hash.server";
import { processPicture } from "./processing.server";

const UPLOAD_MS = 15 * MINUTE_MS;
/** The file that is judged, which shows the whole picture. */
const LARGEST = Math.max(...SQUARE_SIZES);

/** Creates a one-time upload URL and returns its id. Refuses more than 10 an hour (too-many). */
export async function createUpload(memberId: number): Promise<string> {
  await consumeRateLimit("upload", memberId);
  const id = randomUUID();
  await db.insert(picture).values({ id, ownerId: memberId, createdAt: new Date() });
  return id;
}

/**
 * Uses up a one-time upload URL.
 * Refuses an absent one or another member's (absent), and one that is used up or older than 15 minutes (conflict).
 */
export async function consumeUpload(memberId: number, id: string) {
  const isMine = and(eq(picture.id, id), eq(picture.ownerId, memberId));
  await transaction(async (tx) => {
    const [upload] = await tx.select().from(picture).where(isMine);
    if (!upload) throw notFoundRefusal();
    if (upload.sentAt)
      throw new Refusal("conflict", msg("This upload URL has already been used. Request a new one."));
    if (upload.createdAt.getTime() < Date.now() - UPLOAD_MS)
      throw new Refusal("conflict", msg("This upload URL has expired. Request a new one."));
    await tx.update(picture).set({ sentAt: new Date() }).where(isMine);
  });
}

/**
 * Processes and stores the file that was sent to a consumed upload URL; with `isHeld` only moderators can see it. After a
 * refusal that is not the file's fault (too-many, unavailable), the URL can be used again. Refuses what `processPicture`
 * refuses, copies of pictures that a moderator removed (invalid), and pictures of members who left in the meantime (absent).
 */
export async function saveUpload(memberId: number, id: string, path: string, isHeld = false) {
  const store = (size: number, bytes: Buffer) => storage.put(pictureFile(id, size), bytes);
  const isMine = and(eq(picture.id, id), eq(picture.ownerId, memberId));
  await processPicture(memberId, path, store, rejectRemovedCopy).catch(async (error) => {
    // The picture isn't at fault and can be sent to the same URL again.
    if (refusalIn(error)?.retryAfterSeconds) await db.update(picture).set({ sentAt: null }).where(isMine);
    throw error;
  });
  const hold = isHeld ? undefined : await judgePicture(id);
  const digest = await fileDigest(path);
  const saved = await db
    .update(picture)
    .set({
      madeAt: new Date(),
      digest,
      pendingAt: hold || (env.photoReview && !isHeld) ? new Date() : null,
      pendingReason: hold?.reason,
      heldAt: isHeld ? new Date() : null,
    })
    .where(and(isMine, isNull(picture.removedAt)))
    .returning({ id: picture.id });
  if (saved.length) return;
  await removeFiles(id);
  throw notFoundRefusal();
}

/**
 * Asks the checking service about a picture whose files are stored: returns why it waits for a moderator, if it does. Refuses
 * what the service refuses (invalid); the next sweep removes its files.
 */
async function judgePicture(id: string): Promise<{ reason: string } | undefined> {
  if (!env.checkingService) return undefined;
  const picture = await storage.get(pictureFile(id, LARGEST));
  if (!picture) return undefined;
  return rejectRefusedPicture(picture);
}

/**
 * Stores a file that was sent with a form, and returns the picture's id; with `isHeld` only moderators can load it, and only a
 * photo check can show it. Refuses as `saveUpload` does, and more than 10 an hour (too-many).
 */
export async function addPicture(memberId: number, path: string, { isHeld = false } = {}): Promise<string> {
  await consumeRateLimit("upload", memberId);
  const id = randomUUID();
  const now = new Date();
  await db.insert(picture).values({ id, ownerId: memberId, createdAt: now, sentAt: now });
  await saveUpload(memberId, id, path, isHeld);
  return id;
}

/**
 * Stores a file from outside that a member has asked for, as a picture that nobody owns. Refuses what `processPicture` refuses,
 * and copies of pictures that a moderator removed (invalid). It is an orphan until a row shows it.
 */
export async function addSharedPicture(memberId: number, path: string): Promise<string> {
  const id = randomUUID();
  await db.insert(picture).values({ id, createdAt: new Date(), sentAt: new Date() });
  const store = (size: number, bytes: Buffer) => storage.put(pictureFile(id, size), bytes);
  await processPicture(memberId, path, store, rejectRemovedCopy);
  const digest = await fileDigest(path);
  await db.update(picture).set({ madeAt: new Date(), digest }).where(eq(picture.id, id));
  return id;
}

/**
 * Stores a visitor's file, by their address, as evidence for moderators only; it may be a copy of a removed picture. Refuses
 * what `processPicture` refuses. It is an orphan until a notice has it.
 */
export async function addEvidencePicture(address: string, path: string): Promise<string> {
  const id = randomUUID();
  const now = new Date();
  await db.insert(picture).values({ id, createdAt: now, sentAt: now, heldAt: now });
  await processPicture(address, path, (size, bytes) => storage.put(pictureFile(id, size), bytes));
  await db.update(picture).set({ madeAt: new Date() }).where(eq(picture.id, id));
  return id;
}

/**
 * Gives a member a picture of their own, with the files of a shared one and the release whose cover it is. Undefined if the
 * files are gone. Refuses a copy of a picture that a moderator has removed meanwhile (invalid).
 */
export async function copySharedPicture(
  memberId: number,
  sharedId: string,
  releaseId: string,
): Promise<string | undefined> {
  const hashed = await storage.get(pictureFile(sharedId, HASHED_SIZE));
  if (!hashed) return undefined;
  await rejectRemovedCopy(await hashPicture(hashed));
  const id = randomUUID();
  const now = new Date();
  const digest = db.select({ digest: picture.digest }).from(picture).where(eq(picture.id, sharedId));
  await db
    .insert(picture)
    .values({ id, ownerId: memberId, releaseId, digest: sql`${digest}`, createdAt: now, sentAt: now });
  for (const size of [...SQUARE_SIZES, ...BANNER_SIZES]) {
    const bytes = await storage.get(pictureFile(sharedId, size));
    if (!bytes) return undefined;
    await storage.put(pictureFile(id, size), bytes);
  }
  await db
    .update(picture)
    .set({ madeAt: new Date(), pendingAt: env.photoReview ? new Date() : null })
    .where(eq(picture.id, id));
  return id;
}
