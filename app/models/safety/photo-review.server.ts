// Photos that await a moderator's approval (PHOTO_REVIEW=on), and files only moderators can see.
import { randomUUID } from "node:crypto";
import { db } from "db/client.server";
import { rowIf } from "db/row-if.server";
import {
  evidencePicture,
  member,
  moderationCase,
  picture,
  removedPicture,
  report,
  sanction,
} from "db/schema";
import { and, asc, eq, exists, ne, or, sql } from "drizzle-orm";
import { storage } from "~/integrations/storage.server";
import { enqueueEvent, notify } from "~/live/outbox.server";
import { pictureIdFromFile } from "~/models/picture/picture";
import { deletePicture } from "~/models/picture/picture.server";
import { hashStoredPicture } from "~/models/picture/picture-hash.server";
import { Refusal } from "~/refusal";
import type { PhotoReviewInput } from "./case-schema";
import { fullName, logAction } from "./moderation-log.server";
import { applySanctions, insertSanctionNotification } from "./sanction.server";
import { enqueueStaffReset, listStaffIds } from "./staff.server";

const PAGE_SIZE = 24;

/** A pending photo with its member. */
export type PendingPhoto = { pictureId: string; memberId: string; memberName: string; sentAt: string };

/** Up to 24 pending photos, oldest first, without the moderator's own. */
export async function listPendingPhotos(moderatorId: number): Promise<PendingPhoto[]> {
  const rows = await db
    .select({
      pictureId: picture.id,
      memberId: member.id,
      memberName: fullName(member),
      sentAt: picture.createdAt,
    })
    .from(member)
    .innerJoin(picture, eq(picture.id, member.pendingPhotoId))
    .where(ne(member.id, moderatorId))
    .orderBy(asc(picture.createdAt), picture.id)
    .limit(PAGE_SIZE);
  return rows.map(({ memberId, sentAt, ...row }) => ({
    ...row,
    memberId: String(memberId),
    sentAt: sentAt.toISOString(),
  }));
}

/**
 * Approves a pending photo, or rejects it with a decision that the member can appeal. Refuses a photo that is no longer
 * pending (conflict).
 */
export async function reviewPhoto(moderatorId: number, pictureId: string, input: PhotoReviewInput) {
  const isPending = and(eq(member.pendingPhotoId, pictureId), ne(member.id, moderatorId));
  const [person] = await db.select().from(member).where(isPending);
  if (!person) throw new Refusal("conflict", "This photo was already reviewed or replaced.");
  const isDone = await (input.outcome === "approve"
    ? approve(moderatorId, person, pictureId)
    : reject(moderatorId, person, pictureId, input));
  if (!isDone) throw new Refusal("conflict", "This photo was already reviewed or replaced.");
  notify([person.id, ...(await listStaffIds())]);
}

type Person = typeof member.$inferSelect;

async function approve(moderatorId: number, person: Person, pictureId: string): Promise<boolean> {
  const isShown = exists(
    db
      .select({ id: member.id })
      .from(member)
      .where(and(eq(member.id, person.id), eq(member.photoId, pictureId))),
  );
  const [approved] = await db.batch([
    db
      .update(member)
      .set({ photoId: pictureId, pendingPhotoId: null, portraitUrl: null })
      .where(and(eq(member.id, person.id), eq(member.pendingPhotoId, pictureId)))
      .returning({ id: member.id }),
    db
      .update(picture)
      .set({ heldAt: null })
      .where(and(eq(picture.id, pictureId), isShown)),
    logAction(
      { actorId: moderatorId, action: "photo-reviewed", memberId: person.id, detail: "Approved" },
      isShown,
    ),
    enqueueEvent([person.id], "reset", "", isShown),
    enqueueStaffReset(isShown, person.id),
  ]);
  if (approved.length) await deletePicture(person.id, person.photoId);
  return approved.length > 0;
}

async function reject(
  moderatorId: number,
  person: Person,
  pictureId: string,
  { rule, statement }: PhotoReviewInput,
): Promise<boolean> {
  const [caseId, sanctionId] = [randomUUID(), randomUUID()];
  const now = new Date();
  const isPending = exists(
    db
      .select({ id: member.id })
      .from(member)
      .where(and(eq(member.id, person.id), eq(member.pendingPhotoId, pictureId))),
  );
  const isRejected = exists(db.select({ id: sanction.id }).from(sanction).where(eq(sanction.id, sanctionId)));
  const hashes = (await hashStoredPicture(pictureId)).map((hash) => ({ hash, sanctionId }));
  const [, rejected] = await db.batch([
    db.insert(moderationCase).select(
      rowIf(
        moderationCase,
        {
          id: caseId,
          memberId: person.id,
          memberName: `${person.firstName} ${person.lastName}`.trim(),
          severity: 0,
          openedAt: now,
          claimedBy: moderatorId,
          claimedAt: now,
          closedAt: now,
        },
        isPending,
      ),
    ),
    db
      .insert(sanction)
      .select(
        rowIf(
          sanction,
          {
            id: sanctionId,
            caseId,
            memberId: person.id,
            moderatorId,
            kind: "removal",
            rule,
            statement,
            removed: [{ kind: "photo", pictureId, wasPending: true }],
            startsAt: now,
          },
          isPending,
        ),
      )
      .returning({ id: sanction.id }),
    db
      .update(member)
      .set({ pendingPhotoId: null })
      .where(and(eq(member.id, person.id), eq(member.pendingPhotoId, pictureId), isRejected)),
    db
      .insert(removedPicture)
      .select(
        sql`select value ->> 'hash', ${sanctionId} from json_each(${JSON.stringify(hashes)}) where ${isRejected}`,
      ),
    logAction(
      {
        actorId: moderatorId,
        action: "photo-reviewed",
        caseId: sql`${caseId}`,
        memberId: person.id,
        detail: "Rejected",
      },
      isRejected,
    ),
    enqueueStaffReset(isRejected, person.id),
    insertSanctionNotification(sanctionId),
    // Nobody else has seen the photo.
    ...applySanctions(person.id, now, { self: isRejected, contacts: false }),
  ]);
  return (rejected as unknown[]).length > 0;
}

/** A file of a picture in evidence or awaiting review, unless it concerns the moderator. */
export async function getModeratedFile(
  moderatorId: number,
  name: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const id = pictureIdFromFile(name);
  if (!id) return undefined;
  const isEvidence = exists(
    db
      .select({ id: report.id })
      .from(evidencePicture)
      .innerJoin(report, eq(report.id, evidencePicture.reportId))
      .where(and(eq(evidencePicture.pictureId, id), sql`${report.reportedId} is not ${moderatorId}`)),
  );
  const isPending = exists(
    db
      .select({ id: member.id })
      .from(member)
      .where(and(eq(member.pendingPhotoId, id), ne(member.id, moderatorId))),
  );
  const isVisible = await db.$count(picture, and(eq(picture.id, id), or(isEvidence, isPending)));
  return isVisible ? storage.get(name) : undefined;
}
