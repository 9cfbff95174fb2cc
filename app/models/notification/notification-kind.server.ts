// What each kind of notification is about and says.

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
import { type Message, msg, t } from "~/language/text";
import { canMeet, canOpen, isConnected } from "~/models/access.server";
import { ACTIVITY_PATH } from "~/models/account/security-event";
import { toldPath } from "~/models/alert/alert";
import { isStillThere } from "~/models/alert/hit-notifications.server";
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
import { REPORTS_PATH } from "~/models/safety/report";
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
  formatPlan,
} from "./notification-text.server";

const isOpenCase = and(eq(moderationCase.id, caseMessage.caseId), isNull(moderationCase.closedAt));

type Kind = {
  /** The setting that it belongs to. */
  topic: Topic;
  /** True if its subject is still there for the member. */
  isThere: (memberId: Given<number>) => SQL;
  /** What it currently says, where it leads, and the kind it is shown as, if that differs. */
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
      text: t("You and {name} are a match.", { name }),
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
      if (!unread) return { text: t("Messages from {name}", { name }), url };
      const text =
        unread === 1
          ? t("New message from {name}", { name })
          : t("{count} new messages from {name}", { count: formatCount(unread), name });
      return { text, url };
    },
  },
  reaction: {
    topic: "message",
    isThere: (memberId) => found(conversation, and(canOpen(memberId), hasReactionOfOther(memberId))),
    describe: ({ subjectId, newReactions }, name) => {
      const url = `/messages/${subjectId}`;
      if (!newReactions) return { text: t("Reactions from {name}", { name }), url };
      const text =
        newReactions === 1
          ? t("{name} reacted to your message", { name })
          : t("{name} reacted to {count} of your messages", { name, count: formatCount(newReactions) });
      return { text, url };
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
      text: t("{name} invited you to the playlist “{playlist}”.", { name, playlist: playlistName ?? "" }),
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
      text: t("{name} added “{song}” to the playlist “{playlist}”.", {
        name,
        song: song ?? "",
        playlist: playlistName ?? "",
      }),
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
      text: t("{name} owns a record you're looking for.", { name }),
      url: `/members/${other?.id}`,
    }),
  },
  report: {
    topic: "account",
    isThere: () => found(report, isNotNull(report.outcome)),
    describe: ({ outcome }) => ({
      text: t(
        "Your report was reviewed: {outcome, select, acted {action taken} overturned {decision reversed} other {no violation found}}.",
        { outcome: outcome ?? "dismissed" },
      ),
      url: REPORTS_PATH,
    }),
  },
  decision: {
    topic: "account",
    isThere: () => found(sanction),
    describe: () => ({
      text: t("A moderator made a decision about your account."),
      url: ACCOUNT_STATUS_PATH,
    }),
  },
  appeal: {
    topic: "account",
    isThere: () => found(appeal),
    describe: () => ({ text: t("A moderator decided your appeal."), url: ACCOUNT_STATUS_PATH }),
  },
  question: {
    topic: "account",
    isThere: () => found(caseMessage, hasRow(moderationCase, isOpenCase)),
    describe: () => ({ text: t("A moderator has a question for you."), url: QUESTIONS_PATH }),
  },
  "sign-in": {
    topic: "account",
    isThere: () => found(securityEvent),
    describe: ({ userAgent }) => ({
      text: t("New sign-in from {browser}.", { browser: browserName(userAgent ?? "") }),
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
      text: musicAccount ? describeNewArtists(musicAccount) : t("Some artists are new in what you play."),
      url: newArtistsPath(subjectId),
    }),
  },
  fraud: {
    topic: "account",
    isThere: () => hasRow(sanction, and(sql`${sanction.memberId} = ${notification.subjectId}`, isFraudBan())),
    describe: ({ other }, name) => ({
      text: other?.deletedAt
        ? t("Somebody you talked with was banned for fraud. See what you can do.")
        : t("{name}, who you talked with, was banned for fraud. See what you can do.", { name }),
      url: FRAUD_HELP_PATH,
    }),
  },
  "photo-check": {
    topic: "account",
    isThere: () =>
      hasRow(photoCheck, and(eq(photoCheck.memberId, notification.memberId), isNotNull(photoCheck.outcome))),
    describe: () => ({ text: t("A moderator decided your photo check."), url: PHOTO_CHECK_PATH }),
  },
  show: {
    topic: "show",
    isThere: (memberId) => found(show, and(isOff(), isGoing(memberId))),
    describe: ({ subjectId, show, headliner }) => {
      const of = { artist: headliner ?? "", day: describeDate(toDate(show?.day ?? 0)) };
      return show?.removedAt
        ? { text: t("{artist} on {day}, which you were going to, was taken down.", of), url: SHOWS_PATH }
        : { text: t("{artist} on {day} is cancelled.", of), url: showPath(subjectId) };
    },
  },
  "show-moved": {
    topic: "show",
    isThere: (memberId) => found(show, and(not(isOff()), isGoing(memberId))),
    describe: ({ subjectId, show, headliner }) => ({
      text: t("{artist} has moved to {day}. You're still down as going.", {
        artist: headliner ?? "",
        day: describeDate(toDate(show?.day ?? 0)),
      }),
      url: showPath(subjectId),
    }),
  },
  plan: {
    topic: "plan",
    // A plan that another has replaced doesn't count; there is a notification about the other.
    isThere: (memberId) => {
      const isNews = or(isNull(plan.endedAt), isNotNull(plan.cancelledAt), isNotNull(plan.declinedAt));
      return found(plan, and(isNews, isOfOpenConversation(memberId)));
    },
    describe: ({ plan }, name, memberId) => ({
      text: plan ? describePlanNews(plan, name, memberId) : t("News about your plan with {name}", { name }),
      url: planPath(plan?.conversationId ?? ""),
    }),
  },
  "plan-reminder": {
    topic: "plan",
    isThere: (memberId) =>
      found(plan, and(isInForce(), isNotNull(plan.acceptedAt), isOfOpenConversation(memberId))),
    describe: ({ plan }, name) => ({
      text: plan
        ? t("You're meeting {name}: {plan}.", { name, plan: formatPlan(plan) })
        : t("You're meeting {name}.", { name }),
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
      text: t("Home safe? Tell your friend."),
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
      text: t("Did you meet {name}? Only you see your answer.", { name }),
      url: planPath(plan?.conversationId ?? ""),
    }),
  },
  alert: {
    topic: "alert",
    isThere: (memberId) => hasRow(alertHit, isStillThere(memberId, toldInSubject)),
    describe: ({ subjectId, told }, name) => ({ text: describeTold(told, name), url: toldPath(subjectId) }),
  },
};

