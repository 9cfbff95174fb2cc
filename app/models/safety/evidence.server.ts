// Evidence: the snapshot of a report, read by the statement that stores it.
import { type SQL, sql } from "drizzle-orm";
import { wasSent } from "~/models/conversation/attachment/attachment-removal.server";
import { type MemberPair, pairOf } from "~/models/pair.server";
import { type ReportAbout, splitPhotoId } from "./report";

const MESSAGES = 200;
const FIRST_MESSAGES = 20;
const BOTH_ENDS = 100;
const RECORD_NOTES = 50;
const RECORDS = 50;

/**
 * Builds the EvidenceSnapshot JSON of a reported member and the reported content. Always includes a reported message,
 * however old; each with the reactions to it.
 */
export function snapshot(reporterId: number, reportedId: number, about: ReportAbout): SQL {
  const { photoId = null } = about.subject === "photo" ? splitPhotoId(about.id) : {};
  return sql`json_object(
    'reportedPhotoId', ${photoId},
    'profile', ${profile(reportedId)},
    'artists', json(${artists(reportedId)}),
    'genres', json(coalesce((select favorite_genres from preferences where member_id = ${reportedId}), '[]')),
    'messages', json(${messages(reporterId, reportedId, about)}),
    'playlist', json(${playlist(about)}),
    'recordNotes', json(${recordNotes(reportedId)}),
    'records', json(${shownRecords(reportedId)})
  )`;
}

/** A member's photos after the first, without those that nobody else has seen. */
const morePhotos = sql`(select json_group_array(json(value)) from json_each(more_photos) where not exists (
  select 1 from picture where id = value ->> 'photoId' and pending_at is not null))`;

function profile(memberId: number): SQL {
  return sql`(select json_object(
    'firstName', first_name, 'lastName', last_name, 'bio', bio, 'age', age,
    'genderWords', iif(shows_wishes, gender_words, null), 'placeName', place_name,
    'photoId', photo_id, 'coverId', cover_id, 'portraitUrl', portrait_url, 'photoFocus', photo_focus,
    'morePhotos', json(${morePhotos}), 'anthem', json(anthem), 'prompts', json(prompts)
  ) from member where id = ${memberId})`;
}

function artists(memberId: number): SQL {
  return sql`(select json_group_array(name) from
    (select name from member_artist where member_id = ${memberId} order by position))`;
}

/**
 * The first 20 messages of each conversation, the last 200 of all, the reported one with what it quotes, and those that are
 * flagged or were changed. Reads at most 220 messages per conversation otherwise, because the index orders them only within
 * one.
 */
function messages(reporterId: number, reportedId: number, { subject, id }: ReportAbout): SQL {
  const pair = pairOf(reporterId, reportedId);
  const { lowId, highId } = pair;
  const reportedMessage = subject === "message" ? id : null;
  return sql`(select json_group_array(json_object(
    'id', id,
    'isReported', json(iif(id is ${reportedMessage}, 'true', 'false')),
    'isByReporter', json(iif(sender_id = ${reporterId}, 'true', 'false')),
    'content', content, 'messageType', message_type, 'metadata', json(metadata), 'createdAt', created_at,
    'quotedId', quoted_id,
    'earlier', json((select json_group_array(json_object(
      'content', content, 'metadata', json(metadata), 'replacedAt', replaced_at
    )) from (select * from message_version where message_id = shown.id order by id))),
    'reactions', json((select json_group_array(json_object(
      'isByReporter', json(iif(member_id = ${reporterId}, 'true', 'false')), 'reaction', kind
    )) from (select * from reaction where message_id = shown.id order by member_id)))
  )) from (
    select * from (
      select message.* from conversation
      join message on message.conversation_id = conversation.id and message.sequence >= coalesce(
        (select sequence from message where conversation_id = conversation.id
          order by sequence desc limit 1 offset ${MESSAGES - 1}), 0)
      where conversation.low_id = ${lowId} and conversation.high_id = ${highId}
      order by message.sequence desc limit ${MESSAGES}
    )
    union select message.* from conversation
      join message on message.conversation_id = conversation.id and message.sequence <= coalesce(
        (select sequence from message where conversation_id = conversation.id
          order by sequence limit 1 offset ${FIRST_MESSAGES - 1}), ${Number.MAX_SAFE_INTEGER})
      where conversation.low_id = ${lowId} and conversation.high_id = ${highId}
    union select * from message where id = ${reportedMessage}
    union select * from message where id = (select quoted_id from message where id = ${reportedMessage})
    union select * from message where sequence in (${bothEnds(pair, sql`is_flagged`)})
    union select * from message where sequence in (
      ${bothEnds(pair, sql`(edited_at is not null or deleted_at is not null)`)})
    order by sequence
  ) as shown)`;
}

