// The purge: erasing an account after its grace period.
import { randomUUID } from "node:crypto";
import { setTimeout as pause, setImmediate } from "node:timers/promises";
import { db, emptyLog } from "db/client.server";
import { EMBEDDED_MEMBERS } from "db/column-types";
import { dataInventory } from "db/data-inventory";
import { insertFrom } from "db/insert-from.server";
import {
  acceptance,
  account,
  alert,
  alertHit,
  application,
  artist,
  block,
  candidateChange,
  conversation,
  coverSearch,
  dailyAnswer,
  decision,
  endedConnection,
  evidencePicture,
  going,
  heldRequest,
  hiddenBySanction,
  invitation,
  jointPlay,
  linkDetails,
  listeningHistory,
  match,
  member,
  memberArtist,
  message,
  messageVersion,
  moderationCase,
  musicAccount,
  notification,
  notificationSettings,
  outbox,
  photoCheck,
  picture,
  plan,
  planLink,
  playlist,
  playlistImport,
  playlistSong,
  preferences,
  providerRecord,
  reaction,
  reading,
  record,
  recordImport,
  sanction,
  securityEvent,
  session,
  show,
  signUp,
  staff,
  trip,
  triviaGame,
  triviaSeen,
  typing,
} from "db/schema";
import { deleteInSteps, inWindows, updateInSteps } from "db/steps.server";
import { hasRow } from "db/transaction.server";
import {
  and,
  type Column,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lte,
  min,
  not,
  or,
  sql,
} from "drizzle-orm";
import { alias, unionAll } from "drizzle-orm/sqlite-core";
import { DAY_MS, GRACE_DAYS } from "~/durations";
import { blankUnlistedArtists } from "~/matching/artist.server";
import { removeExports } from "~/models/account/export/export.server";
import { deletePendingAccounts } from "~/models/account/sign-in/sign-up.server";
import { detachFrom, removeUnusedAttachments } from "~/models/conversation/attachment/attachment.server";
import { deleteMessagesOf } from "~/models/conversation/list/ended-conversation.server";
import { eraseQuotedAnswers } from "~/models/conversation/profile-quote/profile-quote.server";
import { retryAddress } from "~/models/mail-queue.server";
import type { Member } from "~/models/member/member.server";
import { removeMusicAccount } from "~/models/music-account/music-account.server";
import { isOfPair, isOneOfTwo, otherMemberId } from "~/models/pair.server";
import { removeOrphanedPictures } from "~/models/picture/picture.server";
import { FORMER_MEMBER } from "~/models/public-member";
import { eraseSafetyText } from "~/models/safety/sanctions/sanction.server";

/** How long to wait while somebody reads the log. */
const LOG_RETRY_MS = 1000;

/** Erases accounts deleted more than 14 days ago, one at a time, then their pictures. */
export async function purgeDeletedMembers(now = Date.now()) {
  let hasPurged = false;
  for (;;) {
    const [next] = await db
      .select()
      .from(member)
      .where(
        and(
          isNotNull(member.deletedAt),
          lte(member.deletedAt, new Date(now - GRACE_DAYS * DAY_MS)),
          isNull(member.purgedAt),
        ),
      )
      .limit(1);
    if (!next) break;
    await purge(next);
    hasPurged = true;
    // The local driver's promises resolve without giving requests a turn.
    await setImmediate();
  }
  if (hasPurged) await Promise.all([removeOrphanedPictures(), removeUnusedAttachments()]);
  // In every run, since a process may have died after its last purge.
  while (!(await emptyLog())) await pause(LOG_RETRY_MS);
}

/** The rest of a member's row: each erased column has its default or null. */
const emptyMember = {
  ...Object.fromEntries(
    Object.entries(getTableColumns(member))
      .filter(([name, { generated }]) => !generated && isErased(name as keyof Member))
      .map(([name, column]) => [name, column.default ?? null]),
  ),
  issuer: "purged",
  firstName: FORMER_MEMBER,
  lastName: "",
};

