// What has happened, published with the change itself: who hears of it live, and who gets a notification.

import { db } from "db/client.server";
import type { EventKind, NotificationKind } from "db/column-types";
import { once, runWithin } from "db/prepared.server";
import { notification, outbox, pushSubscription } from "db/schema";
import { afterCommit, type Tx } from "db/transaction.server";
import { type Column, type Placeholder, type SQL, sql } from "drizzle-orm";
import { HOUR_MS } from "~/durations";
import { env } from "~/env.server";
import { notify } from "./outbox.server";

/** What somebody is notified of, with what that needs. */
type DomainEvents = {
  /** Two members match because of the second like, `by` whom. */
  match: { id: string; lowId: number; highId: number; by: number };
  /** A message is written; members are those who see it. */
  message: { id: string; conversationId: string; members: number[]; to: number };
  /** A member of a conversation has reacted to a message of it, whose author is notified, or no longer. */
  reaction: { messageId: string; conversationId: string; members: number[]; notified: number[] };
  /** A game has moved on; some of its players are notified. */
  game: { id: string; members: number[]; notified: number[] };
  /** A member is invited to a playlist, or somebody has added a song to one of theirs. */
  invitation: { id: string; memberId: number };
  song: { playlistId: string; memberId: number };
  /** A weekly reading has found artists that are new to a member's list. */
  newArtists: { musicAccountId: string; memberId: number };
  /** A member looks for a record that one they match with owns, since one of the two added it. */
  wanted: { id: string; memberId: number };
  /** A member has signed in with a browser that is new to their account. */
  signIn: { id: number; memberId: number };
  /** A member's report is closed. */
  report: { id: string; reporterId: number };
  /** A member is sanctioned, or their appeal is decided; their pages reload anyway. */
  sanction: { id: string; memberId: number };
  appeal: { id: string; memberId: number };
  /** A moderator has asked a member a question. */
  question: { id: number; memberId: number };
  /** A member is banned for fraud, of which those they talked with are told. */
  fraud: { memberId: number; contacts: number[] };
  /** A moderator has decided a member's photo check. */
  photoCheck: { memberId: number };
  /** A show is cancelled or was removed, or has moved to another day, of which those who go are told. */
  show: { id: string; members: number[]; isMoved?: boolean };
  /** A plan was proposed, accepted, declined or cancelled, or its show is off or has moved; some of the two are notified. */
  plan: { id: string; conversationId: string; members: number[]; notified: number[] };
  /** It is the day before a plan, or the day after, when both are asked whether they met. */
  planReminder: { id: string; members: number[] };
  planMet: { id: string; members: number[] };
  /** A member wants to be asked now whether they are home; the id is that of a friend's link. */
  planHome: { id: string; memberId: number };
  /** A member's alerts have found somebody, of whom they are told at this moment in ms. */
  alert: { toldAt: number; memberId: number };
};

type Effects = {
  /** Whose open pages get the event, and what it refers to. */
  event?: { kind: EventKind; members: number[]; reference?: string };
  /** Who is notified of what; the notification of `by`, who did it, is read already. */
  notification?: { kind: NotificationKind; subjectId: string; members: number[]; by?: number };
};

/** How long to wait before pushing or mailing: a member with the page open reads it meanwhile. */
const DELIVER_AFTER_MS = 5000;
/** How long an unread notification must rest before it is pushed or mailed again. */
const DELIVER_AGAIN_MS = HOUR_MS;

/**
 * A repeated notification moves up and counts as new, but is pushed or mailed again only after an hour. For reactions, which come
 * and go with a click, that holds even once they were read or removed.
 */
const repeatedNotification = {
  target: [notification.subjectId, notification.memberId, notification.kind],
  set: {
    at: sql`excluded.at`,
    readAt: sql`excluded.read_at`,
    pushAt: keepWhileRecent(notification.pushAt),
    mailAt: keepWhileRecent(notification.mailAt),
  },
};

function keepWhileRecent(column: Column): SQL {
  const isUnread = sql`(${notification.readAt} is null and excluded.read_at is null)`;
  const isRecent = sql`${notification.at} > excluded.at - ${DELIVER_AGAIN_MS}`;
  const isKept = sql`(${notification.kind} = 'reaction' or ${isUnread}) and ${isRecent}`;
  return sql`iif(${isKept}, ${column}, excluded.${sql.identifier(column.name)})`;
}

/** When to decide whether something is mailed; null without a mail server. */
function mailTime(at: Placeholder): SQL {
  return env.mail ? sql`${at} + ${DELIVER_AFTER_MS}` : sql`null`;
}

/** When to decide whether something is pushed to a member; null for one without push. */
function pushTime(memberId: Placeholder, at: Placeholder): SQL {
  const has = sql`select 1 from ${pushSubscription} where ${pushSubscription.memberId} = ${memberId}`;
  return sql`iif(exists (${has}), ${at} + ${DELIVER_AFTER_MS}, null)`;
}

