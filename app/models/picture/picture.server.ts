// Uploaded pictures: one-time upload URLs, files, and permission to show them.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { member, picture } from "db/schema";
import { holds, type Tx, transaction } from "db/transaction.server";
import { and, type Column, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { MINUTE_MS } from "~/durations";
import { env } from "~/env.server";
import { storage } from "~/integrations/storage.server";
import type { Member } from "~/models/member/member.server";
import { DEFAULT_FOCUS, type Focus, formatFocus } from "~/models/picture-focus";
import {
  BANNER_SIZES,
  pictureFile,
  pictureIdFromFile,
  SQUARE_SIZES,
  uploadIdFromUrl,
} from "~/models/picture-url";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { notFoundRefusal, Refusal } from "~/refusal";
import { promotePhoto } from "./photo-order.server";
import { photoErrors, photoKey } from "./photos";
import { HASHED_SIZE, hashPicture, rejectRemovedCopy } from "./picture-hash.server";
import { removeFiles, retireOrphaned } from "./picture-removal.server";
import { processPicture } from "./processing.server";
import { type ProfilePicture, profilePictures } from "./upload";

const UPLOAD_MS = 15 * MINUTE_MS;
const GONE = "This picture is no longer available. Choose it again.";

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
      throw new Refusal("conflict", "This upload URL has already been used. Request a new one.");
    if (upload.createdAt.getTime() < Date.now() - UPLOAD_MS)
      throw new Refusal("conflict", "This upload URL has expired. Request a new one.");
    await tx.update(picture).set({ sentAt: new Date() }).where(isMine);
  });
}

/**
 * Processes and stores the file that was sent to a consumed upload URL.
 * Refuses what `processPicture` refuses, copies of pictures that a moderator removed (invalid), and pictures of members
 * who left in the meantime (absent).
 */
export async function saveUpload(memberId: number, id: string, path: string) {
  const store = (size: number, bytes: Buffer) => storage.put(pictureFile(id, size), bytes);
  await processPicture(path, store, rejectRemovedCopy);
  const saved = await db
    .update(picture)
    .set({ madeAt: new Date(), pendingAt: env.photoReview ? new Date() : null })
    .where(and(eq(picture.id, id), eq(picture.ownerId, memberId), isNull(picture.removedAt)))
    .returning({ id: picture.id });
  if (saved.length) return;
  await removeFiles(id);
  throw notFoundRefusal();
}

/** Stores a file that was sent with a form, and returns the picture's id. Refuses more than 10 an hour (too-many). */
export async function addPicture(memberId: number, path: string): Promise<string> {
  const id = await createUpload(memberId);
  await consumeUpload(memberId, id);
  await saveUpload(memberId, id, path);
  return id;
}

/**
 * Stores a file from outside as a picture that nobody owns, for members to take copies of. Refuses what `processPicture`
 * refuses, and copies of pictures that a moderator removed (invalid). Until a row shows it, it is an orphan.
 */
