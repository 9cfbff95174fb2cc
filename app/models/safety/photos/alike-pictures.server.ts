// Finds pictures that look like removed ones after a removal of copies, and hides them until a moderator has looked at them.
// Removes such photos from conversations, because no moderator may look at them there.
import { setImmediate } from "node:timers/promises";
import { db } from "db/client.server";
import { attachment, member, message, picture, removedPicture, sanction } from "db/schema";
import { type Tx, transaction } from "db/transaction.server";
import { and, asc, eq, gt, inArray, isNotNull, isNull, ne } from "drizzle-orm";
import { storage } from "~/integrations/storage.server";
import { publishEvent } from "~/live/publish.server";
import { photoFile } from "~/models/conversation/attachment/attachment";
import { promotePhoto } from "~/models/picture/photo-order.server";
import { ALIKE_BITS, HASHED_SIZE, hashDistance, hashPicture } from "~/models/picture/picture-hash.server";
import { LOOKS_REMOVED } from "~/models/picture/upload";
import { pictureFile } from "~/models/picture-url";
import { isSentPhoto, removeAlikePhotos } from "~/models/safety/case/case-copies.server";
import { logAction } from "~/models/safety/staff/moderation-log.server";

/** How many pictures are hashed in one step, outside of this thread. */
const HASHED_PER_STEP = 20;
/** How many hashes of removed pictures and their crops are searched for at once. */
const SEARCHED_FOR = 200;
/** How many pictures are compared before others get a turn. */
const COMPARED_PER_TURN = 200;

/** Members' pictures that others can see. Covers from the Cover Art Archive don't count as copies. */
const isSeen = and(
  isNotNull(picture.ownerId),
  isNotNull(picture.madeAt),
  isNull(picture.heldAt),
  isNull(picture.removedAt),
  isNull(picture.pendingAt),
  isNull(picture.releaseId),
);

/** Takes the next step: hashes some pictures that have no hash yet, or searches them all. False if nothing is to be searched. */
export async function searchAlikePictures(): Promise<boolean> {
  const searchedFor = await db
    .select()
    .from(removedPicture)
    .where(isNotNull(removedPicture.searchDueAt))
    .orderBy(asc(removedPicture.searchDueAt))
    .limit(SEARCHED_FOR);
  if (!searchedFor.length) return false;
  if ((await hashPictures()) || (await hashSentPhotos())) return true;
  for await (const { id, ownerId, sanctionId } of findAlike(searchedFor, listPictures))
    await transaction((tx) => keepFromOthers(tx, ownerId, id, sanctionId));
  const sent = new Map<string, { ownerId: number; sanctionId: string; ids: string[] }>();
  for await (const { id, ownerId, sanctionId } of findAlike(searchedFor, listSentPhotos)) {
    const key = `${ownerId} ${sanctionId}`;
    sent.set(key, { ownerId, sanctionId, ids: [...(sent.get(key)?.ids ?? []), id] });
  }
  for (const { ownerId, sanctionId, ids } of sent.values()) await removeAlikePhotos(ownerId, ids, sanctionId);
  const hashes = searchedFor.map(({ hash }) => hash);
  const sanctions = [...new Set(searchedFor.map(({ sanctionId }) => sanctionId))];
  await db
    .update(removedPicture)
    .set({ searchDueAt: null })
    .where(and(inArray(removedPicture.sanctionId, sanctions), inArray(removedPicture.hash, hashes)));
  return true;
}

type Removed = typeof removedPicture.$inferSelect;
type Hashed = { id: string; ownerId: number | null; hash: string | null };

/** The entries of a list that look like a removed picture, with the sanction that removed it. */
async function* findAlike(searchedFor: Removed[], list: (after: string) => PromiseLike<Hashed[]>) {
  for (let after: string | undefined = ""; after !== undefined; await setImmediate()) {
    const page: Hashed[] = await list(after);
    for (const { id, ownerId, hash } of page) {
      if (ownerId === null || !hash) continue;
      const removed = searchedFor.find((other) => hashDistance(hash, other.hash) <= ALIKE_BITS);
      if (removed) yield { id, ownerId, sanctionId: removed.sanctionId };
    }
    after = page.at(-1)?.id;
  }
}

