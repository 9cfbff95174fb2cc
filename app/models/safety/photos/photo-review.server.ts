// Pictures that await a moderator's approval (PHOTO_REVIEW=on).
import { db } from "db/client.server";
import type { RemovedContent } from "db/column-types";
import { member, picture } from "db/schema";
import { type Database, type Tx, transaction } from "db/transaction.server";
import { and, asc, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { msg } from "~/language/text";
import { publish, publishEvent } from "~/live/publish.server";
import { dropPhoto, promotePhoto } from "~/models/picture/photo-order.server";
import { deletePicture, pendingColumns, pendingUse } from "~/models/picture/picture.server";
import { hashStoredPicture } from "~/models/picture/picture-hash.server";
import type { PendingUse } from "~/models/picture/upload";
import { banHashes } from "~/models/safety/evidence/content-removal.server";
import type { PictureReviewInput } from "~/models/safety/review-schema";
import { bansPictures } from "~/models/safety/sanctions/sanction";
import { addRemoval, applySanctions, citeSection } from "~/models/safety/sanctions/sanction.server";
import { fullName, logAction } from "~/models/safety/staff/moderation-log.server";
import { Refusal } from "~/refusal";

const PAGE_SIZE = 24;
const REVIEWED = msg("This picture was already reviewed or replaced.");

/** A pending picture with its member, and what it is for. */
export type PendingPicture = {
  pictureId: string;
  use: PendingUse;
  memberId: string;
  memberName: string;
  sentAt: string;
  /** Why the checking service holds it, if it does. */
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

/** Pending pictures that are used somewhere, without the moderator's own. */
export function selectPending(moderatorId: number, pictureId?: string, on: Database = db) {
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
  // Not translated: the log is kept in English.
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
  if (bansPictures(rule)) await banHashes(tx, id, hashes);
  const reviewed = { actorId: moderatorId, action: "photo-reviewed", memberId: person.id } as const;
  // Not translated: the log is kept in English.
  await logAction(tx, { ...reviewed, caseId, detail: "Rejected" });
  await publish(tx, "sanction", { id, memberId: person.id });
  // Nobody else has seen the picture.
  await applySanctions(tx, person.id, startsAt, { contacts: false });
}
