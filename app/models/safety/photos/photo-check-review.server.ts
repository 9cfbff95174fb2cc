// Deciding photo checks: a moderator compares the photo with the member's own.
import { db } from "db/client.server";
import type { PhotoCheckOutcome } from "db/column-types";
import { member, photoCheck } from "db/schema";
import { type Database, transaction } from "db/transaction.server";
import { and, asc, eq, isNotNull, isNull, ne } from "drizzle-orm";
import { env } from "~/env.server";
import { t } from "~/language/text";
import { publish } from "~/live/publish.server";
import { outcomes, photoCheckErrors, poseTexts, type WaitingPhotoCheck } from "~/models/picture/photo-check";
import { deleteCheckPhoto, retireCheckPhoto } from "~/models/picture/photo-check.server";
import { listShownPhotos } from "~/models/picture/photo-order.server";
import type { PhotoCheckInput } from "~/models/safety/review-schema";
import { fullName, logAction } from "~/models/safety/staff/moderation-log.server";
import { Refusal } from "~/refusal";

const PAGE_SIZE = 24;

/** Up to 24 photos that wait for this moderator, oldest first. Nobody sees their own. */
export async function listPhotoChecks(moderatorId: number): Promise<WaitingPhotoCheck[]> {
  if (!env.photoCheck) return [];
  const rows = await selectWaiting(moderatorId).orderBy(asc(photoCheck.sentAt)).limit(PAGE_SIZE);
  return Promise.all(
    rows.map(async ({ person, memberName, check: { pose, pictureId, sentAt } }) => ({
      memberId: String(person.id),
      memberName,
      pose: t(poseTexts[pose]),
      pictureId: pictureId ?? "",
      sentAt: sentAt?.toISOString() ?? "",
      photos: (await listShownPhotos(db, person)).map(({ photoId }) => photoId),
    })),
  );
}

/** How many photos wait for this moderator. */
export async function countPhotoChecks(moderatorId: number): Promise<number> {
  return env.photoCheck ? db.$count(selectWaiting(moderatorId).as("waiting")) : 0;
}

function selectWaiting(moderatorId: number, on: Database = db) {
  return on
    .select({ check: photoCheck, person: member, memberName: fullName(member) })
    .from(photoCheck)
    .innerJoin(member, eq(member.id, photoCheck.memberId))
    .where(isWaitingFor(moderatorId))
    .$dynamic();
}

/** True for the photos of members who haven't left that wait for this moderator, without the moderator's own. */
export function isWaitingFor(moderatorId: number) {
  return and(
    isNotNull(photoCheck.pictureId),
    isNull(member.withdrawnAt),
    ne(photoCheck.memberId, moderatorId),
  );
}

/**
 * Decides a photo check and deletes the photo. Refuses one that is decided, withdrawn or the moderator's own, and a match with
 * another profile photo than the one that was compared (conflict).
 */
export async function decidePhotoCheck(
  moderatorId: number,
  pictureId: string,
  { outcome, reason, photoId }: PhotoCheckInput,
): Promise<PhotoCheckOutcome> {
  await transaction(async (tx) => {
    const isThis = and(isWaitingFor(moderatorId), eq(photoCheck.pictureId, pictureId));
    const [waiting] = await selectWaiting(moderatorId, tx).where(isThis);
    if (!waiting) throw new Refusal("conflict", photoCheckErrors.decided);
    const { id } = waiting.person;
    if (outcome === "matches") {
      // The member may have put another photo first while the moderator compared.
      if (!photoId || waiting.person.photoId !== photoId)
        throw new Refusal("conflict", photoCheckErrors.changed);
      await tx.update(member).set({ checkedPhotoId: photoId }).where(eq(member.id, id));
    }
    await tx
      .update(photoCheck)
      .set({ outcome, reason, decidedAt: new Date(), pictureId: null })
      .where(eq(photoCheck.memberId, id));
    await retireCheckPhoto(tx, pictureId);
    const detail = outcomes[outcome].label.text;
    await logAction(tx, { actorId: moderatorId, action: "photo-checked", memberId: id, detail });
    await publish(tx, "photoCheck", { memberId: id });
  });
  await deleteCheckPhoto(pictureId);
  return outcome;
}