function isErased(name: keyof Member): boolean {
  return dataInventory.member.columns[name].startsWith("erased");
}

/** Blanks the names of artists that no other member lists. */
function blankOwnArtists(memberId: number) {
  const listed = db
    .select({ id: memberArtist.artistId })
    .from(memberArtist)
    .where(eq(memberArtist.memberId, memberId));
  return blankUnlistedArtists(db, inArray(artist.id, listed), memberId);
}

/**
 * Erases a member. Data outside the database and whatever takes long come first, in steps, and one batch does the rest, so that
 * an interrupted run simply starts over.
 */
async function purge(self: Member) {
  const { id } = self;
  const musicAccounts = await db
    .select({ id: musicAccount.id })
    .from(musicAccount)
    .where(eq(musicAccount.memberId, id));
  for (const each of musicAccounts) await removeMusicAccount(id, each.id);
  await removeExports(id);
  await eraseInSteps(self);
  await db.batch([
    db.delete(candidateChange).where(eq(candidateChange.memberId, id)),
    blankOwnArtists(id),
    ...eraseProfile(id),
    ...eraseConnections(id),
    ...eraseRecords(id),
    ...erasePlaylists(id),
    ...eraseShows(id),
    db.delete(triviaSeen).where(eq(triviaSeen.memberId, id)),
    ...eraseMessageTraces(id),
    ...eraseAccount(self),
    db.update(moderationCase).set({ memberName: FORMER_MEMBER }).where(eq(moderationCase.memberId, id)),
    ...eraseSafetyText(id),
    markPictures(id),
    db.update(linkDetails).set({ memberId: null }).where(eq(linkDetails.memberId, id)),
    db
      .update(member)
      .set({ ...emptyMember, subject: randomUUID(), purgedAt: new Date() })
      .where(eq(member.id, id)),
  ]);
}

function isOtherPurged(id: number) {
  return hasRow(member, and(eq(member.id, otherMemberId(conversation, id)), isNotNull(member.purgedAt)));
}

/** Erases data of which a member can have any amount. */
async function eraseInSteps(self: Member) {
  const { id } = self;
  await deleteInSteps(notification, eq(notification.memberId, id));
  await deleteInSteps(notification, inArray(notification.subjectId, listShared(id)));
  await deleteMessagesOf(goesWith(id));
  await deleteInSteps(conversation, goesWith(id));
  await endRequests(self);
  await deleteInSteps(decision, or(eq(decision.memberId, id), eq(decision.targetId, id)));
  await deleteInSteps(alertHit, or(eq(alertHit.memberId, id), eq(alertHit.foundId, id)));
  await deleteInSteps(reaction, eq(reaction.memberId, id));
  const isOwnMessage = and(eq(message.id, messageVersion.messageId), eq(message.senderId, id));
  await inWindows(messageVersion.id, (isTheirTurn) =>
    db.delete(messageVersion).where(and(isTheirTurn, hasRow(message, isOwnMessage))),
  );
  await detachFrom(id);
  await deleteInSteps(record, eq(record.memberId, id));
  const owned = db.select({ id: playlist.id }).from(playlist).where(eq(playlist.ownerId, id));
  await deleteInSteps(playlistSong, inArray(playlistSong.playlistId, owned));
  await updateInSteps(playlistSong, { addedBy: null }, eq(playlistSong.addedBy, id));
  await deleteInSteps(triviaGame, or(eq(triviaGame.player1Id, id), eq(triviaGame.player2Id, id)));
  await deleteInSteps(outbox, eq(outbox.recipientId, id));
}

/** True for the conversations erased with a member, because nobody has accepted them or the other member went before. */
function goesWith(id: number) {
  const isReceived = sql`${and(eq(conversation.startedBy, id), isNotNull(conversation.lastMessageAt))}`;
  const isOpenRequest = and(isNull(conversation.acceptedAt), not(isReceived));
  return and(isOneOfTwo(conversation, id), or(isOtherPurged(id), isOpenRequest));
}