function listPictures(after: string): PromiseLike<Hashed[]> {
  return db
    .select({ id: picture.id, ownerId: picture.ownerId, hash: picture.hash })
    .from(picture)
    .where(and(isSeen, ne(picture.hash, ""), gt(picture.id, after)))
    .orderBy(asc(picture.id))
    .limit(COMPARED_PER_TURN);
}

function listSentPhotos(after: string): PromiseLike<Hashed[]> {
  return db
    .select({ id: attachment.id, ownerId: attachment.ownerId, hash: attachment.hash })
    .from(attachment)
    .innerJoin(message, eq(message.id, attachment.id))
    .where(and(isSentPhoto, ne(attachment.hash, ""), gt(attachment.id, after)))
    .orderBy(asc(attachment.id))
    .limit(COMPARED_PER_TURN);
}

/** Hashes pictures that were uploaded since the last search; false if there are none. */
async function hashPictures(): Promise<boolean> {
  const found = await db
    .select({ id: picture.id })
    .from(picture)
    .where(and(isSeen, isNull(picture.hash)))
    .limit(HASHED_PER_STEP);
  for (const { id } of found) {
    const hash = await hashFile(pictureFile(id, HASHED_SIZE));
    await db.update(picture).set({ hash }).where(eq(picture.id, id));
  }
  return found.length > 0;
}

/** The same for photos that were sent in conversations. */
async function hashSentPhotos(): Promise<boolean> {
  const found = await db
    .select({ id: attachment.id, file: attachment.file })
    .from(attachment)
    .innerJoin(message, eq(message.id, attachment.id))
    .where(and(isSentPhoto, isNull(attachment.hash)))
    .limit(HASHED_PER_STEP);
  for (const { id, file } of found) {
    const hash = await hashFile(photoFile(file, "thumbnail"));
    await db
      .update(attachment)
      .set({ hash })
      .where(and(eq(attachment.id, id), eq(attachment.file, file)));
  }
  return found.length > 0;
}

async function hashFile(name: string): Promise<string> {
  const bytes = await storage.get(name);
  return (bytes && (await hashPicture(bytes))) ?? "";
}

/**
 * Makes a picture wait for a moderator as if it had just been uploaded, unless it is gone or already waits. The log names the
 * sanction it followed from.
 */
async function keepFromOthers(tx: Tx, ownerId: number, id: string, sanctionId: string): Promise<void> {
  const kept = await tx
    .update(picture)
    .set({ pendingAt: new Date(), pendingReason: LOOKS_REMOVED.text })
    .where(and(eq(picture.id, id), isSeen))
    .returning({ id: picture.id });
  const isOwner = eq(member.id, ownerId);
  const [owner] = await tx.select().from(member).where(isOwner);
  if (!kept.length || !owner) return;
  if (owner.photoId === id) {
    const photo = { photoId: id, portraitUrl: null, photoFocus: owner.photoFocus };
    const morePhotos = [...owner.morePhotos, photo];
    await tx.update(member).set({ photoId: null, photoFocus: null, morePhotos }).where(isOwner);
    await promotePhoto(tx, ownerId);
  }
  if (owner.coverId === id) await tx.update(member).set({ coverId: null, pendingCoverId: id }).where(isOwner);
  const [decided] = await tx
    .select({ caseId: sanction.caseId })
    .from(sanction)
    .where(eq(sanction.id, sanctionId));
  const entry = { actorId: null, action: "picture-hidden", memberId: ownerId, ...decided } as const;
  await logAction(tx, { ...entry, detail: LOOKS_REMOVED.text });
  await publishEvent(tx, "reset", [ownerId]);
}
