// Evidence: the snapshot of a report, read by the statement that stores it.
import { type SQL, sql } from "drizzle-orm";
import { wasSent } from "~/models/conversation/attachment/attachment-removal.server";
import { type ReportAbout, splitPhotoId } from "./report";

const RECORD_NOTES = 50;
const RECORDS = 50;
/** How many bytes of texts a snapshot keeps of each list. */
const NOTES_BYTES = 24_000;
const SONGS_BYTES = 24_000;
const RECORDS_BYTES = 12_000;

/** Builds the EvidenceSnapshot JSON of a reported member and the reported content, but for messages. */
export function snapshot(reportedId: number, about: ReportAbout): SQL {
  const { photoId = null } = about.subject === "photo" ? splitPhotoId(about.id) : {};
  return sql`json_object(
    'reportedPhotoId', ${photoId},
    'profile', ${profile(reportedId)},
    'artists', json(${artists(reportedId)}),
    'genres', json(coalesce((select favorite_genres from preferences where member_id = ${reportedId}), '[]')),
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

function playlist({ subject, id }: ReportAbout): SQL {
  return sql`(select json_object(
    'id', id, 'name', name, 'description', description, 'pictureId', picture_id,
    'songs', json((select json_group_array(json_object('artist', artist, 'title', title, 'album', album)) from
      (select * from (
        select *, sum(octet_length(artist) + octet_length(title) + octet_length(album)) over (order by position) as bytes
        from playlist_song where playlist_id = playlist.id
      ) where bytes <= ${SONGS_BYTES} order by position)))
  ) from playlist where id = ${subject === "playlist" ? id : null})`;
}

function recordNotes(memberId: number): SQL {
  return sql`(select json_group_array(json_object(
    'recordId', id, 'artist', artist, 'album', album, 'text', notes
  )) from (
    select * from (
      select *, sum(octet_length(artist) + octet_length(album) + octet_length(notes)) over newest as bytes
      from (select * from record where member_id = ${memberId} and notes <> ''
        order by created_at desc, id limit ${RECORD_NOTES})
      window newest as (order by created_at desc, id)
    ) where bytes <= ${NOTES_BYTES}
  ))`;
}

function shownRecords(memberId: number): SQL {
  return sql`(select json_group_array(json_object('artist', artist, 'album', album)) from (
    select * from (
      select *, sum(octet_length(artist) + octet_length(album)) over newest as bytes
      from (select record.* from member join record on record.member_id = member.id
        where member.id = ${memberId} and member.shows_collection
        order by record.created_at desc, record.id limit ${RECORDS})
      window newest as (order by created_at desc, id)
    ) where bytes <= ${RECORDS_BYTES}
  ))`;
}

/** Selects the rows that keep the pictures of a snapshot and of the messages with these ids. */
export function snapshotPictures(
  reportId: string,
  reportedId: number,
  { subject, id }: ReportAbout,
  messageIds: string[],
): SQL {
  return sql`select ${reportId}, id from picture
    where id in (
      select photo_id from member where id = ${reportedId}
      union select cover_id from member where id = ${reportedId}
      union select value ->> 'photoId' from member, json_each(${morePhotos}) where member.id = ${reportedId}
      union select picture_id from playlist where id = ${subject === "playlist" ? id : null}
      union select metadata ->> 'photoId' from message
        where id in (select value from json_each(${JSON.stringify(messageIds)})) and message_type = 'profile_quote'
    )`;
}

/**
 * Selects the rows that keep the files of reported messages: of the reported one, or of those with these ids in a reported
 * conversation. Those of the reporter are not among them.
 */
export function snapshotAttachments(
  reportId: string,
  reportedId: number,
  { subject, id }: ReportAbout,
  messageIds: string[],
): SQL {
  const isReported = {
    message: sql`id = ${id}`,
    conversation: sql`id in (select value from json_each(${JSON.stringify(messageIds)}))`,
  };
  return sql`select ${reportId}, id from attachment where owner_id = ${reportedId} and ${wasSent()} and ${
    subject === "message" || subject === "conversation" ? isReported[subject] : sql`false`
  }`;
}
