// Pictures that await a moderator's approval (PHOTO_REVIEW=on), and files only moderators can see.
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
import { and, asc, eq, exists, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { storage } from "~/integrations/storage.server";
import { enqueueEvent, notify } from "~/live/outbox.server";
import { pictureIdFromFile } from "~/models/picture/picture";
import { deletePicture, pendingColumns, pendingUse } from "~/models/picture/picture.server";
import { hashStoredPicture } from "~/models/picture/picture-hash.server";
import type { PendingUse } from "~/models/picture/upload";
import { Refusal } from "~/refusal";
import type { PictureReviewInput } from "./case-schema";
import { fullName, logAction } from "./moderation-log.server";
import { applySanctions, insertSanctionNotification } from "./sanction.server";
import { enqueueStaffReset, listStaffIds } from "./staff.server";

const PAGE_SIZE = 24;
const REVIEWED = "This picture was already reviewed or replaced.";

/** A pending picture with its member, and what it is for. */
export type PendingPicture = {
  pictureId: string;
  use: PendingUse;
  memberId: string;
  memberName: string;
  sentAt: string;
};

/** Up to 24 pending pictures, oldest first, without the moderator's own. */
export async function listPendingPictures(moderatorId: number): Promise<PendingPicture[]> {
  const rows = await selectPending(moderatorId).orderBy(asc(picture.pendingAt), picture.id).limit(PAGE_SIZE);
  return rows.map(({ pictureId, use, person, memberName, sentAt }) => ({
    pictureId,
    use: use as PendingUse,
    memberId: String(person.id),
    memberName,
    sentAt: sentAt.toISOString(),
  }));
}

/** Pending pictures that are used, without the moderator's own. */
function selectPending(moderatorId: number, pictureId?: string) {
  return db
    .select({
      pictureId: picture.id,
      use: pendingUse(),
      person: member,
      memberName: fullName(member),
      sentAt: picture.createdAt,
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
 * picture that is no longer pending (conflict).
 */
export async function reviewPicture(
  moderatorId: number,
  pictureId: string,
  input: PictureReviewInput,
): Promise<PendingUse> {
  const [pending] = await selectPending(moderatorId, pictureId);
  if (!pending?.use) throw new Refusal("conflict", REVIEWED);
  const { person, use } = pending;
  const isPending = exists(selectPending(moderatorId, pictureId));
  const isDone = await (input.outcome === "approve"
    ? approve(moderatorId, person, pictureId, isPending)
    : reject(moderatorId, person, pictureId, use, input, isPending));
  if (!isDone) throw new Refusal("conflict", REVIEWED);
  notify([person.id, ...(await listStaffIds())]);
  return use;
}

type Person = typeof member.$inferSelect;

async function approve(
  moderatorId: number,
  person: Person,
  pictureId: string,
  isPending: SQL,
): Promise<boolean> {
  const results = await db.batch([
    logAction(
      { actorId: moderatorId, action: "photo-reviewed", memberId: person.id, detail: "Approved" },
      isPending,
    ),
    enqueueEvent([person.id], "reset", "", isPending),
    enqueueStaffReset(isPending, person.id),
    db
      .update(picture)
      .set({ pendingAt: null })
      .where(and(eq(picture.id, pictureId), isPending))
      .returning({ id: picture.id }),
    db
      .update(member)
      .set({ photoId: pictureId, pendingPhotoId: null, portraitUrl: null })
      .where(eq(member.pendingPhotoId, pictureId)),
    db
      .update(member)
      .set({ coverId: pictureId, pendingCoverId: null })
      .where(eq(member.pendingCoverId, pictureId)),
  ]);
  if (!results[3].length) return false;
  for (const old of [person.photoId, person.coverId]) await deletePicture(person.id, old);
  return true;
}

async function reject(
  moderatorId: number,
  person: Person,
  pictureId: string,
  use: PendingUse,
  { rule, statement }: PictureReviewInput,
  isPending: SQL,
): Promise<boolean> {
  const [caseId, sanctionId] = [randomUUID(), randomUUID()];
  const now = new Date();
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
            removed: [{ kind: use === "photo" ? "photo" : "cover", pictureId, wasPending: true }],
            startsAt: now,
          },
          isPending,
        ),
      )
      .returning({ id: sanction.id }),
    ...Object.values(pendingColumns).map((column) =>
      db.run(sql`update ${column.table} set ${sql.identifier(column.name)} = null
        where ${column} = ${pictureId} and ${isRejected}`),
    ),
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
    // Nobody else has seen the picture.
    ...applySanctions(person.id, now, { self: isRejected, contacts: false }),
  ]);
  if (!(rejected as unknown[]).length) return false;
  await deletePicture(person.id, pictureId);
  return true;
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
  const isPending = exists(selectPending(moderatorId, id));
  const isVisible = await db.$count(picture, and(eq(picture.id, id), or(isEvidence, isPending)));
  return isVisible ? storage.get(name) : undefined;
}
