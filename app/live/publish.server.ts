// What has happened, published with the change itself: who hears of it live, and who gets a notification.
import type { EventKind, NotificationKind } from "db/column-types";
import type { Given } from "db/prepared.server";
import { notification, outbox, pushSubscription } from "db/schema";
import { afterCommit, type Tx } from "db/transaction.server";
import { type Column, type SQL, sql } from "drizzle-orm";
import { HOUR_MS } from "~/durations";
import { env } from "~/env.server";
import { notify } from "./outbox.server";

type Pair = { lowId: number; highId: number };

/** The events of the app, with what their recipients need. */
type DomainEvents = {
  /** Two members match because of the second like, `by` whom. */
  match: Pair & { id: string; by: number };
  /** A goodbye has been said; other messages are told of by the batch that adds them. */
  message: { id: string; conversationId: string; members: number[]; to: number };
  /** A conversation has been added, answered, closed or reopened, or some of it read. */
  conversation: { id: string; members: number[] };
  /** Somebody's messages have been read by the other member. */
  seen: { conversationId: string; senderId: number };
  /** A member of a conversation has reacted to a message of it, which calls its author, or no longer does. */
  reaction: { messageId: string; conversationId: string; members: number[]; called: number[] };
  /** A message has been edited or deleted. */
  messageChange: { messageId: string; members: number[] };
  /** What the members of a conversation play in step has begun, moved or ended. */
  jointPlay: { conversationId: string; members: number[] };
  /** A game has moved on, which calls some of its players. */
  game: { id: string; members: number[]; called: number[] };
  /** A playlist of these members has changed. */
  playlist: { id: string; members: number[] };
  /** A member is invited to a playlist, or somebody has added a song to one of theirs. */
  invitation: { id: string; memberId: number };
  song: { playlistId: string; memberId: number };
  /** A member's notifications have been read. */
  read: { memberId: number };
  /** A member's export, search for covers or file of plays has got further. */
  progress: { memberId: number };
  /** A member has signed in with a browser that is new to their account. */
  signIn: { id: number; memberId: number };
  /** A member's report is closed. */
  report: { id: string; reporterId: number };
  /** A member is sanctioned, or their appeal is decided; their pages reload anyway. */
  sanction: { id: string; memberId: number };
  appeal: { id: string; memberId: number };
  /** Whom these members can see, or what they share with others, has changed. */
  reset: { members: number[] };
};

type Effects = {
  /** Whose open pages get the event, and what it refers to. */
  event?: { kind: EventKind; members: number[]; reference?: string };
  /** Who is notified of what; the notification of `by`, who did it, is read already. */
  notification?: { kind: NotificationKind; subjectId: string; members: number[]; by?: number };
};

/** How long to wait before pushing or mailing: a member with the page open reads it meanwhile. */
const CALL_AFTER_MS = 5000;
/** How long an unread notification must rest before it alerts again. */
const CALL_AGAIN_MS = HOUR_MS;

/**
 * A notification about the same thing moves up and is as new as the later one, but doesn't call twice in a row. Reactions,
 * which come and go with a press, call no sooner where they have been read or taken back meanwhile.
 */
export const repeatedNotification = {
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
  const isRecent = sql`${notification.at} > excluded.at - ${CALL_AGAIN_MS}`;
  const isKept = sql`(${notification.kind} = 'reaction' or ${isUnread}) and ${isRecent}`;
  return sql`iif(${isKept}, ${column}, excluded.${sql.identifier(column.name)})`;
}

/** When to decide whether something is mailed; null without a mail server. */
export function mailTime(at: Given<number>): SQL {
  return env.mail ? sql`${at} + ${CALL_AFTER_MS}` : sql`null`;
}

/** When to decide whether something is pushed to a member; null for one without push. */
export function pushTime(memberId: Given<Column | SQL | number>, at: Given<number>): SQL {
  const has = sql`select 1 from ${pushSubscription} where ${pushSubscription.memberId} = ${memberId}`;
  return sql`iif(exists (${has}), ${at} + ${CALL_AFTER_MS}, null)`;
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
  conversation: ({ id, members }) => ({ event: { kind: "conversation", members, reference: id } }),
  seen: ({ conversationId, senderId }) => ({
    event: { kind: "seen", members: [senderId], reference: conversationId },
  }),
  jointPlay: ({ conversationId, members }) => ({
    event: { kind: "joint-play", members, reference: conversationId },
  }),
  reaction: ({ messageId, conversationId, members, called }) => ({
    event: { kind: "reaction", members, reference: messageId },
    notification: { kind: "reaction", subjectId: conversationId, members: called },
  }),
  messageChange: ({ messageId, members }) => ({
    event: { kind: "message-change", members, reference: messageId },
  }),
  game: ({ id, members, called }) => ({
    event: { kind: "game", members, reference: id },
    notification: { kind: "game", subjectId: id, members: called },
  }),
  playlist: ({ id, members }) => ({ event: { kind: "playlist", members, reference: id } }),
  invitation: ({ id, memberId }) => ({
    notification: { kind: "invitation", subjectId: id, members: [memberId] },
  }),
  song: ({ playlistId, memberId }) => ({
    notification: { kind: "song", subjectId: playlistId, members: [memberId] },
  }),
  read: ({ memberId }) => ({ event: { kind: "notification", members: [memberId] } }),
  progress: ({ memberId }) => ({ event: { kind: "progress", members: [memberId] } }),
  signIn: ({ id, memberId }) => ({
    event: { kind: "notification", members: [memberId] },
    notification: { kind: "sign-in", subjectId: String(id), members: [memberId] },
  }),
  report: ({ id, reporterId }) => ({
    event: { kind: "notification", members: [reporterId] },
    notification: { kind: "report", subjectId: id, members: [reporterId] },
  }),
  sanction: ({ id, memberId }) => ({
    notification: { kind: "decision", subjectId: id, members: [memberId] },
  }),
  appeal: ({ id, memberId }) => ({ notification: { kind: "appeal", subjectId: id, members: [memberId] } }),
  reset: ({ members }) => ({ event: { kind: "reset", members } }),
};

/** Writes the events and notifications of a change, and tells this process's streams of them after the commit. */
export async function publish<Kind extends keyof DomainEvents>(
  tx: Tx,
  kind: Kind,
  payload: DomainEvents[Kind],
): Promise<void> {
  const { event, notification: notified } = effects[kind](payload);
  const now = new Date();
  if (event?.members.length) {
    const { members, reference = "" } = event;
    const rows = members.map((recipientId) => ({
      ...{ recipientId, kind: event.kind, reference, createdAt: now },
    }));
    await tx.insert(outbox).values(rows);
    afterCommit(tx, () => notify(members));
  }
  if (notified?.members.length) {
    const { members, subjectId, by } = notified;
    const rows = members.map((memberId) => ({
      id: sql<number>`abs(random() >> 16)`,
      ...{ memberId, kind: notified.kind, subjectId, at: now, readAt: memberId === by ? now : null },
      pushAt: memberId === by ? null : pushTime(memberId, now.getTime()),
      mailAt: memberId === by ? null : mailTime(now.getTime()),
    }));
    await tx.insert(notification).values(rows).onConflictDoUpdate(repeatedNotification);
  }
}
