// Files that moderators see and others may not.
import { db } from "db/client.server";
import {
  attachment,
  evidenceAttachment,
  evidencePicture,
  member,
  photoCheck,
  picture,
  report,
} from "db/schema";
import { and, eq, exists, isNull, or, sql } from "drizzle-orm";
import { storage } from "~/integrations/storage.server";
import { type AttachmentFile, readAttachment } from "~/models/conversation/attachment/attachment.server";
import { pictureIdFromFile } from "~/models/picture-url";
import { isWaitingFor } from "./photo-check-review.server";
import { selectPending } from "./photo-review.server";

/**
 * A file of a picture that members see, or that is in evidence, in a photo check or awaiting review and isn't about the
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

/** The full-size photo or the voice note of a message that is evidence, unless it is about the moderator. */
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