const effects: { [Kind in keyof DomainEvents]: (payload: DomainEvents[Kind]) => Effects } = {
  match: ({ id, lowId, highId, by }) => ({
    event: { kind: "match", members: [lowId, highId], reference: id },
    notification: { kind: "match", subjectId: id, members: [lowId, highId], by },
  }),
  message: ({ id, conversationId, members, to }) => ({
    event: { kind: "message", members, reference: id },
    notification: { kind: "message", subjectId: conversationId, members: [to] },
  }),
  reaction: ({ messageId, conversationId, members, notified }) => ({
    event: { kind: "reaction", members, reference: messageId },
    notification: { kind: "reaction", subjectId: conversationId, members: notified },
  }),
  game: ({ id, members, notified }) => ({
    event: { kind: "game", members, reference: id },
    notification: { kind: "game", subjectId: id, members: notified },
  }),
  invitation: ({ id, memberId }) => ({
    notification: { kind: "invitation", subjectId: id, members: [memberId] },
  }),
  song: ({ playlistId, memberId }) => ({
    notification: { kind: "song", subjectId: playlistId, members: [memberId] },
  }),
  wanted: ({ id, memberId }) => ({
    event: { kind: "notification", members: [memberId] },
    notification: { kind: "wanted", subjectId: id, members: [memberId] },
  }),
  signIn: ({ id, memberId }) => ({
    event: { kind: "notification", members: [memberId] },
    notification: { kind: "sign-in", subjectId: String(id), members: [memberId] },
  }),
  newArtists: ({ musicAccountId, memberId }) => ({
    event: { kind: "notification", members: [memberId] },
    notification: { kind: "artists", subjectId: musicAccountId, members: [memberId] },
  }),
  report: ({ id, reporterId }) => ({
    event: { kind: "notification", members: [reporterId] },
    notification: { kind: "report", subjectId: id, members: [reporterId] },
  }),
  sanction: ({ id, memberId }) => ({
    notification: { kind: "decision", subjectId: id, members: [memberId] },
  }),
  appeal: ({ id, memberId }) => ({ notification: { kind: "appeal", subjectId: id, members: [memberId] } }),
  question: ({ id, memberId }) => ({
    event: { kind: "notification", members: [memberId] },
    notification: { kind: "question", subjectId: String(id), members: [memberId] },
  }),
  fraud: ({ memberId, contacts }) => ({
    event: { kind: "notification", members: contacts },
    notification: { kind: "fraud", subjectId: String(memberId), members: contacts },
  }),
  photoCheck: ({ memberId }) => ({
    event: { kind: "notification", members: [memberId] },
    notification: { kind: "photo-check", subjectId: String(memberId), members: [memberId] },
  }),
  show: ({ id, members, isMoved = false }) => ({
    event: { kind: "notification", members },
    notification: { kind: isMoved ? "show-moved" : "show", subjectId: id, members },
  }),
  plan: ({ id, conversationId, members, notified }) => ({
    event: { kind: "conversation", members, reference: conversationId },
    notification: { kind: "plan", subjectId: id, members: notified },
  }),
  planReminder: ({ id, members }) => ({
    event: { kind: "notification", members },
    notification: { kind: "plan-reminder", subjectId: id, members },
  }),
  planMet: ({ id, members }) => ({
    event: { kind: "notification", members },
    notification: { kind: "plan-met", subjectId: id, members },
  }),
  planHome: ({ id, memberId }) => ({
    event: { kind: "notification", members: [memberId] },
    notification: { kind: "plan-home", subjectId: id, members: [memberId] },
  }),
  alert: ({ toldAt, memberId }) => ({
    event: { kind: "notification", members: [memberId] },
    notification: { kind: "alert", subjectId: String(toldAt), members: [memberId] },
  }),
};

/** Writes an event for these members' pages, and tells this process's streams of it after the commit. */
export async function publishEvent(
  tx: Tx,
  kind: EventKind,
  members: number[],
  reference = "",
): Promise<void> {
  if (!members.length) return;
  const createdAt = new Date();
  await tx.insert(outbox).values(members.map((recipientId) => ({ recipientId, kind, reference, createdAt })));
  afterCommit(tx, () => notify(members));
}

/** Writes the event and the notifications of a change. */
export async function publish<Kind extends keyof DomainEvents>(
  tx: Tx,
  kind: Kind,
  payload: DomainEvents[Kind],
): Promise<void> {
  const { event, notification: news } = effects[kind](payload);
  if (event) await publishEvent(tx, event.kind, event.members, event.reference);
  if (!news?.members.length) return;
  const { members, subjectId, by } = news;
  const at = Date.now();
  for (const memberId of members) {
    const readAt = memberId === by ? at : null;
    await runWithin(tx, insertNotification(), { memberId, kind: news.kind, subjectId, at, readAt });
  }
}

const insertNotification = once(() => {
  const [memberId, at, readAt] = [given("memberId"), given("at"), given("readAt")];
  const unlessRead = (time: SQL) => sql`iif(${readAt} is null, ${time}, null)`;
  const row = {
    ...{ id: sql`abs(random() >> 16)`, memberId, kind: given("kind"), subjectId: given("subjectId") },
    ...{ at: sql`${at}`, readAt: sql`${readAt}` },
    ...{ pushAt: unlessRead(pushTime(memberId, at)), mailAt: unlessRead(mailTime(at)) },
  };
  return db.insert(notification).values(row).onConflictDoUpdate(repeatedNotification).prepare();
});

function given(name: string): Placeholder {
  return sql.placeholder(name);
}