/** The kinds that suspended members, and those who wait to be let in, can still open and answer. */
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
  /** What lock screens show: names only if the member allows them, and never what somebody wrote. */
  push: { plain: Message; named?: (name: string) => string };
  /** What a digest says about this many; null for a kind with a mail of its own. */
  digest: ((count: number) => string) | null;
};

/** The texts of the kinds as they are shown, in the order of digests. */
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
    push: {
      plain: msg("New message on {community}", { community: COMMUNITY_NAME }),
      named: (name) => t("New message from {name}", { name }),
    },
    digest: (count) =>
      t("{count, plural, one {New messages} other {New messages in # conversations}}", { count }),
  },
  reaction: {
    icon: "like",
    push: {
      plain: msg("New reaction on {community}", { community: COMMUNITY_NAME }),
      named: (name) => t("{name} reacted to your message", { name }),
    },
    digest: (count) =>
      t(
        "{count, plural, one {Reactions to your messages} other {Reactions to your messages in # conversations}}",
        { count },
      ),
  },
  challenge: {
    icon: "trivia",
    push: {
      plain: msg("New trivia challenge on {community}", { community: COMMUNITY_NAME }),
      named: (name) => t("{name} challenged you to trivia", { name }),
    },
    digest: (count) => t("{count, plural, one {A trivia challenge} other {# trivia challenges}}", { count }),
  },
  move: {
    icon: "trivia",
    push: {
      plain: msg("Your move in trivia on {community}", { community: COMMUNITY_NAME }),
      named: (name) => t("Your move against {name} in trivia", { name }),
    },
    digest: (count) =>
      t("{count, plural, one {Your move in trivia} other {Your move in # trivia games}}", { count }),
  },
  game: {
    icon: "trivia",
    push: {
      plain: msg("News about a trivia game on {community}", { community: COMMUNITY_NAME }),
      named: (name) => t("News about your trivia game with {name}", { name }),
    },
    digest: (count) =>
      t("{count, plural, one {News about a trivia game} other {News about # trivia games}}", { count }),
  },
  invitation: {
    icon: "playlists",
    push: {
      plain: msg("New playlist invitation on {community}", { community: COMMUNITY_NAME }),
      named: (name) => t("{name} invited you to a playlist", { name }),
    },
    digest: (count) =>
      t("{count, plural, one {A playlist invitation} other {# playlist invitations}}", { count }),
  },
  song: {
    icon: "playlists",
    push: {
      plain: msg("New song in a playlist on {community}", { community: COMMUNITY_NAME }),
      named: (name) => t("{name} added a song to a playlist", { name }),
    },
    digest: (count) =>
      t("{count, plural, one {New songs in a playlist} other {New songs in # playlists}}", { count }),
  },
  wanted: {
    icon: "records",
    push: {
      plain: msg("A match owns a record you're looking for"),
      named: (name) => t("{name} owns a record you're looking for", { name }),
    },
    digest: (count) =>
      t(
        "{count, plural, one {A match owns a record you're looking for} other {# matches own records you're looking for}}",
        { count },
      ),
  },
  report: {
    icon: "shield",
    push: { plain: msg("News about your report on {community}", { community: COMMUNITY_NAME }) },
    digest: () => t("News about one of your reports"),
  },
  decision: {
    icon: "shield",
    push: { plain: msg("News about your account on {community}", { community: COMMUNITY_NAME }) },
    digest: () => t("News about your account"),
  },
  appeal: {
    icon: "shield",
    push: { plain: msg("News about your account on {community}", { community: COMMUNITY_NAME }) },
    digest: () => t("News about your appeal"),
  },
  question: {
    icon: "shield",
    push: { plain: msg("News about your account on {community}", { community: COMMUNITY_NAME }) },
    digest: () => t("A question about your account"),
  },
  "sign-in": {
    icon: "alert",
    push: { plain: msg("New sign-in to your {community} account", { community: COMMUNITY_NAME }) },
    digest: null,
  },
  artists: {
    icon: "connections",
    push: { plain: msg("News about what you play on {community}", { community: COMMUNITY_NAME }) },
    digest: () => t("New artists in what you play"),
  },
  fraud: {
    icon: "alert",
    push: { plain: msg("A safety notice on {community}", { community: COMMUNITY_NAME }) },
    digest: () => t("A notice about your safety"),
  },
  "photo-check": {
    icon: "shield",
    push: { plain: msg("News about your profile on {community}", { community: COMMUNITY_NAME }) },
    digest: () => t("News about your photo check"),
  },
  show: {
    icon: "shows",
    push: { plain: msg("A show you go to has changed") },
    digest: (count) =>
      t("{count, plural, one {News about a show you go to} other {News about # shows you go to}}", { count }),
  },
  plan: {
    icon: "calendar",
    push: {
      plain: msg("News about a plan on {community}", { community: COMMUNITY_NAME }),
      named: (name) => t("News about your plan with {name}", { name }),
    },
    digest: (count) => t("{count, plural, one {News about a plan} other {News about # plans}}", { count }),
  },
  "plan-reminder": {
    icon: "calendar",
    push: {
      plain: msg("You have a plan for tomorrow"),
      named: (name) => t("You're meeting {name} tomorrow", { name }),
    },
    digest: () => t("A plan for tomorrow"),
  },
  "plan-home": {
    icon: "shield",
    push: { plain: msg("Home safe?") },
    digest: null,
  },
  "plan-met": {
    icon: "calendar",
    push: { plain: msg("A question about your plan on {community}", { community: COMMUNITY_NAME }) },
    digest: () => t("A question about a plan"),
  },
  alert: {
    icon: "matches",
    push: {
      plain: msg("Somebody new fits on {community}", { community: COMMUNITY_NAME }),
      named: (name) => t("{name} is new for you", { name }),
    },
    digest: () => t("New people you asked about"),
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