export async function addSharedPicture(path: string): Promise<string> {
  const id = randomUUID();
  await db.insert(picture).values({ id, createdAt: new Date(), sentAt: new Date() });
  const store = (size: number, bytes: Buffer) => storage.put(pictureFile(id, size), bytes);
  await processPicture(path, store, rejectRemovedCopy);
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
  await db.insert(picture).values({ id, ownerId: memberId, releaseId, createdAt: now, sentAt: now });
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

/**
 * Sets or (with null) removes one of the pictures of the member's own profile, and deletes the previous one. The next of the
 * member's photos takes the place of a removed one. A new picture
 * that a moderator has to approve waits beside the one that others see, which stays until then. Crops of a photo keep
 * `focus` in view.
 * Refuses a picture that the member has not uploaded or that is gone, and if the shown one is no longer `expected` (absent).
 */
export async function updateProfilePicture(
  memberId: number,
  which: ProfilePicture,
  id: string | null,
  focus: Focus = DEFAULT_FOCUS,
  expected?: string,
): Promise<Member> {
  const { column, pendingColumn } = profilePictures[which];
  const isMe = eq(member.id, memberId);
  const { before, changed } = await transaction(async (tx) => {
    const [chosen] = await tx.select().from(picture).where(isUsable(memberId, id));
    const [before] = await tx.select().from(member).where(isMe);
    if (!before || (id && !chosen)) throw new Refusal("absent", GONE);
    const shownKey = which === "photo" ? photoKey(before) : before.coverId;
    if (expected !== undefined && expected !== shownKey) throw new Refusal("absent", photoErrors.gone);
    const isShown = before[column] ?? (which === "photo" ? before.portraitUrl : null);
    // Removing the picture that others see leaves a new one waiting.
    const stillPending = !id && isShown ? before[pendingColumn] : null;
    const stored = id && formatFocus(focus);
    const pictures = chosen?.pendingAt
      ? { [pendingColumn]: id }
      : { [column]: id, [pendingColumn]: stillPending };
    const photo = chosen?.pendingAt
      ? { pendingPhotoFocus: stored }
      : {
          photoFocus: stored,
          pendingPhotoFocus: stillPending && before.pendingPhotoFocus,
          portraitUrl: null,
        };
    const morePhotos = before.morePhotos.filter(({ photoId }) => !id || photoId !== id);
    const change = which === "photo" ? { ...pictures, ...photo, morePhotos } : pictures;
    await tx.update(member).set(change).where(isMe);
    return { before, changed: await promotePhoto(tx, memberId) };
  });
  for (const old of [before[column], before[pendingColumn]])
    if (old && old !== changed[column] && old !== changed[pendingColumn]) await deletePicture(memberId, old);
  return changed;
}

/**
 * Changes the focal point of the member's own photo: of the new one, if it waits for a moderator. Refuses if they have no
 * photo (conflict).
 */
export async function updatePhotoFocus(memberId: number, focus: Focus): Promise<Member> {
  const isMe = eq(member.id, memberId);
  return transaction(async (tx) => {
    const [me] = await tx.select().from(member).where(isMe);
    if (!me || !(me.pendingPhotoId ?? me.photoId ?? me.portraitUrl))
      throw new Refusal("conflict", "Upload a photo first.");
    const stored = formatFocus(focus);
    const change = me.pendingPhotoId ? { pendingPhotoFocus: stored } : { photoFocus: stored };
    await tx.update(member).set(change).where(isMe);
    return { ...me, ...change };
  });
}

/** Withdraws and deletes the member's new photo or cover. Refuses if none, or not `expected`, waits for a moderator (conflict). */
export async function withdrawPicture(memberId: number, which: ProfilePicture, expected?: string) {
  const { pendingColumn } = profilePictures[which];
  const isMe = eq(member.id, memberId);
  const withdrawn = await transaction(async (tx) => {
    const [me] = await tx.select({ pending: member[pendingColumn] }).from(member).where(isMe);
    if (!me?.pending) throw new Refusal("conflict", "A moderator has already reviewed this photo.");
    if (expected !== undefined && expected !== me.pending) throw new Refusal("conflict", photoErrors.gone);
    await tx
      .update(member)
      .set({ [pendingColumn]: null, ...(which === "photo" ? { pendingPhotoFocus: null } : {}) })
      .where(isMe);
    await promotePhoto(tx, memberId);
    return me.pending;
  });
  await deletePicture(memberId, withdrawn);
}

/** True for a picture that waits for a moderator. */
export function isPending(id: Column | string | null): SQL<number> {
  return sql<number>`exists (select 1 from picture where picture.id = ${id} and picture.pending_at is not null)`;
}

/**
 * The URLs, among those given, of the member's own pictures that wait for a moderator, and of those that are covers from
 * the Cover Art Archive.
 */
export async function classifyCovers(
  memberId: number,
  urls: (string | null)[],
): Promise<{ pending: string[]; archived: string[] }> {
  const uploads = urls.flatMap((url) => {
    const id = url && uploadIdFromUrl(url);
    return id ? [{ id, url }] : [];
  });
  if (!uploads.length) return { pending: [], archived: [] };
  const ids = uploads.map(({ id }) => id);
  const rows = await db
    .select({ id: picture.id, pendingAt: picture.pendingAt, releaseId: picture.releaseId })
    .from(picture)
    .where(and(inArray(picture.id, ids), eq(picture.ownerId, memberId)));
  const urlsWith = (column: "pendingAt" | "releaseId") =>
    uploads
      .filter(({ id }) => rows.some((row) => row.id === id && row[column] !== null))
      .map(({ url }) => url);
  return { pending: urlsWith("pendingAt"), archived: urlsWith("releaseId") };
}

/** Removes one of the member's own pictures once nothing shows it. Evidence keeps it for moderators only. */
export async function deletePicture(memberId: number, id: string | null) {
  if (!id) return;
  const removed = await transaction((tx) => retireOrphaned(tx, isUsable(memberId, id)));
  // The next sweep deletes what fails here. The member's change is saved either way.
  if (removed.length) await removeFiles(id).catch(() => undefined);
}

/**
 * True if the member may show a picture: there is none, or they uploaded it and it has not been removed. It is asked in the
 * transaction that stores the key: after a check of its own, the picture could be removed before the write.
 */
export function canUsePicture(memberId: number, id: SQL | string | null): SQL {
  return sql`(${id} is null or exists (select 1 from picture where ${isUsable(memberId, id)}))`;
}

/** Refuses (invalid, at `field`) a picture that the member may not show. */
export async function rejectRemovedPicture(memberId: number, id: string | null, field: string, tx: Tx) {
  if (!(await holds(tx, canUsePicture(memberId, id)))) throw new Refusal("invalid", GONE, { [field]: GONE });
}

/** One of a picture's files, unless only evidence still shows it, or it waits for a moderator and is another member's. */
export async function getPictureFile(
  viewerId: number,
  name: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const id = pictureIdFromFile(name);
  if (!id) return undefined;
  const isVisible = or(isNull(picture.pendingAt), eq(picture.ownerId, viewerId));
  const isShown = and(eq(picture.id, id), isNull(picture.heldAt), isVisible);
  return (await db.$count(picture, isShown)) ? storage.get(name) : undefined;
}

function isUsable(memberId: number, id: string | SQL | null): SQL | undefined {
  return and(
    sql`${picture.id} = ${id}`,
    eq(picture.ownerId, memberId),
    isNotNull(picture.madeAt),
    isNull(picture.removedAt),
    isNull(picture.heldAt),
  );
}
