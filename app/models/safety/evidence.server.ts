// Evidence: the snapshot of a report, read by the statement that stores it.
import { type SQL, sql } from "drizzle-orm";
import { pairOf } from "~/models/shared/pair";
import type { ReportAbout } from "./report";

const MESSAGES = 200;
const RECORD_NOTES = 50;
const RECORDS = 50;

/**
 * Builds the EvidenceSnapshot JSON of a reported member and the reported content. Always includes a reported message,
 * however old.
 */
export function snapshot(reporterId: number, reportedId: number, about: ReportAbout): SQL {
  return sql`json_object(
    'profile', ${profile(reportedId)},
    'artists', json(${artists(reportedId)}),
    'genres', json(coalesce((select favorite_genres from preferences where member_id = ${reportedId}), '[]')),
    'messages', json(${messages(reporterId, reportedId, about)}),
    'playlist', json(${playlist(about)}),
    'recordNotes', json(${recordNotes(reportedId)}),
    'records', json(${shownRecords(reportedId)})
  )`;
}

function profile(memberId: number): SQL {
  return sql`(select json_object(
    'firstName', first_name, 'lastName', last_name, 'bio', bio, 'age', age,
    'genderWords', iif(shows_wishes, gender_words, null), 'placeName', place_name,
    'photoId', photo_id, 'coverId', cover_id, 'portraitUrl', portrait_url
  ) from member where id = ${memberId})`;
}

function artists(memberId: number): SQL {
  return sql`(select json_group_array(name) from
    (select name from member_artist where member_id = ${memberId} order by position))`;
}

/** Reads at most 200 messages per conversation, because the index orders them only within one. */
function messages(reporterId: number, reportedId: number, { subject, id }: ReportAbout): SQL {
  const { lowId, highId } = pairOf(reporterId, reportedId);
  const reportedMessage = subject === "message" ? id : null;
  return sql`(select json_group_array(json_object(
    'id', id,
    'isReported', json(iif(id is ${reportedMessage}, 'true', 'false')),
    'isByReporter', json(iif(sender_id = ${reporterId}, 'true', 'false')),
    'content', content, 'messageType', message_type, 'metadata', json(metadata), 'createdAt', created_at
  )) from (
    select * from (
      select message.* from conversation
      join message on message.conversation_id = conversation.id and message.sequence >= coalesce(
        (select sequence from message where conversation_id = conversation.id
          order by sequence desc limit 1 offset ${MESSAGES - 1}), 0)
      where conversation.low_id = ${lowId} and conversation.high_id = ${highId}
      order by message.sequence desc limit ${MESSAGES}
    )
    union select * from message where id = ${reportedMessage}
    order by sequence
  ))`;
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

/** Selects the rows that keep a snapshot's pictures, if `condition` holds. */
export function snapshotPictures(
  reportId: string,
  reportedId: number,
  { subject, id }: ReportAbout,
  condition: SQL,
): SQL {
  return sql`select ${reportId}, id from picture
    where id in (
      select photo_id from member where id = ${reportedId}
      union select cover_id from member where id = ${reportedId}
      union select picture_id from playlist where id = ${subject === "playlist" ? id : null}
    ) and ${condition}`;
}
