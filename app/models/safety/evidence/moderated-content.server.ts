// The kinds of content that can be reported and removed, in one table with everything about each.
import type { EvidenceSnapshot, RemovedContent, ReportSubject } from "db/column-types";
import {
  attachment,
  conversation,
  dailyAnswer,
  evidenceAttachment,
  member,
  message,
  playlist,
  record,
  report,
  show,
  showArtist,
} from "db/schema";
import { type Database, hasRow, type Tx } from "db/transaction.server";
import { and, desc, eq, inArray, isNull, ne, not, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Message, msg, t } from "~/language/text";
import { canSee, hasBlocked } from "~/models/access.server";
import { EXCERPT_LENGTH } from "~/models/conversation/conversation";
import { isReportable } from "~/models/conversation/list/ended-conversation.server";
import { MESSAGE_DELETED } from "~/models/conversation/message";
import { removeMessage, restoreMessage } from "~/models/conversation/message-change.server";
import { hideQuotedAnswers } from "~/models/conversation/profile-quote/profile-quote.server";
import { getMember, type Member } from "~/models/member/member.server";
import { isOfPair, otherMemberId, pairOf } from "~/models/pair.server";
import { dropPhoto } from "~/models/picture/photo-order.server";
import { hasFirstPhoto, listPhotos, PHOTOS_MAX } from "~/models/picture/photos";
import { getShownPhotos } from "~/models/picture/photos.server";
import { canViewPlaylist } from "~/models/playlist/playlist-access.server";
import type { Face } from "~/models/public-member";
import { getReportableAnswer, listKeptAnswers } from "~/models/question/answer.server";
import { formatAnswer, QUESTION_PATH } from "~/models/question/question";
import { type ReportAbout, splitAnswerId, splitPhotoId } from "~/models/safety/report";
import { isThere, notifyGoers } from "~/models/show/show.server";
import { showPath } from "~/models/show/show-path";
import { formatShow } from "~/models/show/show-words.server";
import { hasGameWith } from "~/models/trivia/game-access.server";
import {
  answerEvidence,
  type Evidence,
  planEvidence,
  playlistEvidence,
  profileEvidence,
  recordEvidence,
  showEvidence,
} from "./snapshot.server";

const CHAT_PHOTOS = 500;
/** The first 200 characters of a message, or a description of a photo without a caption. */
export const messageExcerpt =
  () => sql<string>`case when ${message.deletedAt} is not null then ${t(MESSAGE_DELETED)}
  when ${message.content} = '' and ${message.messageType} = 'photo' then ${t("Sent a photo")}
  when length(${message.content}) > ${EXCERPT_LENGTH}
  then substr(${message.content}, 1, ${EXCERPT_LENGTH - 1}) || '…' else ${message.content} end`;

type RemovableKind = RemovedContent["kind"];
type Content<Kind extends RemovableKind> = RemovedContent & { kind: Kind };

/** A member now, what the reports of their case show of them, and which of their pictures those reports keep. */
type Shown = {
  on: Database;
  person: Member;
  caseId: string;
  /** The ids of the newest reports, and what these show. */
  newest: SQLWrapper;
  reports: Pick<EvidenceSnapshot, "profile" | "reportedPhotoId">[];
  kept: string[];
  /** The ids of items with a checkbox each that a moderator has chosen. */
  chosen: readonly string[];
};

type Removable<Kind extends RemovableKind> = {
  /** Its name in a statement of reasons. */
  name: Message;
  /** The label of an item's checkbox in the sanction form, if each has one. */
  each?: Message;
  /** A new picture of this kind that wasn't approved, and its name in the export. */
  pending?: { kind: "pendingPhoto" | "pendingCover"; name: Message };
  find(shown: Shown): Content<Kind>[] | Promise<Content<Kind>[]>;
  remove(tx: Tx, memberId: number, content: Content<Kind>): Promise<unknown>;
  /** Finds it in a case without a member, for content that can have no owner. */
  findOwnerless?(on: Database, caseId: string): Promise<Content<Kind>[]>;
  /** Leaves alone whatever the member has replaced. */
  restore(tx: Tx, memberId: number, content: Content<Kind>): Promise<unknown>;
};

