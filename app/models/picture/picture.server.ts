// Uploaded pictures: one-time upload URLs, files, permission to show them, and cleaning up.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { evidencePicture, member, picture, playlist, record } from "db/schema";
import {
  and,
  asc,
  eq,
  exists,
  gt,
  gte,
  isNotNull,
  isNull,
  lte,
  not,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { HOUR_MS, MINUTE_MS } from "~/durations";
import { env } from "~/env.server";
import { storage } from "~/integrations/storage.server";
import type { Member } from "~/models/member/member.server";
import { consumeRateLimit } from "~/models/shared/rate-limit.server";
import { notFoundRefusal, Refusal } from "~/refusal";
import { BANNER_SIZES, pictureFile, pictureIdFromFile, SQUARE_SIZES } from "./picture";
import { rejectRemovedCopy } from "./picture-hash.server";
import { processPicture } from "./processing.server";
import { type ProfilePicture, profilePictures } from "./upload";

const UPLOAD_MS = 15 * MINUTE_MS;
/** How long an uploaded picture that nothing shows stays there for its member to use. */
const ORPHAN_MS = HOUR_MS;
const SWEEP_ROWS = 100;
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
  const [[upload], opened] = await db.batch([
    db.select({ sentAt: picture.sentAt }).from(picture).where(isMine),
    db
      .update(picture)
      .set({ sentAt: new Date() })
      .where(and(isMine, isNull(picture.sentAt), gte(picture.createdAt, new Date(Date.now() - UPLOAD_MS))))
      .returning({ id: picture.id }),
  ]);
  if (!upload) throw notFoundRefusal();
  if (opened.length) return;
  const reason = upload.sentAt ? "has already been used" : "has expired";
  throw new Refusal("conflict", `This upload URL ${reason}. Request a new one.`);
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
    .set({ madeAt: new Date() })
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
 * Sets or (with null) removes one of the pictures of the member's own profile, and deletes the previous one. If photos are
 * reviewed, a new one waits for a moderator first.
 * Refuses a picture that the member has not uploaded or that is gone (absent).
 */
export async function updateProfilePicture(
  memberId: number,
  which: ProfilePicture,
  id: string | null,
): Promise<Member> {
  if (which === "photo" && id && env.photoReview) return holdPhoto(memberId, id);
  const { column } = profilePictures[which];
  const isMe = eq(member.id, memberId);
  // Removing the photo that others see leaves a new one waiting.
  const isShown = or(isNotNull(member.photoId), isNotNull(member.portraitUrl));
  const pendingPhotoId = id ? null : sql`iif(${isShown}, ${member.pendingPhotoId}, null)`;
  const [[before], [changed]] = await db.batch([
    db.select({ id: member[column] }).from(member).where(isMe),
    db
      .update(member)
      .set({ [column]: id, ...(which === "photo" ? { portraitUrl: null, pendingPhotoId } : {}) })
      .where(and(isMe, canUsePicture(memberId, id)))
      .returning(),
  ]);
  if (!changed) throw new Refusal("absent", GONE);
  if (before && before.id !== id) await deletePicture(memberId, before.id);
  return changed;
}

/** Until a moderator approves it, only moderators can load the photo. */
async function holdPhoto(memberId: number, id: string): Promise<Member> {
  const isPending = exists(
    db
      .select({ id: member.id })
      .from(member)
      .where(and(eq(member.id, memberId), eq(member.pendingPhotoId, id))),
  );
  const [[changed]] = await db.batch([
    db
      .update(member)
      .set({ pendingPhotoId: id })
      .where(and(eq(member.id, memberId), canUsePicture(memberId, id)))
      .returning(),
    db
      .update(picture)
      .set({ heldAt: new Date() })
      .where(and(eq(picture.id, id), isPending)),
  ]);
  if (!changed) throw new Refusal("absent", GONE);
  return changed;
}

/**
 * Withdraws the member's new photo, which the next sweep deletes. Refuses if none is waiting for a moderator (conflict).
 */
export async function withdrawPhoto(memberId: number) {
  const withdrawn = await db
    .update(member)
    .set({ pendingPhotoId: null })
    .where(and(eq(member.id, memberId), isNotNull(member.pendingPhotoId)))
    .returning({ id: member.id });
  if (!withdrawn.length) throw new Refusal("conflict", "A moderator has already reviewed this photo.");
}

/** Removes one of the member's own pictures once nothing shows it. Evidence keeps it for moderators only. */
export async function deletePicture(memberId: number, id: string | null) {
  if (!id) return;
  const [removed] = await db.batch(retireOrphaned(isUsable(memberId, id)));
  // The next sweep deletes what fails here. The member's change is saved either way.
  if (removed.length) await removeFiles(id).catch(() => undefined);
}

/**
 * True if the member may show a picture: there is none, or they uploaded it and it has not been removed. Put it into the
 * statement that stores the key: after a separate check, the picture could be removed before the write.
 */
export function canUsePicture(memberId: number, id: SQL | string | null): SQL {
  return sql`(${id} is null or exists (select 1 from picture where ${isUsable(memberId, id)}))`;
}

/** The refusal, at `field`, of a picture that is gone. */
export function removedPictureRefusal(field: string): Refusal {
  return new Refusal("invalid", GONE, { [field]: GONE });
}

/** Refuses (invalid, at `field`) a picture that the member may not show. */
export async function rejectRemovedPicture(memberId: number, id: string | null, field: string) {
  const [row] = await db.all<{ isUsable: number }>(sql`select ${canUsePicture(memberId, id)} as isUsable`);
  if (!row?.isUsable) throw removedPictureRefusal(field);
}

/** One of a picture's files, unless only evidence still shows it. */
export async function getPictureFile(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const id = pictureIdFromFile(name);
  if (!id) return undefined;
  const isShown = and(eq(picture.id, id), isNull(picture.heldAt));
  return (await db.$count(picture, isShown)) ? storage.get(name) : undefined;
}

/**
 * Removes pictures that nothing shows and that are older than an hour: unused URLs, abandoned uploads, pictures that a
 * crash left half stored or half removed, those of members who have left, and those of expired evidence.
 */
export async function removeOrphanedPictures() {
  const cutoff = Date.now() - ORPHAN_MS;
  const since = sql`coalesce(${picture.madeAt}, ${picture.sentAt}, ${picture.createdAt})`;
  for (let after = ""; ; ) {
    const ids = await db
      .select({ id: picture.id })
      .from(picture)
      .where(gt(picture.id, after))
      .orderBy(asc(picture.id))
      .limit(SWEEP_ROWS);
    const last = ids.at(-1)?.id;
    if (!last) break;
    const page = and(gt(picture.id, after), lte(picture.id, last));
    await db.batch(retireOrphaned(and(page, isNull(picture.removedAt), sql`${since} < ${cutoff}`)));
    after = last;
  }
  for (;;) {
    const removed = await db
      .select({ id: picture.id })
      .from(picture)
      .where(isNotNull(picture.removedAt))
      .limit(SWEEP_ROWS);
    if (!removed.length) return;
    for (const { id } of removed) await removeFiles(id);
  }
}

/** Deletes the row last, so that no file is left without one. */
async function removeFiles(id: string) {
  await Promise.all([...SQUARE_SIZES, ...BANNER_SIZES].map((size) => storage.remove(pictureFile(id, size))));
  await db.delete(picture).where(eq(picture.id, id));
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

/** The statements that retire pictures nothing shows anymore: evidence is held, others are removed and returned. */
function retireOrphaned(which: SQL | undefined) {
  const isEvidence = exists(
    db.select({ one: sql`1` }).from(evidencePicture).where(eq(evidencePicture.pictureId, picture.id)),
  );
  return [
    db
      .update(picture)
      .set({ removedAt: new Date() })
      .where(and(which, isOrphaned(), not(isEvidence)))
      .returning({ id: picture.id }),
    db
      .update(picture)
      .set({ heldAt: new Date() })
      .where(and(which, isOrphaned(), isEvidence, isNull(picture.heldAt))),
  ] as const;
}

function isOrphaned(): SQL | undefined {
  return and(
    notExists(db.select({ one: sql`1` }).from(member).where(eq(member.photoId, picture.id))),
    notExists(db.select({ one: sql`1` }).from(member).where(eq(member.coverId, picture.id))),
    notExists(db.select({ one: sql`1` }).from(member).where(eq(member.pendingPhotoId, picture.id))),
    notExists(db.select({ one: sql`1` }).from(record).where(eq(record.pictureId, picture.id))),
    notExists(db.select({ one: sql`1` }).from(playlist).where(eq(playlist.pictureId, picture.id))),
  );
}
