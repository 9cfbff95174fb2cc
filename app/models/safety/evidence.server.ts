// Evidence: the snapshot of a reported member, and the pictures and files that are kept with it.
import type { EvidenceMessage, EvidenceSnapshot } from "db/column-types";
import {
  attachment,
  evidenceAttachment,
  evidencePicture,
  memberArtist,
  picture,
  playlist,
  playlistSong,
  preferences,
  record,
} from "db/schema";
import type { Database, Tx } from "db/transaction.server";
import { and, asc, desc, eq, inArray, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import { wasSent } from "~/models/conversation/attachment/attachment-removal.server";
import { getMember } from "~/models/member/member.server";
import { reportable } from "./moderated-content.server";
import { type ReportAbout, splitPhotoId } from "./report";

/** How many records a snapshot keeps, and of how many their notes. */
const RECORDS = 50;
/** How many bytes of texts a snapshot keeps of each list. */
const NOTES_BYTES = 24_000;
const SONGS_BYTES = 24_000;
const RECORDS_BYTES = 12_000;

/** A message that a report keeps. */
export type KeptMessage = { id: string; content: EvidenceMessage };

/** Reads what a report keeps of the reported member and the reported content, but for messages. */
export async function readSnapshot(
  on: Database,
  reportedId: number,
  about: ReportAbout,
): Promise<EvidenceSnapshot> {
  const person = await getMember(reportedId, on);
  const { firstName, lastName, bio, age, placeName, photoId, coverId, portraitUrl } = person;
  const { photoFocus, anthem, prompts } = person;
  const isOwn = eq(record.memberId, reportedId);
  const newest = (where: SQL | undefined) =>
    on.select().from(record).where(where).orderBy(desc(record.createdAt), asc(record.id)).limit(RECORDS);
  const noted = await newest(and(isOwn, ne(record.notes, "")));
  const notes = noted.map(({ id, artist, album, notes }) => ({ recordId: id, artist, album, text: notes }));
  const shown = person.showsCollection ? await newest(isOwn) : [];
  const artists = await on
    .select({ name: memberArtist.name })
    .from(memberArtist)
    .where(eq(memberArtist.memberId, reportedId))
    .orderBy(memberArtist.position);
  const [taste] = await on
    .select({ genres: preferences.favoriteGenres })
    .from(preferences)
    .where(eq(preferences.memberId, reportedId));
  return {
    reportedPhotoId: about.subject === "photo" ? (splitPhotoId(about.id).photoId ?? null) : null,
    profile: {
      ...{ firstName, lastName, bio, age, placeName, photoId, coverId, portraitUrl },
      ...{ photoFocus, anthem, prompts },
      genderWords: person.showsWishes ? person.genderWords : null,
      morePhotos: await withoutPending(on, person.morePhotos),
    },
    artists: artists.map(({ name }) => name),
    genres: taste?.genres ?? [],
    playlist: about.subject === "playlist" ? await readPlaylist(on, about.id) : null,
    recordNotes: takeWithin(NOTES_BYTES, notes, ({ artist, album, text }) => [artist, album, text]),
    records: takeWithin(
      RECORDS_BYTES,
      shown.map(({ artist, album }) => ({ artist, album })),
      ({ artist, album }) => [artist, album],
    ),
  };
}

/** Photos without those that nobody else has seen. */
async function withoutPending<Photo extends { photoId: string | null }>(on: Database, photos: Photo[]) {
  const ids = photos.flatMap(({ photoId }) => photoId ?? []);
  const pending = await on
    .select({ id: picture.id })
    .from(picture)
    .where(and(inArray(picture.id, ids), isNotNull(picture.pendingAt)));
  return photos.filter(({ photoId }) => !pending.some(({ id }) => id === photoId));
}

async function readPlaylist(on: Database, id: string): Promise<EvidenceSnapshot["playlist"]> {
  const { name, description, pictureId } = playlist;
  const [found] = await on
    .select({ id: playlist.id, name, description, pictureId })
    .from(playlist)
    .where(eq(playlist.id, id));
  if (!found) return null;
  const { artist, title, album, addedBy, playlistId, position } = playlistSong;
  const isByOwner = sql<boolean>`${addedBy} is ${playlist.ownerId}`.mapWith(Boolean);
  const songs = await on
    .select({ artist, title, album, isByOwner })
    .from(playlistSong)
    .innerJoin(playlist, eq(playlist.id, playlistId))
    .where(eq(playlistId, id))
    .orderBy(position);
  return {
    ...found,
    songs: takeWithin(SONGS_BYTES, songs, ({ artist, title, album }) => [artist, title, album]),
  };
}

/** The first of these whose texts together take at most this many bytes. */
function takeWithin<Item>(bytes: number, items: Item[], textsOf: (item: Item) => string[]): Item[] {
  let taken = 0;
  const end = items.findIndex((item) => {
    taken += Buffer.byteLength(textsOf(item).join(""));
    return taken > bytes;
  });
  return end < 0 ? items : items.slice(0, end);
}

/** Keeps the pictures of a snapshot and of the profile that these messages quote. */
export async function keepPictures(
  tx: Tx,
  reportId: string,
  { profile, playlist: reported }: EvidenceSnapshot,
  messages: KeptMessage[],
): Promise<void> {
  const quoted = messages.flatMap(({ content: { messageType, metadata } }) =>
    messageType === "profile_quote" ? metadata?.photoId : [],
  );
  const more = profile.morePhotos?.map(({ photoId }) => photoId) ?? [];
  const ids = [profile.photoId, profile.coverId, ...more, reported?.pictureId, ...quoted];
  const kept = ids.filter((id): id is string => typeof id === "string");
  const found = await tx.select({ pictureId: picture.id }).from(picture).where(inArray(picture.id, kept));
  if (found.length) await tx.insert(evidencePicture).values(found.map((each) => ({ reportId, ...each })));
}

/**
 * Keeps the files of reported messages: of the reported one, or of these in a reported conversation. Those of the reporter are
 * not among them.
 */
export async function keepAttachments(
  tx: Tx,
  reportId: string,
  reportedId: number,
  about: ReportAbout,
  messages: KeptMessage[],
): Promise<void> {
  const which = reportable(about.subject).messages;
  const ids = which === "all" ? messages.map(({ id }) => id) : which === "one" ? [about.id] : [];
  const found = await tx
    .select({ attachmentId: attachment.id })
    .from(attachment)
    .where(and(eq(attachment.ownerId, reportedId), inArray(attachment.id, ids), wasSent()));
  if (found.length) await tx.insert(evidenceAttachment).values(found.map((each) => ({ reportId, ...each })));
}