type Reportable = {
  /** Its name in the moderators' log. */
  label: Message;
  /** A phrase for it, to its reporter or to moderators. */
  phrase: (firstName: string, whose: "your" | "their") => string;
  /** The page to return to when a report is canceled. */
  path: (id: string) => string;
  /** Its owner (null for none) and the beginning of its text, if any; undefined if the reporter may not report it. */
  findOwner: (
    on: Database,
    reporterId: number,
    id: string,
  ) => PromiseLike<{ memberId: number | null; text?: string }[]>;
  /** Its owner isn't disclosed: nobody is named, and nobody can be blocked. */
  isAnonymous?: true;
  /** The photo itself, if others still see it. */
  photo?: (reporterId: number, id: string) => Promise<Face | undefined>;
  /** Which messages it covers: their files are evidence and, for a single one, all its earlier texts. */
  messages?: "one" | "all";
};

type Kinds = {
  [Kind in ReportSubject | RemovableKind]: (Kind extends ReportSubject ? Reportable : unknown) &
    (Kind extends RemovableKind ? Removable<Kind> : unknown) & { evidence?: Evidence };
};

/** Every kind by its name in the database and in the export, in the order of statements of reasons and forms. */
export const moderatedContent: Kinds = {
  member: {
    label: msg("Member"),
    phrase: (firstName) => firstName,
    path: (id) => `/members/${id}`,
    findOwner: findKnown,
    evidence: profileEvidence,
  },
  photo: {
    label: msg("Photo"),
    phrase: (firstName) => t("{firstName}'s photo", { firstName }),
    path: (id) => `/members/${splitPhotoId(id).memberId}`,
    // A photo that was removed a moment ago can still be reported.
    findOwner: (on, reporterId, id) => findKnown(on, reporterId, splitPhotoId(id).memberId),
    photo: findPhoto,
    name: msg("profile photo"),
    pending: { kind: "pendingPhoto", name: msg("new profile photo") },
    find: (shown) => findPictures(shown, "photo", "photoId"),
    remove: takePhoto,
    restore: putPhotoBack,
  },
  morePhoto: {
    name: msg("other photos"),
    each: msg("This photo"),
    find: findMorePhotos,
    remove: takePhoto,
    restore: putPhotoBack,
  },
  message: {
    label: msg("Message"),
    phrase: (firstName) => t("a message from {firstName}", { firstName }),
    path: () => "/messages",
    findOwner: (on, reporterId, id) =>
      on
        .select({ memberId: message.senderId, text: messageExcerpt() })
        .from(message)
        .innerJoin(conversation, eq(conversation.id, message.conversationId))
        .where(and(eq(message.id, id), isReportable(reporterId))),
    messages: "one",
  },
  conversation: {
    label: msg("Conversation"),
    phrase: (firstName, whose) =>
      t(
        "{whose, select, your {your conversation with {firstName}} other {their conversation with {firstName}}}",
        { whose, firstName },
      ),
    path: (id) => `/messages/${id}`,
    findOwner: (on, reporterId, id) =>
      on
        .select({ memberId: otherMemberId(conversation, reporterId) })
        .from(conversation)
        .where(and(eq(conversation.id, id), isReportable(reporterId))),
    messages: "all",
    evidence: planEvidence,
  },
  chatPhoto: {
    name: msg("photo in a conversation"),
    each: msg("This photo from their conversation, with its message"),
    find: findChatPhotos,
    remove: (tx, memberId, { messageId }) => removeMessage(tx, memberId, messageId),
    restore: async (tx, memberId, { messageId, wasDeleted }) =>
      wasDeleted || restoreMessage(tx, memberId, messageId),
  },
  cover: {
    name: msg("cover photo"),
    pending: { kind: "pendingCover", name: msg("new cover") },
    find: (shown) => findPictures(shown, "cover", "coverId"),
    remove: (tx, memberId, { pictureId }) =>
      change(tx, memberId, { coverId: null }, eq(member.coverId, pictureId)),
    restore: (tx, memberId, { pictureId }) =>
      change(tx, memberId, { coverId: pictureId }, isNull(member.coverId)),
  },
  bio: {
    name: msg("bio"),
    find: ({ person: { bio } }) => (bio ? [{ kind: "bio", text: bio }] : []),
    remove: (tx, memberId) => change(tx, memberId, { bio: "" }),
    restore: (tx, memberId, { text }) => change(tx, memberId, { bio: text }, eq(member.bio, "")),
  },
  prompts: {
    name: msg("prompts"),
    find: ({ person: { prompts } }) => (prompts.length ? [{ kind: "prompts", prompts }] : []),
    remove: async (tx, memberId) => {
      await change(tx, memberId, { prompts: [] });
      await hideQuotedAnswers(tx, memberId, "prompt", true);
    },
    restore: async (tx, memberId, { prompts }) => {
      await change(tx, memberId, { prompts }, eq(member.prompts, []));
      await hideQuotedAnswers(tx, memberId, "prompt", false);
    },
  },
  answer: {
    label: msg("Answer"),
    phrase: (firstName) => t("{firstName}'s answer to the question of the day", { firstName }),
    path: () => QUESTION_PATH,
    findOwner: async (on, reporterId, id) => {
      const about = splitAnswerId(id);
      const found = about && (await getReportableAnswer(on, reporterId, about.memberId, about.day));
      return found ? [{ memberId: about.memberId, text: formatAnswer(found) }] : [];
    },
    evidence: answerEvidence,
    name: msg("answer to the question of the day"),
    find: async ({ on, person }) => {
      const answers = await listKeptAnswers(person.id, on);
      return answers.length ? [{ kind: "answer", answers }] : [];
    },
    remove: async (tx, memberId, { answers }) => {
      const days = answers.map(({ day }) => day);
      const isRemoved = and(eq(dailyAnswer.memberId, memberId), inArray(dailyAnswer.day, days));
      await tx.delete(dailyAnswer).where(isRemoved);
      await hideQuotedAnswers(tx, memberId, "answer", true);
    },
    restore: async (tx, memberId, { answers }) => {
      const rows = answers.map((answer) => ({ ...answer, memberId, answeredAt: new Date() }));
      await tx.insert(dailyAnswer).values(rows).onConflictDoNothing();
      await hideQuotedAnswers(tx, memberId, "answer", false);
    },
  },
  anthem: {
    name: msg("anthem"),
    find: ({ person: { anthem } }) => (anthem ? [{ kind: "anthem", anthem }] : []),
    remove: (tx, memberId) => change(tx, memberId, { anthem: null }),
    restore: (tx, memberId, { anthem }) => change(tx, memberId, { anthem }, isNull(member.anthem)),
  },
  playlist: {
    label: msg("Playlist"),
    phrase: (firstName) => t("{firstName}'s playlist", { firstName }),
    path: (id) => `/playlists/${id}`,
    findOwner: (on, reporterId, id) =>
      on
        .select({ memberId: playlist.ownerId, text: playlist.name })
        .from(playlist)
        .where(and(eq(playlist.id, id), canViewPlaylist(reporterId))),
    evidence: playlistEvidence,
    name: msg("playlist"),
    find: findPlaylists,
    remove: (tx, _, { playlistId }) =>
      tx.update(playlist).set({ removedAt: new Date() }).where(eq(playlist.id, playlistId)),
    restore: (tx, _, { playlistId }) =>
      tx.update(playlist).set({ removedAt: null }).where(eq(playlist.id, playlistId)),
  },
  show: {
    label: msg("Show"),
    isAnonymous: true,
    phrase: () => t("a show"),
    path: showPath,
    findOwner: async (on, _, id) => {
      const [found] = await on
        .select({ memberId: show.addedBy })
        .from(show)
        .where(and(eq(show.id, id), isThere()));
      return found ? [{ ...found, text: await formatShow(on, id) }] : [];
    },
    evidence: showEvidence,
    name: msg("show"),
    find: ({ on, person, caseId }) => findShows(on, caseId, eq(show.addedBy, person.id)),
    findOwnerless: (on, caseId) => findShows(on, caseId, isNull(show.addedBy)),
    remove: (tx, _, { showId }) => setShowRemoved(tx, showId, true),
    restore: async (tx, _, { showId }) => {
      if (!(await wasAddedAgain(tx, showId))) await setShowRemoved(tx, showId, false);
    },
  },
  notes: {
    evidence: recordEvidence,
    name: msg("record notes"),
    find: findNotes,
    remove: async (tx, _, { notes }) => {
      const ids = notes.map(({ recordId }) => recordId);
      await tx.update(record).set({ notes: "" }).where(inArray(record.id, ids));
    },
    restore: async (tx, _, { notes }) => {
      for (const { recordId, text } of notes)
        await tx
          .update(record)
          .set({ notes: text })
          .where(and(eq(record.id, recordId), eq(record.notes, "")));
    },
  },
};

