// What there is to say of each kind of notification.

import type { NotificationKind, Topic } from "db/column-types";
import type { Given } from "db/prepared.server";
import {
  alertHit,
  appeal,
  caseMessage,
  conversation,
  going,
  match,
  member,
  moderationCase,
  musicAccount,
  notification,
  photoCheck,
  plan,
  planAnswer,
  planLink,
  playlist,
  playlistSong,
  report,
  sanction,
  securityEvent,
  show,
  triviaGame,
} from "db/schema";
import { hasRow } from "db/transaction.server";
import { and, type Column, eq, isNotNull, isNull, not, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { COMMUNITY_NAME } from "~/community";
import { describeDate, toDate } from "~/days";
import { msg, t, type Wording } from "~/language/text";
import { canMeet, canOpen, isConnected } from "~/models/access.server";
import { ACTIVITY_PATH } from "~/models/account/security-event";
import { toldPath } from "~/models/alert/alert";
import { isStillThere } from "~/models/alert/telling.server";
import { browserName } from "~/models/browser-name.server";
import { canPlan, isInForce } from "~/models/conversation/plan/plan.server";
import { homeToken } from "~/models/conversation/plan/plan-link.server";
import { homeSafePath, planPath } from "~/models/conversation/plan/plan-path";
import { hasReactionOfOther } from "~/models/conversation/reaction-news.server";
import { formatCount } from "~/models/count";
import { newArtistsPath } from "~/models/music-account/music-account";
import { pairInStatement } from "~/models/pair.server";
import { PHOTO_CHECK_PATH } from "~/models/picture/photo-check";
import { playlistPath } from "~/models/playlist/playlist";
import { canAddSongs, isCollaborator } from "~/models/playlist/playlist-access.server";
import { isWantedOfMatch } from "~/models/record/wanted-record.server";
import { REPORTS_PATH, reportStatuses } from "~/models/safety/report";
import { ACCOUNT_STATUS_PATH, QUESTIONS_PATH } from "~/models/safety/sanctions/account-status";
import { isFraudBan } from "~/models/safety/sanctions/fraud.server";
import { FRAUD_HELP_PATH } from "~/models/safety/sanctions/sanction";
import { SHOWS_PATH, showPath } from "~/models/show/show-path";
import { canPlayTogether, canSeeGame, isNotified } from "~/models/trivia/game-access.server";
import { gamePath } from "~/models/trivia/game-path";
import type { ShownKind } from "./notification";
import { isSongOfOther, type NotificationRow, toldInSubject } from "./notification-subjects.server";
import {
  describeGame,
  describeNewArtists,
  describePlanNews,
  describeRequest,
  describeTold,
  wordPlan,
} from "./notification-text.server";

const isOpenCase = and(eq(moderationCase.id, caseMessage.caseId), isNull(moderationCase.closedAt));

type Kind = {
  /** What it is set by. */
  topic: Topic;
  /** True if its subject is still there for the member. */
  isThere: (memberId: Given<number>) => SQL;
  /** What it says at present, where it leads, and as which kind it is shown, if as another. */
  describe: (
    row: NotificationRow,
    name: string,
    memberId: number,
  ) => { text: string; url: string; kind?: ShownKind };
};

export const notificationKinds: Record<NotificationKind, Kind> = {
  match: {
    topic: "match",
    isThere: () =>
      found(match, and(areMembers(match.lowId, match.highId), canMeet(match.lowId, match.highId))),
    describe: ({ other }, name) => ({
      text: `You and ${name} are a match.`,
      url: `/members/${other?.id}/match`,
    }),
  },
  message: {
    topic: "message",
    isThere: (memberId) => found(conversation, canOpen(memberId)),
    describe: ({ subjectId, conversation, quote, unread }, name, memberId) => {
      const url = `/messages/${subjectId}`;
      if (conversation && !conversation.acceptedAt && conversation.startedBy !== memberId)
        return { kind: "request", text: describeRequest(name, quote), url };
      if (!unread) return { text: `Messages from ${name}`, url };
      const messages = unread === 1 ? "New message" : `${formatCount(unread)} new messages`;
      return { text: `${messages} from ${name}`, url };
    },
  },
  reaction: {
    topic: "message",
    isThere: (memberId) => found(conversation, and(canOpen(memberId), hasReactionOfOther(memberId))),
    describe: ({ subjectId, newReactions }, name) => {
      const url = `/messages/${subjectId}`;
      if (!newReactions) return { text: `Reactions from ${name}`, url };
      const messages = newReactions === 1 ? "your message" : `${formatCount(newReactions)} of your messages`;
      return { text: `${name} reacted to ${messages}`, url };
    },
  },
  game: {
    topic: "game",
    isThere: (memberId) =>
      found(
        triviaGame,
        sql`${canSeeGame(memberId)} and ${isNotified(memberId)} and ${canPlayTogether(memberId)}
          and ${triviaGame.ending} is not 'withdrawn'`,
      ),
    describe: ({ subjectId, game, hasAnswered }, name, memberId) => ({
      ...describeGame(memberId, name, game, !hasAnswered),
      url: gamePath(subjectId),
    }),
  },
  invitation: {
    topic: "playlist",
    isThere: (memberId) => found(playlist, isCollaborator(memberId)),
    describe: ({ subjectId, playlistName }, name) => ({
      text: `${name} invited you to the playlist “${playlistName}”.`,
      url: playlistPath(subjectId),
    }),
  },
  song: {
    topic: "playlist",
    isThere: (memberId) => {
      const { ownerId, collaboratorId } = playlist;
      return found(
        playlist,
        and(
          canAddSongs(memberId),
          areMembers(ownerId, collaboratorId),
          canMeet(ownerId, collaboratorId),
          isConnected(pairInStatement(ownerId, collaboratorId)),
          hasRow(playlistSong, isSongOfOther(memberId)),
        ),
      );
    },
    describe: ({ subjectId, playlistName, song }, name) => ({
      text: `${name} added “${song}” to the playlist “${playlistName}”.`,
      url: playlistPath(subjectId),
    }),
  },
  wanted: {
    topic: "record",
    isThere: (memberId) => {
      const { lowId, highId } = match;
      return found(match, and(areMembers(lowId, highId), canMeet(lowId, highId), isWantedOfMatch(memberId)));
    },
    describe: ({ other }, name) => ({
      text: `${name} owns a record you're looking for.`,
      url: `/members/${other?.id}`,
    }),
  },
  report: {
    topic: "account",
    isThere: () => found(report, isNotNull(report.outcome)),
    describe: ({ outcome }) => {
      const { label } = reportStatuses[outcome ?? "dismissed"];
      return { text: `Your report was reviewed: ${t(label).toLowerCase()}.`, url: REPORTS_PATH };
    },
  },
  decision: {
    topic: "account",
    isThere: () => found(sanction),
    describe: () => ({ text: "A moderator made a decision about your account.", url: ACCOUNT_STATUS_PATH }),
  },
  appeal: {
    topic: "account",
    isThere: () => found(appeal),
    describe: () => ({ text: "A moderator decided your appeal.", url: ACCOUNT_STATUS_PATH }),
  },
  question: {
    topic: "account",
    isThere: () => found(caseMessage, hasRow(moderationCase, isOpenCase)),
    describe: () => ({ text: "A moderator has a question for you.", url: QUESTIONS_PATH }),
  },
  "sign-in": {
    topic: "account",
    isThere: () => found(securityEvent),
    describe: ({ userAgent }) => ({
      text: `New sign-in from ${browserName(userAgent ?? "")}.`,
      url: ACTIVITY_PATH,
    }),
  },
  artists: {
    topic: "music",
    isThere: (memberId) =>
      found(
        musicAccount,
        and(
          sql`${musicAccount.memberId} = ${memberId}`,
          musicAccount.isActive,
          isNotNull(musicAccount.newArtists),
        ),
      ),
    describe: ({ subjectId, musicAccount }) => ({
      text: musicAccount ? describeNewArtists(musicAccount) : "Some artists are new in what you play.",
      url: newArtistsPath(subjectId),
    }),
  },
  fraud: {
    topic: "account",
    isThere: () => hasRow(sanction, and(sql`${sanction.memberId} = ${notification.subjectId}`, isFraudBan())),
    describe: ({ other }, name) => ({
      text: `${other?.deletedAt ? "Somebody who you talked with" : `${name}, who you talked with,`} was banned for fraud. See what you can do.`,
      url: FRAUD_HELP_PATH,
    }),
  },
  "photo-check": {
    topic: "account",
    isThere: () =>
      hasRow(photoCheck, and(eq(photoCheck.memberId, notification.memberId), isNotNull(photoCheck.outcome))),
    describe: () => ({ text: "A moderator decided your photo check.", url: PHOTO_CHECK_PATH }),
  },
  show: {
    topic: "show",
    isThere: (memberId) => found(show, and(isOff(), isGoing(memberId))),
    describe: ({ subjectId, show, headliner }) => {
      const name = `${headliner} on ${describeDate(toDate(show?.day ?? 0))}`;
      return show?.removedAt
        ? { text: `${name}, which you were going to, was taken down.`, url: SHOWS_PATH }
        : { text: `${name} is cancelled.`, url: showPath(subjectId) };
    },
  },
  "show-moved": {
    topic: "show",
    isThere: (memberId) => found(show, and(not(isOff()), isGoing(memberId))),
    describe: ({ subjectId, show, headliner }) => ({
      text: `${headliner} has moved to ${describeDate(toDate(show?.day ?? 0))}. You're still down as going.`,
      url: showPath(subjectId),
    }),
  },
  plan: {
    topic: "plan",
    // One that another has replaced is none, and there is a notification about the other.
    isThere: (memberId) => {
      const isNews = or(isNull(plan.endedAt), isNotNull(plan.cancelledAt), isNotNull(plan.declinedAt));
      return found(plan, and(isNews, isOfOpenConversation(memberId)));
    },
    describe: ({ plan }, name, memberId) => ({
      text: plan ? describePlanNews(plan, name, memberId) : `News about your plan with ${name}`,
      url: planPath(plan?.conversationId ?? ""),
    }),
  },
  "plan-reminder": {
    topic: "plan",
    isThere: (memberId) =>
      found(plan, and(isInForce(), isNotNull(plan.acceptedAt), isOfOpenConversation(memberId))),
    describe: ({ plan }, name) => ({
      text: plan ? `You're meeting ${name}: ${wordPlan(plan)}.` : `You're meeting ${name}.`,
      url: planPath(plan?.conversationId ?? ""),
    }),
  },
  "plan-home": {
    topic: "plan",
    isThere: (memberId) => {
      const isOfPlan = and(eq(plan.id, planLink.planId), isInForce(), isOfOpenConversation(memberId));
      const isOpen = and(isNull(planLink.homeAt), isNull(planLink.endedAt), hasRow(plan, isOfPlan));
      return found(planLink, isOpen);
    },
    describe: ({ subjectId }) => ({
      text: "Home safe? Tell your friend.",
      url: homeSafePath(homeToken(subjectId)),
    }),
  },
  "plan-met": {
    topic: "plan",
    isThere: (memberId) => {
      const isOwn = and(eq(planAnswer.planId, plan.id), sql`${planAnswer.memberId} = ${memberId}`);
      const isOpen = and(isNull(plan.endedAt), not(hasRow(planAnswer, isOwn)));
      return found(plan, and(isOpen, isOfOpenConversation(memberId)));
    },
    describe: ({ plan }, name) => ({
      text: `Did you meet ${name}? Only you see your answer.`,
      url: planPath(plan?.conversationId ?? ""),
    }),
  },
  alert: {
    topic: "alert",
    isThere: (memberId) => hasRow(alertHit, isStillThere(memberId, toldInSubject)),
    describe: ({ subjectId, told }, name) => ({ text: describeTold(told, name), url: toldPath(subjectId) }),
  },
};

/** What suspended members, and those who wait to be let in, can still open and answer. */
export const statusKinds: NotificationKind[] = ["decision", "appeal", "question"];

type Shown = {
  /** The name of an icon of the app. */
  icon:
    | "alert"
    | "calendar"
    | "connections"
    | "like"
    | "matches"
    | "messages"
    | "playlists"
    | "records"
    | "shield"
    | "shows"
    | "trivia";
  /** What lock screens say: nothing that names anybody unless the member allows it, and never what somebody wrote. */
  push: { plain: Wording; named?: (name: string) => string };
  /** What a digest says of as many; null for what has a mail of its own. */
  digest: ((count: number) => string) | null;
};

/** What is said of the kinds as they are shown, in the order in which a digest does. */
export const shownKinds: Record<ShownKind, Shown> = {
  match: {
    icon: "matches",
    push: {
      plain: msg("New match on {community}", { community: COMMUNITY_NAME }),
      named: (name) => t("You and {name} are a match", { name }),
    },
    digest: (count) => t("{count, plural, one {A new match} other {# new matches}}", { count }),
  },
  request: {
    icon: "messages",
    push: {
      plain: msg("New message request on {community}", { community: COMMUNITY_NAME }),
      named: (name) => t("Message request from {name}", { name }),
    },
    digest: (count) => t("{count, plural, one {A message request} other {# message requests}}", { count }),
  },
  message: {
    icon: "messages",
    push: { plain: `New message on ${COMMUNITY_NAME}`, named: (name) => `New message from ${name}` },
    digest: (count) => (count === 1 ? "New messages" : `New messages in ${count} conversations`),
  },
  reaction: {
    icon: "like",
    push: { plain: `New reaction on ${COMMUNITY_NAME}`, named: (name) => `${name} reacted to your message` },
    digest: (count) =>
      count === 1 ? "Reactions to your messages" : `Reactions to your messages in ${count} conversations`,
  },
  challenge: {
    icon: "trivia",
    push: {
      plain: `New trivia challenge on ${COMMUNITY_NAME}`,
      named: (name) => `${name} challenged you to trivia`,
    },
    digest: (count) => (count === 1 ? "A trivia challenge" : `${count} trivia challenges`),
  },
  move: {
    icon: "trivia",
    push: {
      plain: `Your move in trivia on ${COMMUNITY_NAME}`,
      named: (name) => `Your move against ${name} in trivia`,
    },
    digest: (count) => (count === 1 ? "Your move in trivia" : `Your move in ${count} trivia games`),
  },
  game: {
    icon: "trivia",
    push: {
      plain: `News about a trivia game on ${COMMUNITY_NAME}`,
      named: (name) => `News about your trivia game with ${name}`,
    },
    digest: (count) => (count === 1 ? "News about a trivia game" : `News about ${count} trivia games`),
  },
  invitation: {
    icon: "playlists",
    push: {
      plain: `New playlist invitation on ${COMMUNITY_NAME}`,
      named: (name) => `${name} invited you to a playlist`,
    },
    digest: (count) => (count === 1 ? "A playlist invitation" : `${count} playlist invitations`),
  },
  song: {
    icon: "playlists",
    push: {
      plain: `New song in a playlist on ${COMMUNITY_NAME}`,
      named: (name) => `${name} added a song to a playlist`,
    },
    digest: (count) => (count === 1 ? "New songs in a playlist" : `New songs in ${count} playlists`),
  },
  wanted: {
    icon: "records",
    push: {
      plain: "A match owns a record you're looking for",
      named: (name) => `${name} owns a record you're looking for`,
    },
    digest: (count) =>
      count === 1
        ? "A match owns a record you're looking for"
        : `${count} matches own records you're looking for`,
  },
  report: {
    icon: "shield",
    push: { plain: `News about your report on ${COMMUNITY_NAME}` },
    digest: () => "News about one of your reports",
  },
  decision: {
    icon: "shield",
    push: { plain: `News about your account on ${COMMUNITY_NAME}` },
    digest: () => "News about your account",
  },
  appeal: {
    icon: "shield",
    push: { plain: `News about your account on ${COMMUNITY_NAME}` },
    digest: () => "News about your appeal",
  },
  question: {
    icon: "shield",
    push: { plain: `News about your account on ${COMMUNITY_NAME}` },
    digest: () => "A question about your account",
  },
  "sign-in": {
    icon: "alert",
    push: { plain: `New sign-in to your ${COMMUNITY_NAME} account` },
    digest: null,
  },
  artists: {
    icon: "connections",
    push: { plain: `News about what you play on ${COMMUNITY_NAME}` },
    digest: () => "New artists in what you play",
  },
  fraud: {
    icon: "alert",
    push: { plain: `A safety notice on ${COMMUNITY_NAME}` },
    digest: () => "A notice about your safety",
  },
  "photo-check": {
    icon: "shield",
    push: { plain: `News about your profile on ${COMMUNITY_NAME}` },
    digest: () => "News about your photo check",
  },
  show: {
    icon: "shows",
    push: { plain: "A show you go to has changed" },
    digest: (count) => (count === 1 ? "News about a show you go to" : `News about ${count} shows you go to`),
  },
  plan: {
    icon: "calendar",
    push: {
      plain: `News about a plan on ${COMMUNITY_NAME}`,
      named: (name) => `News about your plan with ${name}`,
    },
    digest: (count) => (count === 1 ? "News about a plan" : `News about ${count} plans`),
  },
  "plan-reminder": {
    icon: "calendar",
    push: { plain: "You have a plan for tomorrow", named: (name) => `You're meeting ${name} tomorrow` },
    digest: () => "A plan for tomorrow",
  },
  "plan-home": {
    icon: "shield",
    push: { plain: "Home safe?" },
    digest: null,
  },
  "plan-met": {
    icon: "calendar",
    push: { plain: `A question about your plan on ${COMMUNITY_NAME}` },
    digest: () => "A question about a plan",
  },
  alert: {
    icon: "matches",
    push: { plain: `Somebody new fits on ${COMMUNITY_NAME}`, named: (name) => `${name} is new for you` },
    digest: () => "New people you asked about",
  },
};

/** True for shows that are cancelled or were taken down. */
function isOff(): SQL {
  return sql`(${or(isNotNull(show.cancelledAt), isNotNull(show.removedAt))})`;
}

/** True for shows to which the member goes. */
function isGoing(memberId: Given<number>): SQL {
  return hasRow(going, and(eq(going.showId, show.id), sql`${going.memberId} = ${memberId}`));
}

/** True for plans of conversations in which the member can plan something. */
function isOfOpenConversation(memberId: Given<number>): SQL {
  return hasRow(conversation, and(eq(conversation.id, plan.conversationId), canPlan(memberId)));
}

function found(table: SQLiteTable & { id: Column }, condition?: SQL): SQL {
  return hasRow(table, and(sql`${table.id} = ${notification.subjectId}`, condition));
}

/** True if neither member has been suspended or has deleted their account. */
function areMembers(one: Column, other: Column): SQL {
  return not(hasRow(member, and(sql`${member.id} in (${one}, ${other})`, isNotNull(member.withdrawnAt))));
}