/** Ends the requests that the member received, which stay out of sight, for a report. */
function endRequests({ id, deletedAt }: Member) {
  const isBetween = (from: Column, to: Column) => and(eq(from, id), eq(to, otherMemberId(conversation, id)));
  const { memberId, targetId, liked, decidedAt } = decision;
  const passedAt = db
    .select({ at: min(decidedAt) })
    .from(decision)
    .where(and(not(liked), or(isBetween(memberId, targetId), isBetween(targetId, memberId))));
  return db
    .update(conversation)
    .set({
      // Passes are deleted, and the day on which the recipient lost sight of the request is kept here.
      declinedAt: sql`coalesce(${conversation.declinedAt}, ${passedAt})`,
      endedAt: sql`coalesce(${conversation.endedAt}, ${deletedAt?.getTime() ?? null})`,
    })
    .where(and(isOneOfTwo(conversation, id), isNull(conversation.acceptedAt)));
}

function eraseProfile(id: number) {
  return [
    db.delete(notificationSettings).where(eq(notificationSettings.memberId, id)),
    db.delete(alert).where(eq(alert.memberId, id)),
    db.delete(photoCheck).where(eq(photoCheck.memberId, id)),
    db.delete(dailyAnswer).where(eq(dailyAnswer.memberId, id)),
    db.delete(preferences).where(eq(preferences.memberId, id)),
    db.delete(memberArtist).where(eq(memberArtist.memberId, id)),
  ];
}

/**
 * The statement that lets an appeal decide whether the other members get their conversations back: those hidden only by
 * sanctions about them.
 */
function keepHiddenConversations(id: number) {
  const each = alias(endedConnection, "each_ended");
  const isOfOther = hasRow(
    sanction,
    and(eq(sanction.id, each.sanctionId), eq(sanction.memberId, otherMemberId(each, id))),
  );
  const isOtherwiseEnded = hasRow(each, and(isOfPair(each, endedConnection), not(isOfOther)));
  const { acceptedAt, endedAt, lastMessageAt } = conversation;
  const hasWords = and(isNotNull(acceptedAt), isNotNull(endedAt), isNotNull(lastMessageAt));
  const row = { subjectId: conversation.id, sanctionId: endedConnection.sanctionId };
  return insertFrom(db, hiddenBySanction, row, (select) =>
    select
      .from(endedConnection)
      .innerJoin(conversation, and(isOfPair(conversation, endedConnection), hasWords))
      .where(and(isOneOfTwo(endedConnection, id), not(isOtherwiseEnded))),
  ).onConflictDoNothing();
}

/** The statements that delete everything between a member and others. */
function eraseConnections(id: number) {
  return [
    keepHiddenConversations(id),
    db.delete(match).where(isOneOfTwo(match, id)),
    db.delete(endedConnection).where(isOneOfTwo(endedConnection, id)),
    db.delete(block).where(or(eq(block.memberId, id), eq(block.targetId, id))),
  ];
}

function eraseRecords(id: number) {
  return [
    db.delete(coverSearch).where(eq(coverSearch.memberId, id)),
    db.delete(listeningHistory).where(eq(listeningHistory.memberId, id)),
    db.delete(recordImport).where(eq(recordImport.memberId, id)),
    db.delete(playlistImport).where(eq(playlistImport.memberId, id)),
  ];
}

function erasePlaylists(id: number) {
  return [
    db.delete(playlist).where(eq(playlist.ownerId, id)),
    db.update(playlist).set({ collaboratorId: null }).where(eq(playlist.collaboratorId, id)),
  ];
}

