// Content that moderators remove, and restore after an appeal.
import type { RemovedContent } from "db/column-types";
import { evidencePicture, member, picture, playlist, record, removedPicture, report } from "db/schema";
import type { Tx } from "db/transaction.server";
import { and, eq, isNull } from "drizzle-orm";
import { removeMessage, restoreMessage } from "~/models/conversation/message-change.server";
import { hideQuotedAnswers } from "~/models/conversation/profile-quote/profile-quote.server";
import { getMember } from "~/models/member/member.server";
import { dropPhoto, promotePhoto } from "~/models/picture/photo-order.server";
import { hasFirstPhoto, listPhotos, PHOTOS_MAX } from "~/models/picture/photos";

type NewSanction = { id: string; caseId: string; removed: RemovedContent[] };

/**
 * Removes a new sanction's content. Pictures are kept as evidence, so that an overturned appeal can restore them; the caller
 * bans their copies.
 */
export async function removeContent(
  tx: Tx,
  memberId: number,
  { caseId, removed }: NewSanction,
): Promise<void> {
  const now = new Date();
  const isMember = eq(member.id, memberId);
  for (const content of removed) {
    switch (content.kind) {
      case "photo":
      case "morePhoto":
      case "cover": {
        const { pictureId } = content;
        await keepAsEvidence(tx, caseId, pictureId);
        await tx.update(picture).set({ heldAt: now }).where(eq(picture.id, pictureId));
        await takePicture(tx, memberId, content);
        break;
      }
      case "chatPhoto":
        await removeMessage(tx, memberId, content.messageId);
        break;
      case "bio":
        await tx.update(member).set({ bio: "" }).where(isMember);
        break;
      case "prompts":
        await tx.update(member).set({ prompts: [] }).where(isMember);
        await hideQuotedAnswers(tx, memberId, true);
        break;
      case "anthem":
        await tx.update(member).set({ anthem: null }).where(isMember);
        break;
      case "playlist":
        await tx.update(playlist).set({ removedAt: now }).where(eq(playlist.id, content.playlistId));
        break;
      case "notes":
        for (const { recordId } of content.notes)
          await tx.update(record).set({ notes: "" }).where(eq(record.id, recordId));
    }
  }
  // After all of them: the next photo may be removed too.
  await promotePhoto(tx, memberId);
}

type RemovedPicture = Extract<RemovedContent, { pictureId: string }>;

/** Takes a picture from a member's profile. */
async function takePicture(tx: Tx, memberId: number, { kind, pictureId }: RemovedPicture): Promise<void> {
  if (kind === "morePhoto") return dropPhoto(tx, memberId, pictureId);
  const column = kind === "photo" ? "photoId" : "coverId";
  await tx
    .update(member)
    .set({ [column]: null })
    .where(and(eq(member.id, memberId), eq(member[column], pictureId)));
}

/** Puts a picture back; a photo whose place has been taken stands behind the others, if there is room. */
async function putPictureBack(tx: Tx, memberId: number, content: RemovedPicture): Promise<void> {
  const { kind, pictureId } = content;
  if (content.kind === "cover") {
    const isWithout = and(eq(member.id, memberId), isNull(member.coverId));
    await tx.update(member).set({ coverId: pictureId }).where(isWithout);
    return;
  }
  const me = await getMember(memberId, tx);
  if (listPhotos(me).length >= PHOTOS_MAX) return;
  const photoFocus = content.kind === "morePhoto" ? content.focus : me.photoFocus;
  const photo = { photoId: pictureId, portraitUrl: null, photoFocus };
  const morePhotos = [...me.morePhotos, photo];
  await tx
    .update(member)
    .set(kind === "photo" && !hasFirstPhoto(me) ? photo : { morePhotos })
    .where(eq(member.id, memberId));
}

async function keepAsEvidence(tx: Tx, caseId: string, pictureId: string): Promise<void> {
  const [first] = await tx.select({ id: report.id }).from(report).where(eq(report.caseId, caseId)).limit(1);
  const [existing] = await tx.select({ id: picture.id }).from(picture).where(eq(picture.id, pictureId));
  if (first && existing)
    await tx.insert(evidencePicture).values({ reportId: first.id, pictureId }).onConflictDoNothing();
}

/** Keeps pictures with these hashes from being uploaded again. */
export async function banHashes(tx: Tx, sanctionId: string, hashes: string[]): Promise<void> {
  const rows = hashes.map((hash) => ({ hash, sanctionId }));
  if (rows.length) await tx.insert(removedPicture).values(rows).onConflictDoNothing();
}

/** Restores what a sanction removed, unless the member has replaced it or it never was approved. */
export async function restoreContent(
  tx: Tx,
  memberId: number,
  { id: sanctionId, removed }: NewSanction,
): Promise<void> {
  const isMember = eq(member.id, memberId);
  for (const content of removed) {
    switch (content.kind) {
      case "photo":
      case "morePhoto":
      case "cover": {
        if ("wasPending" in content || ("isShown" in content && !content.isShown)) break;
        const [kept] = await tx
          .update(picture)
          .set({ heldAt: null })
          .where(eq(picture.id, content.pictureId))
          .returning({ id: picture.id, removedAt: picture.removedAt });
        if (kept && !kept.removedAt) await putPictureBack(tx, memberId, content);
        break;
      }
      case "chatPhoto":
        if (!content.wasDeleted) await restoreMessage(tx, memberId, content.messageId);
        break;
      case "bio":
        await tx
          .update(member)
          .set({ bio: content.text })
          .where(and(isMember, eq(member.bio, "")));
        break;
      case "prompts":
        await tx
          .update(member)
          .set({ prompts: content.prompts })
          .where(and(isMember, eq(member.prompts, [])));
        await hideQuotedAnswers(tx, memberId, false);
        break;
      case "anthem":
        await tx
          .update(member)
          .set({ anthem: content.anthem })
          .where(and(isMember, isNull(member.anthem)));
        break;
      case "playlist":
        await tx.update(playlist).set({ removedAt: null }).where(eq(playlist.id, content.playlistId));
        break;
      case "notes":
        for (const { recordId, text } of content.notes)
          await tx
            .update(record)
            .set({ notes: text })
            .where(and(eq(record.id, recordId), eq(record.notes, "")));
    }
  }
  await tx.delete(removedPicture).where(eq(removedPicture.sanctionId, sanctionId));
}
