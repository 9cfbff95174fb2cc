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

/** What can happen, and what one has to know to tell of it. */
type Happenings = {
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
  /** Who hears of it on their open pages, and of which thing. */
  event?: { kind: EventKind; members: number[]; reference?: string };
  /** Who is notified, about what; by whom it was done has read it. */
  notification?: { kind: NotificationKind; subjectId: string; members: number[]; by?: number };
};

/** So long is waited before somebody is called: whoever has it on the screen reads it meanwhile. */
const CALL_AFTER_MS = 5000;
/** What nobody has read calls again once nothing has happened to it for this long. */
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
    pushAt: unlessCalled(notification.pushAt),
    mailAt: unlessCalled(notification.mailAt),
  },
};

function unlessCalled(column: Column): SQL {
  return sql`iif((${notification.kind} = 'reaction' or ${notification.readAt} is null and excluded.read_at is null)
    and ${notification.at} > excluded.at - ${CALL_AGAIN_MS}, ${column}, excluded.${sql.identifier(column.name)})`;
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

const effects: { [Kind in keyof Happenings]: (happening: Happenings[Kind]) => Effects } = {
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

/** Tells of what a transaction has done, once it is committed. */
export async function publish<Kind extends keyof Happenings>(
  tx: Tx,
  kind: Kind,
  happening: Happenings[Kind],
): Promise<void> {
  const { event, notification: notified } = effects[kind](happening);
  const now = new Date();
  if (event?.members.length) {
    const { members, kind, reference = "" } = event;
    const rows = members.map((recipientId) => ({ recipientId, kind, reference, createdAt: now }));
    await tx.insert(outbox).values(rows);
    afterCommit(tx, () => notify(members));
  }
  if (notified?.members.length) {
    const { members, kind, subjectId, by } = notified;
    const rows = members.map((memberId) => ({
      id: sql<number>`abs(random() >> 16)`,
      ...{ memberId, kind, subjectId, at: now, readAt: memberId === by ? now : null },
      pushAt: memberId === by ? null : pushTime(memberId, now.getTime()),
      mailAt: memberId === by ? null : mailTime(now.getTime()),
    }));
    await tx.insert(notification).values(rows).onConflictDoUpdate(repeatedNotification);
  }
}
