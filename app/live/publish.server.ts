// What has happened, published with the change itself: who hears of it live, and who gets a notification.
import type { EventKind, NotificationKind } from "db/column-types";
import { notification, outbox } from "db/schema";
import { afterCommit, type Tx } from "db/transaction.server";
import { sql } from "drizzle-orm";
import { notify } from "./outbox.server";

type Pair = { lowId: number; highId: number };

/** What can happen, and what one has to know to tell of it. */
type Happenings = {
  /** Two members match because of the second like, `by` whom. */
  match: Pair & { id: string; by: number };
  /** A game has moved on, which calls some of its players. */
  game: { id: string; members: number[]; called: number[] };
  /** Whom these members can see, or what they share with others, has changed. */
  reset: { members: number[] };
};

type Effects = {
  /** Who hears of it on their open pages. */
  heardBy: number[];
  /** Which thing it is about. */
  reference?: string;
  /** Who is notified, about what; by whom it was done has read it. */
  notifies?: { kind: NotificationKind; subjectId: string; members: number[]; by?: number };
};

/** A notification about the same thing moves up and is as new as the later one. */
export const repeatedNotification = {
  target: [notification.subjectId, notification.memberId, notification.kind],
  set: { at: sql`excluded.at`, readAt: sql`excluded.read_at` },
};

/** Each kind of happening is an event of the same kind. */
const effects: { [Kind in keyof Happenings & EventKind]: (happening: Happenings[Kind]) => Effects } = {
  match: ({ id, lowId, highId, by }) => ({
    heardBy: [lowId, highId],
    reference: id,
    notifies: { kind: "match", subjectId: id, members: [lowId, highId], by },
  }),
  game: ({ id, members, called }) => ({
    heardBy: members,
    reference: id,
    notifies: { kind: "game", subjectId: id, members: called },
  }),
  reset: ({ members }) => ({ heardBy: members }),
};

/** Tells of what a transaction has done, once it is committed. */
export async function publish<Kind extends keyof typeof effects>(
  tx: Tx,
  kind: Kind,
  happening: Happenings[Kind],
): Promise<void> {
  const { heardBy, reference = "", notifies } = effects[kind](happening);
  const now = new Date();
  const events = heardBy.map((recipientId) => ({ recipientId, kind, reference, createdAt: now }));
  if (events.length) await tx.insert(outbox).values(events);
  if (notifies?.members.length) {
    const { kind, subjectId, members, by } = notifies;
    const rows = members.map((memberId) => ({
      id: sql<number>`abs(random() >> 16)`,
      ...{ memberId, kind, subjectId, at: now, readAt: memberId === by ? now : null },
    }));
    await tx.insert(notification).values(rows).onConflictDoUpdate(repeatedNotification);
  }
  afterCommit(tx, () => notify(heardBy));
}
