// Content that moderators remove, and restore after an appeal.
import { db } from "db/client.server";
import type { RemovedContent } from "db/column-types";
import { evidencePicture, member, picture, playlist, record, removedPicture, report } from "db/schema";
import type { Database, Tx } from "db/transaction.server";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { removeMessage, restoreMessage } from "~/models/conversation/message-change.server";
import { hideQuotedAnswers } from "~/models/conversation/profile-quote/profile-quote.server";
import { getMember } from "~/models/member/member.server";
import { dropPhoto, promotePhoto } from "~/models/picture/photo-order.server";
import { hasFirstPhoto, listPhotos, PHOTOS_MAX } from "~/models/picture/photos";

/**
 * The member's content of these kinds that a sanction on a case can remove. Includes pictures that were reported and that their
 * member has replaced since, so that copies are refused.
 */
export async function listRemovable(
  memberId: number,
  caseId: string,
  kinds: readonly RemovedContent["kind"][] = [
    "photo",
    "morePhoto",
    "chatPhoto",
    "cover",
    "bio",
    "prompts",
    "anthem",
    "playlist",
    "notes",
  ],
  on: Database = db,
): Promise<RemovedContent[]> {
  const isMember = eq(member.id, memberId);
  const items: Record<RemovedContent["kind"], SQL> = {
    photo: reportedPicture(memberId, caseId, "photo"),
    morePhoto: sql`select json_object(
        'kind', 'morePhoto', 'pictureId', value ->> 'photoId', 'focus', value ->> 'photoFocus')
      from member, json_each(more_photos) where ${isMember} and value ->> 'photoId' is not null
      union all ${replacedMorePhotos(memberId, caseId)}`,
    chatPhoto: sql`select distinct json_object('kind', 'chatPhoto', 'messageId', attachment.id,
        'wasDeleted', json(iif(message.deleted_at is null, 'false', 'true')))
      from report
      join evidence_attachment on evidence_attachment.report_id = report.id
      join attachment on attachment.id = attachment_id and kind = 'photo' and owner_id = ${memberId}
      left join message on message.id = attachment.id
      where case_id = ${caseId}`,
    cover: reportedPicture(memberId, caseId, "cover"),
    bio: sql`select json_object('kind', 'bio', 'text', bio) from member where ${isMember} and bio <> ''`,
    prompts: sql`select json_object('kind', 'prompts', 'prompts', json(prompts)) from member
      where ${isMember} and prompts <> '[]'`,
    anthem: sql`select json_object('kind', 'anthem', 'anthem', json(anthem)) from member
      where ${isMember} and anthem is not null`,
    playlist: sql`select json_object('kind', 'playlist', 'playlistId', id) from playlist
      where owner_id = ${memberId} and removed_at is null and id in (
        select subject_id from report where case_id = ${caseId} and subject = 'playlist')`,
    notes: sql`select json_object('kind', 'notes', 'notes',
        json_group_array(json_object('recordId', record.id, 'text', notes))) from record
      where member_id = ${memberId} and notes <> '' and id in (
        select note.value ->> 'recordId' from report
        join evidence on evidence.report_id = report.id, json_each(snapshot, '$.recordNotes') note
        where case_id = ${caseId})
      having count(*) > 0`,
  };
  const chosen = kinds.map((kind) => items[kind]);
  if (!chosen.length) return [];
  const rows = await on.all<{ item: string }>(
    sql`select item from (select null as item where false union all ${sql.join(chosen, sql` union all `)})`,
  );
  return rows.map(({ item }) => JSON.parse(item));
}

/** A case's reports with the pictures that they have kept of a member, and the member's row. */
function keptPictures(memberId: number): SQL {
  return sql`report
    join evidence on evidence.report_id = report.id
    join evidence_picture on evidence_picture.report_id = report.id
    join picture on picture.id = picture_id and owner_id = ${memberId} and picture.removed_at is null
    join member on member.id = ${memberId}`;
}

const isAmongMorePhotos = sql`picture_id in (
  select value ->> 'photoId' from json_each(more_photos) where value ->> 'photoId' is not null)`;

/** The profile photo or cover as it was reported, and a reported photo that has become the profile photo since. */
function reportedPicture(memberId: number, caseId: string, kind: "photo" | "cover"): SQL {
  const shown = kind === "photo" ? member.photoId : member.coverId;
  return sql`select distinct json_object('kind', ${kind}, 'pictureId', picture_id,
      'isShown', json(iif(${shown} is picture_id, 'true', 'false')))
    from ${keptPictures(memberId)}
    where case_id = ${caseId} and not ${isAmongMorePhotos} and picture_id in (
      snapshot ->> ${`$.profile.${kind}Id`}, iif(${shown} is picture_id, snapshot ->> '$.reportedPhotoId', null))`;
}

/** Reported photos after the first that their member has removed since. */
function replacedMorePhotos(memberId: number, caseId: string): SQL {
  return sql`select distinct json_object('kind', 'morePhoto', 'pictureId', picture_id, 'focus', null, 'isShown', json('false'))
    from ${keptPictures(memberId)}
    where case_id = ${caseId} and not ${isAmongMorePhotos} and ${member.photoId} is not picture_id
      and snapshot ->> '$.profile.photoId' is not picture_id
      and (snapshot ->> '$.reportedPhotoId' = picture_id or picture_id in (
        select value ->> 'photoId' from json_each(snapshot, '$.profile.morePhotos')))`;
}

type NewSanction = { id: string; caseId: string; removed: RemovedContent[] };

/**
 * Removes a new sanction's content. `hashes` are its pictures' hashes, those of photos in chats by their messages. Pictures are
 * kept as evidence, so that an overturned appeal can restore them.
 */
export async function removeContent(
  tx: Tx,
  memberId: number,
  { id: sanctionId, caseId, removed }: NewSanction,
  hashes: { pictureId: string; hash: string }[],
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
        await banHashes(
          tx,
          sanctionId,
          hashes.filter((each) => each.pictureId === pictureId),
        );
        await takePicture(tx, memberId, content);
        break;
      }
      case "chatPhoto":
        await banHashes(
          tx,
          sanctionId,
          hashes.filter(({ pictureId }) => pictureId === content.messageId),
        );
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
export async function banHashes(tx: Tx, sanctionId: string, hashes: { hash: string }[]): Promise<void> {
  const rows = hashes.map(({ hash }) => ({ hash, sanctionId }));
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