/**
 * Selects the sequences of the first 100 and the last 100 messages of a pair's conversations for which this is true, so that
 * neither end of a chat can be buried. `condition` is that of a partial index.
 */
function bothEnds({ lowId, highId }: MemberPair, condition: SQL): SQL {
  const some = (order: SQL) => sql`select * from (
    select message.sequence from conversation
    join message on message.conversation_id = conversation.id and ${condition}
    where conversation.low_id = ${lowId} and conversation.high_id = ${highId}
    order by message.sequence ${order} limit ${BOTH_ENDS}
  )`;
  return sql`${some(sql`asc`)} union ${some(sql`desc`)}`;
}

function playlist({ subject, id }: ReportAbout): SQL {
  return sql`(select json_object(
    'id', id, 'name', name, 'description', description, 'pictureId', picture_id,
    'songs', json((select json_group_array(json_object('artist', artist, 'title', title, 'album', album)) from
      (select * from playlist_song where playlist_id = playlist.id order by position)))
  ) from playlist where id = ${subject === "playlist" ? id : null})`;
}

function recordNotes(memberId: number): SQL {
  return sql`(select json_group_array(json_object(
    'recordId', id, 'artist', artist, 'album', album, 'text', notes
  )) from (
    select * from record where member_id = ${memberId} and notes <> ''
    order by created_at desc limit ${RECORD_NOTES}
  ))`;
}

function shownRecords(memberId: number): SQL {
  return sql`(select json_group_array(json_object('artist', artist, 'album', album)) from (
    select record.* from member join record on record.member_id = member.id
    where member.id = ${memberId} and member.shows_collection
    order by record.created_at desc limit ${RECORDS}
  ))`;
}

/** Selects the rows that keep a snapshot's pictures. */
export function snapshotPictures(
  reportId: string,
  { reporterId, reportedId }: { reporterId: number; reportedId: number },
  { subject, id }: ReportAbout,
): SQL {
  const { lowId, highId } = pairOf(reporterId, reportedId);
  return sql`select ${reportId}, id from picture
    where id in (
      select photo_id from member where id = ${reportedId}
      union select cover_id from member where id = ${reportedId}
      union select value ->> 'photoId' from member, json_each(${morePhotos}) where member.id = ${reportedId}
      union select picture_id from playlist where id = ${subject === "playlist" ? id : null}
      union select metadata ->> 'photoId' from conversation
        join message on message.conversation_id = conversation.id and message_type = 'profile_quote'
        where low_id = ${lowId} and high_id = ${highId}
    )`;
}

/**
 * Selects the rows that keep the files of reported messages: of the reported one, or of all that the snapshot has of a
 * reported conversation. Those of the reporter are not among them.
 */
export function snapshotAttachments(reportId: string, reportedId: number, { subject, id }: ReportAbout): SQL {
  const isReported = {
    message: sql`id = ${id}`,
    conversation: sql`id in (
      select value ->> 'id' from evidence, json_each(evidence.snapshot, '$.messages') where report_id = ${reportId}
    )`,
  };
  return sql`select ${reportId}, id from attachment where owner_id = ${reportedId} and ${wasSent()} and ${
    subject === "message" || subject === "conversation" ? isReported[subject] : sql`false`
  }`;
}
