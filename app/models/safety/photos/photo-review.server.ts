// Pictures that await a moderator's approval (PHOTO_REVIEW=on), and files only moderators can see.

import { db } from "db/client.server";
import type { RemovedContent } from "db/column-types";
import {
  attachment,
  evidenceAttachment,
  evidencePicture,
  member,
  photoCheck,
  picture,
  report,
} from "db/schema";
import { type Database, type Tx, transaction } from "db/transaction.server";
import { and, asc, eq, exists, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { storage } from "~/integrations/storage.server";
import { publish, publishEvent } from "~/live/publish.server";
import { type AttachmentFile, readAttachment } from "~/models/conversation/attachment/attachment.server";
import { dropPhoto, promotePhoto } from "~/models/picture/photo-order.server";
import { deletePicture } from "~/models/picture/picture.server";
import { hashStoredPicture } from "~/models/picture/picture-hash.server";
import { pendingColumns, pendingUse } from "~/models/picture/picture-removal.server";
import type { PendingUse } from "~/models/picture/upload";
import { pictureIdFromFile } from "~/models/picture-url";
import type { PictureReviewInput } from "~/models/safety/case/case-schema";
import { banHashes } from "~/models/safety/evidence/content-removal.server";
import { citeSection } from "~/models/safety/sanctions/rule-section.server";
import { addRemoval, applySanctions } from "~/models/safety/sanctions/sanction.server";
import { fullName, logAction } from "~/models/safety/staff/moderation-log.server";
import { Refusal } from "~/refusal";
import { isWaitingFor } from "./photo-check-review.server";

const PAGE_SIZE = 24;
const REVIEWED = "This picture was already reviewed or replaced.";

/** A pending picture with its member, and what it is for. */
export type PendingPicture = {
  pictureId: string;
  use: PendingUse;
  memberId: string;
  memberName: string;
  sentAt: string;
  /** What the checking service says of it, if it holds it. */
  reason: string;
};

/** Up to 24 pending pictures, oldest first, without the moderator's own. */
export async function listPendingPictures(moderatorId: number): Promise<PendingPicture[]> {
  const rows = await selectPending(moderatorId).orderBy(asc(picture.pendingAt), picture.id).limit(PAGE_SIZE);
  return rows.map(({ pictureId, use, person, memberName, sentAt, reason }) => ({
    pictureId,
    use: use as PendingUse,
    memberId: String(person.id),
    memberName,
    sentAt: sentAt.toISOString(),
    reason: reason ?? "",
  }));
}

/** Pending pictures that are used, without the moderator's own. */
function selectPending(moderatorId: number, pictureId?: string, on: Database = db) {
  return on
    .select({
      pictureId: picture.id,
      use: pendingUse(),
      person: member,
      memberName: fullName(member),
      sentAt: picture.createdAt,
      reason: picture.pendingReason,
    })
    .from(picture)
    .innerJoin(member, eq(member.id, picture.ownerId))
    .where(
      and(
        isNotNull(picture.pendingAt),
        isNull(picture.heldAt),
        isNull(picture.removedAt),
        isNotNull(pendingUse()),
        ne(member.id, moderatorId),
        pictureId === undefined ? undefined : eq(picture.id, pictureId),
      ),
    )
    .$dynamic();
}

/**
 * Approves a pending picture, or rejects it with a sanction that the member can appeal. Returns what it is for. Refuses a
 * picture that is no longer pending (conflict), and a cited section that the rules lack (invalid).
 */
export async function reviewPicture(
  moderatorId: number,
  pictureId: string,
  decided: PictureReviewInput,
): Promise<PendingUse> {
  const input = { ...decided, statement: citeSection(decided) };
  const hashes = input.outcome === "approve" ? [] : await hashStoredPicture(pictureId);
  const { person, use, retired } = await transaction(async (tx) => {
    const [pending] = await selectPending(moderatorId, pictureId, tx);
    if (!pending?.use) throw new Refusal("conflict", REVIEWED);
    const { person, use } = pending;
    if (input.outcome !== "approve") {
      await reject(tx, moderatorId, person, { pictureId, use, hashes }, input);
      return { person, use, retired: [pictureId] };
    }
    await approve(tx, moderatorId, person, pictureId);
    return { person, use, retired: [person.photoId, person.coverId] };
  });
  for (const old of retired) await deletePicture(person.id, old);
  return use;
}

type Person = typeof member.$inferSelect;

async function approve(tx: Tx, moderatorId: number, person: Person, pictureId: string): Promise<void> {
  await tx.update(picture).set({ pendingAt: null, pendingReason: null }).where(eq(picture.id, pictureId));
  await tx
    .update(member)
    .set({
      photoId: pictureId,
      photoFocus: sql`pending_photo_focus`,
      pendingPhotoId: null,
      pendingPhotoFocus: null,
      portraitUrl: null,
    })
    .where(eq(member.pendingPhotoId, pictureId));
  await tx
    .update(member)
    .set({ coverId: pictureId, pendingCoverId: null })
    .where(eq(member.pendingCoverId, pictureId));
  const memberId = person.id;
  await logAction(tx, { actorId: moderatorId, action: "photo-reviewed", memberId, detail: "Approved" });
  await publishEvent(tx, "reset", [person.id]);
}

async function reject(
  tx: Tx,
  moderatorId: number,
  person: Person,
  { pictureId, use, hashes }: { pictureId: string; use: PendingUse; hashes: string[] },
  { rule, statement }: PictureReviewInput,
): Promise<void> {
  const kind = use === "photo" || use === "more" ? "photo" : "cover";
  const removed: RemovedContent[] = [{ kind, pictureId, wasPending: true }];
  const grounds = { moderatorId, rule, statement };
  const { id, caseId, startsAt } = await addRemoval(tx, person, removed, grounds);
  for (const column of Object.values(pendingColumns))
    await tx.run(
      sql`update ${column.table} set ${sql.identifier(column.name)} = null where ${column} = ${pictureId}`,
    );
  await dropPhoto(tx, person.id, pictureId);
  await promotePhoto(tx, person.id);
  // The owner of a stolen picture may still use it.
  if (rule !== "impersonation") await banHashes(tx, id, hashes);
  const reviewed = { actorId: moderatorId, action: "photo-reviewed", memberId: person.id } as const;
  await logAction(tx, { ...reviewed, caseId, detail: "Rejected" });
  await publish(tx, "sanction", { id, memberId: person.id });
  // Nobody else has seen the picture.
  await applySanctions(tx, person.id, startsAt, { contacts: false });
}

/**
 * A file of a picture that members see, or that is in evidence, in a photo check or awaiting review and doesn't concern the
 * moderator.
 */
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
  const isOfNotice = exists(
    db
      .select({ id: report.id })
      .from(report)
      .where(and(eq(report.noticeId, picture.noticeId), sql`${report.reportedId} is not ${moderatorId}`)),
  );
  const isPending = exists(selectPending(moderatorId, id));
  const isCheck = exists(
    db
      .select({ id: photoCheck.memberId })
      .from(photoCheck)
      .innerJoin(member, eq(member.id, photoCheck.memberId))
      .where(and(isWaitingFor(moderatorId), eq(photoCheck.pictureId, id))),
  );
  const isPublic = and(isNull(picture.heldAt), isNull(picture.pendingAt));
  const isVisible = await db.$count(
    picture,
    and(eq(picture.id, id), or(isPublic, isEvidence, isOfNotice, isPending, isCheck)),
  );
  return isVisible ? storage.get(name) : undefined;
}

/** The whole photo or the voice note of a message that is evidence, unless it concerns the moderator. */
export async function getReportedFile(
  moderatorId: number,
  messageId: string,
): Promise<AttachmentFile | undefined> {
  const [found] = await db
    .select({ kind: attachment.kind, file: attachment.file })
    .from(evidenceAttachment)
    .innerJoin(attachment, eq(attachment.id, evidenceAttachment.attachmentId))
    .innerJoin(report, eq(report.id, evidenceAttachment.reportId))
    .where(and(eq(attachment.id, messageId), sql`${report.reportedId} is not ${moderatorId}`))
    .limit(1);
  return found && readAttachment(found, "whole");
}
