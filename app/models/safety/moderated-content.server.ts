// What can be reported and removed: one table that says of each kind all there is to know of it.
import type { EvidenceSnapshot, RemovedContent } from "db/column-types";
import { attachment, evidenceAttachment, member, message, playlist, record, report } from "db/schema";
import type { Database, Tx } from "db/transaction.server";
import { and, desc, eq, inArray, isNull, ne, type SQL } from "drizzle-orm";
import { removeMessage, restoreMessage } from "~/models/conversation/message-change.server";
import { hideQuotedAnswers } from "~/models/conversation/profile-quote/profile-quote.server";
import { getMember, type Member } from "~/models/member/member.server";
import { dropPhoto } from "~/models/picture/photo-order.server";
import { hasFirstPhoto, listPhotos, PHOTOS_MAX } from "~/models/picture/photos";

const CHAT_PHOTOS = 500;

type RemovableKind = RemovedContent["kind"];
type Content<Kind extends RemovableKind> = RemovedContent & { kind: Kind };

/** A member as they are now, what the reports of their case show of them, and which of their pictures those keep. */
export type Shown = {
  on: Database;
  person: Member;
  caseId: string;
  snapshots: EvidenceSnapshot[];
  kept: string[];
  /** The ids of what a moderator has chosen one by one. */
  chosen: readonly string[];
};

type Removal<Kind extends RemovableKind> = {
  /** What a statement calls it. */
  name: string;
  /** What its box in the form of a decision says if each has one of its own. */
  each?: string;
  /** The same of a new picture that wasn't approved, and its name in the export. */
  pending?: { kind: "pendingPhoto" | "pendingCover"; name: string };
  find(shown: Shown): Content<Kind>[] | Promise<Content<Kind>[]>;
  remove(tx: Tx, memberId: number, content: Content<Kind>): Promise<unknown>;
  /** Leaves alone what the member has replaced. */
  restore(tx: Tx, memberId: number, content: Content<Kind>): Promise<unknown>;
};

type Kinds = { [Kind in RemovableKind]: { removal: Removal<Kind> } };

/** Every kind by its name in the database and in the export, in the order of statements and forms. */
const moderatedContent: Kinds = {
  photo: {
    removal: {
      name: "profile photo",
      pending: { kind: "pendingPhoto", name: "new profile photo" },
      find: (shown) => findPictures(shown, "photo", "photoId"),
      remove: takePhoto,
      restore: (tx, memberId, { pictureId }) => putPhotoBack(tx, memberId, pictureId),
    },
  },
  morePhoto: {
    removal: {
      name: "other photos",
      each: "This photo",
      find: findMorePhotos,
      remove: takePhoto,
      restore: (tx, memberId, { pictureId, focus }) => putPhotoBack(tx, memberId, pictureId, { focus }),
    },
  },
  chatPhoto: {
    removal: {
      name: "photo in a conversation",
      each: "This photo from their conversation, with its message",
      find: findChatPhotos,
      remove: (tx, memberId, { messageId }) => removeMessage(tx, memberId, messageId),
      restore: async (tx, memberId, { messageId, wasDeleted }) =>
        wasDeleted || restoreMessage(tx, memberId, messageId),
    },
  },
  cover: {
    removal: {
      name: "cover photo",
      pending: { kind: "pendingCover", name: "new cover" },
      find: (shown) => findPictures(shown, "cover", "coverId"),
      remove: (tx, memberId, { pictureId }) =>
        change(tx, memberId, { coverId: null }, eq(member.coverId, pictureId)),
      restore: (tx, memberId, { pictureId }) =>
        change(tx, memberId, { coverId: pictureId }, isNull(member.coverId)),
    },
  },
  bio: {
    removal: {
      name: "bio",
      find: ({ person: { bio } }) => (bio ? [{ kind: "bio", text: bio }] : []),
      remove: (tx, memberId) => change(tx, memberId, { bio: "" }),
      restore: (tx, memberId, { text }) => change(tx, memberId, { bio: text }, eq(member.bio, "")),
    },
  },
  prompts: {
    removal: {
      name: "prompts",
      find: ({ person: { prompts } }) => (prompts.length ? [{ kind: "prompts", prompts }] : []),
      remove: async (tx, memberId) => {
        await change(tx, memberId, { prompts: [] });
        await hideQuotedAnswers(tx, memberId, true);
      },
      restore: async (tx, memberId, { prompts }) => {
        await change(tx, memberId, { prompts }, eq(member.prompts, []));
        await hideQuotedAnswers(tx, memberId, false);
      },
    },
  },
  anthem: {
    removal: {
      name: "anthem",
      find: ({ person: { anthem } }) => (anthem ? [{ kind: "anthem", anthem }] : []),
      remove: (tx, memberId) => change(tx, memberId, { anthem: null }),
      restore: (tx, memberId, { anthem }) => change(tx, memberId, { anthem }, isNull(member.anthem)),
    },
  },
  playlist: {
    removal: {
      name: "playlist",
      find: findPlaylists,
      remove: (tx, _, { playlistId }) =>
        tx.update(playlist).set({ removedAt: new Date() }).where(eq(playlist.id, playlistId)),
      restore: (tx, _, { playlistId }) =>
        tx.update(playlist).set({ removedAt: null }).where(eq(playlist.id, playlistId)),
    },
  },
  notes: {
    removal: {
      name: "record notes",
      find: findNotes,
      remove: async (tx, _, { notes }) => {
        for (const { recordId } of notes)
          await tx.update(record).set({ notes: "" }).where(eq(record.id, recordId));
      },
      restore: async (tx, _, { notes }) => {
        for (const { recordId, text } of notes)
          await tx
            .update(record)
            .set({ notes: text })
            .where(and(eq(record.id, recordId), eq(record.notes, "")));
      },
    },
  },
};