/** How a kind of content is named, found, removed and restored. */
export function removable(kind: RemovableKind): Removable<RemovableKind> {
  return moderatedContent[kind];
}

/** The id of the message that a report is about. */
export function reportedMessageOf({ subject, id }: ReportAbout): string | null {
  return moderatedContent[subject].messages === "one" ? id : null;
}

/** A member the reporter can see, has a conversation or a game with, or has blocked. */
function findKnown(on: Database, reporterId: number, id: string) {
  const memberId = Number(id);
  const isTheirs = isOfPair(conversation, pairOf(reporterId, memberId));
  const isKnown = or(
    canSee(reporterId, memberId),
    hasRow(conversation, and(isTheirs, isReportable(reporterId))),
    hasGameWith(reporterId, memberId),
    hasBlocked(reporterId, memberId),
  );
  return on
    .select({ memberId: member.id })
    .from(member)
    .where(and(eq(member.id, memberId), isKnown));
}

async function findPhoto(reporterId: number, id: string): Promise<Face | undefined> {
  const { memberId, photoId } = splitPhotoId(id);
  const photos = await getShownPhotos(reporterId, Number(memberId));
  const shown = photoId ? photos.find((photo) => photo.id === photoId) : photos[0];
  return shown && { url: shown.photoUrl, focus: shown.photoFocus };
}

