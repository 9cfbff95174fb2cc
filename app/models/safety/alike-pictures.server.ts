// Pictures that look like removed ones: after a removal that takes copies along, those that stand are searched, and kept from
// others until a moderator has looked at them.
import { setImmediate } from "node:timers/promises";
import { db } from "db/client.server";
import { member, picture, removedPicture, sanction } from "db/schema";
import { type Tx, transaction } from "db/transaction.server";
import { and, asc, eq, gt, inArray, isNotNull, isNull, ne } from "drizzle-orm";
import { storage } from "~/integrations/storage.server";
import { publishEvent } from "~/live/publish.server";
import { promotePhoto } from "~/models/picture/photo-order.server";
import { ALIKE_BITS, HASHED_SIZE, hashDistance, hashPicture } from "~/models/picture/picture-hash.server";
import { LOOKS_REMOVED } from "~/models/picture/upload";
import { pictureFile } from "~/models/picture-url";
import { logAction } from "./moderation-log.server";
import { reloadStaff } from "./staff.server";

/** How many pictures are hashed in one step, outside of this thread. */
const HASHED_PER_STEP = 20;
/** The hashes of a few removed pictures and their crops. */
const SEARCHED_FOR = 200;
/** How many pictures are compared before others get a turn. */
const COMPARED_PER_TURN = 200;

/** Pictures of members that others can see. Covers from the Cover Art Archive are no copies. */
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
  if (await hashSome()) return true;
  for (let after = ""; ; await setImmediate()) {
    const page = await db
      .select({ id: picture.id, ownerId: picture.ownerId, hash: picture.hash })
      .from(picture)
      .where(and(isSeen, ne(picture.hash, ""), gt(picture.id, after)))
      .orderBy(asc(picture.id))
      .limit(COMPARED_PER_TURN);
    for (const { id, ownerId, hash } of page) {
      if (ownerId === null || !hash) continue;
      const removed = searchedFor.find((other) => hashDistance(hash, other.hash) <= ALIKE_BITS);
      if (removed) await transaction((tx) => keepFromOthers(tx, ownerId, id, removed.sanctionId));
    }
    const last = page.at(-1);
    if (!last) break;
    after = last.id;
  }
  const hashes = searchedFor.map(({ hash }) => hash);
  const sanctions = [...new Set(searchedFor.map(({ sanctionId }) => sanctionId))];
  await db
    .update(removedPicture)
    .set({ searchDueAt: null })
    .where(and(inArray(removedPicture.sanctionId, sanctions), inArray(removedPicture.hash, hashes)));
  return true;
}

/** Hashes pictures that were uploaded since the last search; false if there are none. */
async function hashSome(): Promise<boolean> {
  const found = await db
    .select({ id: picture.id })
    .from(picture)
    .where(and(isSeen, isNull(picture.hash)))
    .limit(HASHED_PER_STEP);
  for (const { id } of found) {
    const bytes = await storage.get(pictureFile(id, HASHED_SIZE));
    const hash = (bytes && (await hashPicture(bytes))) ?? "";
    await db.update(picture).set({ hash }).where(eq(picture.id, id));
  }
  return found.length > 0;
}

/**
 * Lets a picture wait for a moderator as if it had just been uploaded, unless it is gone or waits already. The log says which
 * decision it followed from.
 */
async function keepFromOthers(tx: Tx, ownerId: number, id: string, sanctionId: string): Promise<void> {
  const kept = await tx
    .update(picture)
    .set({ pendingAt: new Date(), pendingReason: LOOKS_REMOVED })
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
  await logAction(tx, { ...entry, detail: LOOKS_REMOVED });
  await publishEvent(tx, "reset", [ownerId]);
  await reloadStaff(tx, ownerId);
}