/** How content of a kind is called, found, removed and restored. */
export function removalOf(kind: RemovableKind): Removal<RemovableKind> {
  return moderatedContent[kind].removal;
}

/** All content of a member that a sanction can remove. */
export async function findRemovable(shown: Shown): Promise<RemovedContent[]> {
  const found: RemovedContent[] = [];
  for (const { removal } of Object.values(moderatedContent)) found.push(...(await removal.find(shown)));
  return found;
}

/** Changes a member for whom this holds. */
function change(tx: Tx, memberId: number, values: Partial<Member>, holds?: SQL) {
  return tx
    .update(member)
    .set(values)
    .where(and(eq(member.id, memberId), holds));
}

/** The profile photo or cover as it was reported, and a reported photo that has become the profile photo since. */
function findPictures<Kind extends "photo" | "cover">(
  { person, snapshots, kept }: Shown,
  kind: Kind,
  column: "photoId" | "coverId",
): Content<Kind>[] {
  const isShown = (id: string) => person[column] === id;
  const wasReported = (id: string) =>
    snapshots.some(
      ({ profile, reportedPhotoId }) => profile[column] === id || (isShown(id) && reportedPhotoId === id),
    );
  return kept
    .filter((id) => wasReported(id) && !person.morePhotos.some(({ photoId }) => photoId === id))
    .map((id) => ({ kind, pictureId: id, isShown: isShown(id) }) as Content<Kind>);
}

/**
 * The photos after the first, a chosen one that has become the first, and reported ones that their member has removed
 * since.
 */
function findMorePhotos({ person, snapshots, kept, chosen }: Shown): Content<"morePhoto">[] {
  const first = chosen.includes(person.photoId ?? "") ? [person] : [];
  const photos = [...first, ...person.morePhotos];
  const isTheirs = (id: string) => person.photoId === id || photos.some(({ photoId }) => photoId === id);
  const wasReported = (id: string) =>
    snapshots.some(
      ({ profile: { photoId, morePhotos = [] }, reportedPhotoId }) =>
        photoId !== id && (reportedPhotoId === id || morePhotos.some((photo) => photo.photoId === id)),
    );
  const kind = "morePhoto";
  return [
    ...photos.flatMap(({ photoId, photoFocus }) =>
      photoId ? [{ kind, pictureId: photoId, focus: photoFocus } as const] : [],
    ),
    ...kept
      .filter((id) => wasReported(id) && !isTheirs(id))
      .map((id) => ({ kind, pictureId: id, focus: null, isShown: false }) as const),
  ];
}

/** Takes a photo from wherever it stands on its member's profile. */
async function takePhoto(tx: Tx, memberId: number, { pictureId }: { pictureId: string }): Promise<void> {
  await change(tx, memberId, { photoId: null }, eq(member.photoId, pictureId));
  await dropPhoto(tx, memberId, pictureId);
}

/** Puts a photo back: as the first if it was and there is none, or else `behind` the others if there is room. */
async function putPhotoBack(
  tx: Tx,
  memberId: number,
  photoId: string,
  behind?: { focus: string | null },
): Promise<void> {
  const me = await getMember(memberId, tx);
  if (listPhotos(me).length >= PHOTOS_MAX) return;
  const photo = { photoId, portraitUrl: null, photoFocus: behind ? behind.focus : me.photoFocus };
  const isFirst = !behind && !hasFirstPhoto(me);
  await change(tx, memberId, isFirst ? photo : { morePhotos: [...me.morePhotos, photo] });
}

/** The photos in conversations that the case's reports have kept, the newest first. */
async function findChatPhotos({ on, person, caseId }: Shown): Promise<Content<"chatPhoto">[]> {
  const rows = await on
    .selectDistinct({ id: attachment.id, createdAt: attachment.createdAt, deletedAt: message.deletedAt })
    .from(report)
    .innerJoin(evidenceAttachment, eq(evidenceAttachment.reportId, report.id))
    .innerJoin(attachment, eq(attachment.id, evidenceAttachment.attachmentId))
    .leftJoin(message, eq(message.id, attachment.id))
    .where(and(eq(report.caseId, caseId), eq(attachment.kind, "photo"), eq(attachment.ownerId, person.id)))
    .orderBy(desc(attachment.createdAt))
    .limit(CHAT_PHOTOS);
  return rows.map(({ id, deletedAt }) => ({
    kind: "chatPhoto",
    messageId: id,
    wasDeleted: deletedAt !== null,
  }));
}

/** The playlists that were reported. */
async function findPlaylists({ on, person, caseId }: Shown): Promise<Content<"playlist">[]> {
  const reported = on
    .select({ id: report.subjectId })
    .from(report)
    .where(and(eq(report.caseId, caseId), eq(report.subject, "playlist")));
  const rows = await on
    .select({ id: playlist.id })
    .from(playlist)
    .where(and(eq(playlist.ownerId, person.id), isNull(playlist.removedAt), inArray(playlist.id, reported)));
  return rows.map(({ id }) => ({ kind: "playlist", playlistId: id }));
}

/** The notes that the reports show, as they are now. */
async function findNotes({ on, person, snapshots }: Shown): Promise<Content<"notes">[]> {
  const shown = new Set(snapshots.flatMap(({ recordNotes }) => recordNotes.map(({ recordId }) => recordId)));
  const notes = await on
    .select({ recordId: record.id, text: record.notes })
    .from(record)
    .where(and(eq(record.memberId, person.id), ne(record.notes, ""), inArray(record.id, [...shown])));
  return notes.length ? [{ kind: "notes", notes }] : [];
}