/** The statements that erase where a member goes and meets people, and what they wrote about shows, which stay for others. */
function eraseShows(id: number) {
  const shared = db.select({ id: conversation.id }).from(conversation).where(isOneOfTwo(conversation, id));
  return [
    db.delete(going).where(eq(going.memberId, id)),
    db.delete(trip).where(eq(trip.memberId, id)),
    db.update(show).set({ addedBy: null, link: null, note: "" }).where(eq(show.addedBy, id)),
    db.delete(plan).where(inArray(plan.conversationId, shared)),
    db.delete(planLink).where(eq(planLink.memberId, id)),
  ];
}

/** The statements that erase what the messages left with others still reveal about a member. */
function eraseMessageTraces(id: number) {
  const sent = db.select({ id: conversation.id }).from(conversation).where(eq(conversation.startedBy, id));
  return [
    ...eraseQuotedAnswers(id),
    db.delete(reading).where(eq(reading.memberId, id)),
    // The row stays, so that its recipient doesn't learn of the request now.
    db
      .update(heldRequest)
      .set({ reason: "", statement: "" })
      .where(inArray(heldRequest.conversationId, sent)),
    db.delete(typing).where(eq(typing.memberId, id)),
    db.delete(jointPlay).where(eq(jointPlay.startedBy, id)),
  ];
}

function eraseAccount({ id, email, issuer, subject }: Member) {
  const isOwnAccount = and(eq(account.id, subject), sql`${issuer} = ${EMBEDDED_MEMBERS}`);
  const isSubject = sql`instr(${providerRecord.payload}, ${subject}) > 0`;
  return [
    db.delete(session).where(eq(session.memberId, id)),
    db.delete(acceptance).where(eq(acceptance.memberId, id)),
    db.delete(application).where(eq(application.memberId, id)),
    // An unused invitation would become the operators'.
    db.delete(invitation).where(and(eq(invitation.inviterId, id), isNull(invitation.usedAt))),
    db.update(invitation).set({ inviterId: null, word: null }).where(eq(invitation.inviterId, id)),
    db.update(invitation).set({ usedBy: null }).where(eq(invitation.usedBy, id)),
    db.delete(signUp).where(eq(signUp.memberId, id)),
    db.delete(securityEvent).where(eq(securityEvent.memberId, id)),
    db.delete(staff).where(eq(staff.memberId, id)),
    db.delete(providerRecord).where(isSubject),
    db.delete(account).where(isOwnAccount),
    ...(email ? [retryAddress(db, email), deletePendingAccounts(db, email)] : []),
  ];
}

/** The statement that marks the member's pictures for removal, except evidence. */
function markPictures(id: number) {
  const isEvidence = hasRow(evidencePicture, eq(evidencePicture.pictureId, picture.id));
  return db
    .update(picture)
    .set({ removedAt: sql`case when ${isEvidence} then null else ${Date.now()} end`, heldAt: new Date() })
    .where(eq(picture.ownerId, id));
}

/** The ids of what a member shares with others, about which these may have notifications. */
function listShared(id: number) {
  return unionAll(
    db.select({ id: match.id }).from(match).where(isOneOfTwo(match, id)),
    db.select({ id: conversation.id }).from(conversation).where(isOneOfTwo(conversation, id)),
    db
      .select({ id: plan.id })
      .from(plan)
      .innerJoin(conversation, eq(conversation.id, plan.conversationId))
      .where(isOneOfTwo(conversation, id)),
    db
      .select({ id: planLink.id })
      .from(planLink)
      .innerJoin(plan, eq(plan.id, planLink.planId))
      .innerJoin(conversation, eq(conversation.id, plan.conversationId))
      .where(isOneOfTwo(conversation, id)),
    db
      .select({ id: triviaGame.id })
      .from(triviaGame)
      .where(or(eq(triviaGame.player1Id, id), eq(triviaGame.player2Id, id))),
    db
      .select({ id: playlist.id })
      .from(playlist)
      .where(or(eq(playlist.ownerId, id), eq(playlist.collaboratorId, id))),
  );
}
