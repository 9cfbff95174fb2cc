// What a sanction on a case can remove.
import { db } from "db/client.server";
import type { RemovedContent } from "db/column-types";
import { member } from "db/schema";
import type { Database } from "db/transaction.server";
import { eq, type SQL, sql } from "drizzle-orm";

/** How many of a case's reports are searched for what they show of the member, the newest first. */
const REPORTS = 50;
const CHAT_PHOTOS = 500;

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
    photo: reportedPicture(memberId, "photo"),
    morePhoto: sql`select json_object(
        'kind', 'morePhoto', 'pictureId', value ->> 'photoId', 'focus', value ->> 'photoFocus')
      from member, json_each(more_photos) where ${isMember} and value ->> 'photoId' is not null
      union all ${replacedMorePhotos(memberId)}`,
    chatPhoto: sql`select * from (select distinct json_object('kind', 'chatPhoto', 'messageId', attachment.id,
        'wasDeleted', json(iif(message.deleted_at is null, 'false', 'true')))
      from report
      join evidence_attachment on evidence_attachment.report_id = report.id
      join attachment on attachment.id = attachment_id and kind = 'photo' and owner_id = ${memberId}
      left join message on message.id = attachment.id
      where case_id = ${caseId} order by attachment.created_at desc limit ${CHAT_PHOTOS})`,
    cover: reportedPicture(memberId, "cover"),
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
        select note.value ->> 'recordId' from evidence, json_each(snapshot, '$.recordNotes') note
        where report_id in (${newestReports(caseId)}))
      having count(*) > 0`,
  };
  const chosen = kinds.map((kind) => items[kind]);
  if (!chosen.length) return [];
  const rows = await on.all<{ item: string }>(
    sql`with shown as materialized (
      select report_id, snapshot ->> '$.reportedPhotoId' as reported_photo_id, snapshot -> '$.profile' as profile
      from evidence where report_id in (${newestReports(caseId)})
    ) select item from (select null as item where false union all ${sql.join(chosen, sql` union all `)})`,
  );
  return rows.map(({ item }) => JSON.parse(item));
}

function newestReports(caseId: string): SQL {
  return sql`select id from report where case_id = ${caseId} order by created_at desc, id limit ${REPORTS}`;
}

/** What a case's reports have shown of a member, with the pictures that they have kept, and the member's row. */
function keptPictures(memberId: number): SQL {
  return sql`shown
    join evidence_picture on evidence_picture.report_id = shown.report_id
    join picture on picture.id = picture_id and owner_id = ${memberId} and picture.removed_at is null
    join member on member.id = ${memberId}`;
}

const isAmongMorePhotos = sql`picture_id in (
  select value ->> 'photoId' from json_each(more_photos) where value ->> 'photoId' is not null)`;

/** The profile photo or cover as it was reported, and a reported photo that has become the profile photo since. */
function reportedPicture(memberId: number, kind: "photo" | "cover"): SQL {
  const shown = kind === "photo" ? member.photoId : member.coverId;
  return sql`select distinct json_object('kind', ${kind}, 'pictureId', picture_id,
      'isShown', json(iif(${shown} is picture_id, 'true', 'false')))
    from ${keptPictures(memberId)}
    where not ${isAmongMorePhotos} and picture_id in (
      profile ->> ${`${kind}Id`}, iif(${shown} is picture_id, reported_photo_id, null))`;
}

/** Reported photos after the first that their member has removed since. */
function replacedMorePhotos(memberId: number): SQL {
  return sql`select distinct json_object('kind', 'morePhoto', 'pictureId', picture_id, 'focus', null, 'isShown', json('false'))
    from ${keptPictures(memberId)}
    where not ${isAmongMorePhotos} and ${member.photoId} is not picture_id
      and profile ->> 'photoId' is not picture_id
      and (reported_photo_id = picture_id or picture_id in (
        select value ->> 'photoId' from json_each(profile, '$.morePhotos')))`;
}