/** Changes a member, if `holds` is true for them. */
function change(tx: Tx, memberId: number, values: Partial<Member>, holds?: SQL) {
  return tx
    .update(member)
    .set(values)
    .where(and(eq(member.id, memberId), holds));
}

/** The profile photo or cover as it was reported, and a reported photo that has become the profile photo since. */
function findPictures<Kind extends "photo" | "cover">(
  { person, reports, kept }: Shown,
  kind: Kind,
  column: "photoId" | "coverId",
): Content<Kind>[] {
  const more = person.morePhotos.map(({ photoId }) => photoId);
  const found = kept.map((id) => ({ kind, pictureId: id, isShown: person[column] === id }) as Content<Kind>);
  return found.filter(
    ({ pictureId, isShown }) =>
      !more.includes(pictureId) &&
      reports.some(
        ({ profile, reportedPhotoId }) =>
          profile[column] === pictureId || (isShown && reportedPhotoId === pictureId),
      ),
  );
}

/**
 * The photos after the first: also a chosen one that has become the first, and reported ones that are gone from the profile.
 */
function findMorePhotos({ person, reports, kept, chosen }: Shown): Content<"morePhoto">[] {
  const kind = "morePhoto";
  const shown = [person, ...person.morePhotos].flatMap(({ photoId, photoFocus }) =>
    photoId ? [{ kind, pictureId: photoId, focus: photoFocus } as const] : [],
  );
  const isGone = (id: string) =>
    !shown.some(({ pictureId }) => pictureId === id) &&
    reports.some(
      ({ profile: { photoId, morePhotos = [] }, reportedPhotoId }) =>
        photoId !== id && (reportedPhotoId === id || morePhotos.some((photo) => photo.photoId === id)),
    );
  return [
    ...shown.filter(({ pictureId }) => pictureId !== person.photoId || chosen.includes(pictureId)),
    ...kept.filter(isGone).map((id) => ({ kind, pictureId: id, focus: null, isShown: false }) as const),
  ];
}

/** Removes a photo from wherever it is on its member's profile. */
async function takePhoto(tx: Tx, memberId: number, { pictureId }: { pictureId: string }): Promise<void> {
  await change(tx, memberId, { photoId: null }, eq(member.photoId, pictureId));
  await dropPhoto(tx, memberId, pictureId);
}

/** Restores a photo: as the first if it was and there is none, or else behind the others if there is room. */
async function putPhotoBack(
  tx: Tx,
  memberId: number,
  content: Content<"photo" | "morePhoto">,
): Promise<void> {
  const me = await getMember(memberId, tx);
  if (listPhotos(me).length >= PHOTOS_MAX) return;
  const photoFocus = "focus" in content ? content.focus : me.photoFocus;
  const photo = { photoId: content.pictureId, portraitUrl: null, photoFocus };
  const isFirst = content.kind === "photo" && !hasFirstPhoto(me);
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
  return rows.map(({ id, deletedAt }) => ({ kind: "chatPhoto", messageId: id, wasDeleted: !!deletedAt }));
}

/** The playlists that were reported. */
async function findPlaylists({ on, person, caseId }: Shown): Promise<Content<"playlist">[]> {
  const isReported = and(eq(report.caseId, caseId), eq(report.subject, "playlist"));
  const rows = await on
    .selectDistinct({ id: playlist.id })
    .from(report)
    .innerJoin(playlist, eq(playlist.id, report.subjectId))
    .where(and(isReported, eq(playlist.ownerId, person.id), isNull(playlist.removedAt)));
  return rows.map(({ id }) => ({ kind: "playlist", playlistId: id }));
}

/** The reported shows, those of the case's member or those without an owner. */
async function findShows(on: Database, caseId: string, isTheirs: SQL): Promise<Content<"show">[]> {
  const isReported = and(eq(report.caseId, caseId), eq(report.subject, "show"));
  const rows = await on
    .selectDistinct({ id: show.id })
    .from(report)
    .innerJoin(show, eq(show.id, report.subjectId))
    .where(and(isReported, isTheirs, isThere()));
  return rows.map(({ id }) => ({ kind: "show", showId: id }));
}

/** Whether somebody has added a removed show again. */
async function wasAddedAgain(tx: Tx, showId: string): Promise<boolean> {
  const other = alias(showArtist, "other");
  const isSame = and(
    eq(other.artistKey, showArtist.artistKey),
    eq(other.day, showArtist.day),
    eq(other.cell, showArtist.cell),
    not(other.isRemoved),
  );
  return (await tx.$count(showArtist, and(eq(showArtist.showId, showId), hasRow(other, isSame)))) > 0;
}

/** Removes a show, which is told to those who go, or restores it. */
async function setShowRemoved(tx: Tx, showId: string, isRemoved: boolean): Promise<void> {
  await tx.update(showArtist).set({ isRemoved }).where(eq(showArtist.showId, showId));
  await tx
    .update(show)
    .set({ removedAt: isRemoved ? new Date() : null })
    .where(eq(show.id, showId));
  if (isRemoved) await notifyGoers(tx, showId);
}

/** The notes that the reports show, as they are now. */
async function findNotes({ on, person, newest }: Shown): Promise<Content<"notes">[]> {
  const shown = sql`(select note.value ->> 'recordId' from evidence, json_each(snapshot, '$.recordNotes') as note
    where report_id in ${newest})`;
  const notes = await on
    .select({ recordId: record.id, text: record.notes })
    .from(record)
    .where(and(eq(record.memberId, person.id), ne(record.notes, ""), inArray(record.id, shown)));
  return notes.length ? [{ kind: "notes", notes }] : [];
}
