// A member's rows of the outbox as the events of a live stream.
import { db } from "db/client.server";
import type { EventKind } from "db/column-types";
import { once } from "db/prepared.server";
import { conversation, match, member, message, notification, outbox, triviaGame } from "db/schema";
import { and, asc, eq, gt, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { EVENT_PAGE, type OutboxEvent } from "~/live/streams.server";
import { canMeet, canOpen } from "~/models/access.server";
import type { JointPlayDto } from "~/models/conversation/joint-play/joint-play";
import { getJointPlay } from "~/models/conversation/joint-play/joint-play.server";
import type { MessageDto } from "~/models/conversation/message";
import { completeMessages, toMessageDto } from "~/models/conversation/message-list.server";
import { getSeen } from "~/models/conversation/read-marker.server";
import type { EventData } from "~/models/notification/live-event";
import { isThere } from "~/models/notification/notification-access.server";
import { otherMemberId } from "~/models/pair.server";
import { canSeeGame, isNotified } from "~/models/trivia/game-access.server";

const challenger = alias(member, "challenger");
/** The events whose reference is a message. */
const ABOUT_MESSAGES: EventKind[] = ["message", "reaction", "message-change"];
const hasMessages = or(isNotNull(conversation.acceptedAt), isNotNull(conversation.lastMessageAt));

/** A member's events after row `after`, in order, 50 at most. Rows about what they may no longer see have an id only. */
export async function listEvents(memberId: number, after: number): Promise<OutboxEvent[]> {
  const rows = await selectEvents().all({ memberId, after });
  const subjects = await findSubjects(memberId, rows);
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.createdAt.getTime(),
    ...describeEvent(row, subjects),
  }));
}

type Row = Awaited<ReturnType<ReturnType<typeof selectEvents>["all"]>>[number];

// Each open stream runs it at each event, and a thousand of them when they open again.
const selectEvents = once(() => {
  const [memberId, after] = [sql.placeholder("memberId"), sql.placeholder("after")];
  return db
    .select({
      id: outbox.id,
      createdAt: outbox.createdAt,
      kind: outbox.kind,
      reference: outbox.reference,
      message,
      conversationId: conversation.id,
      matchId: match.id,
      matchedId: sql<number | null>`iif(${notification.id} is null, null, ${otherMemberId(match, memberId)})`,
      challenger: challenger.firstName,
    })
    .from(outbox)
    .leftJoin(message, and(inArray(outbox.kind, ABOUT_MESSAGES), eq(message.id, outbox.reference)))
    .leftJoin(
      conversation,
      and(
        sql`${conversation.id} = coalesce(${message.conversationId}, iif(${outbox.kind} = 'conversation', ${outbox.reference}, null))`,
        // The change that hides a conversation is still an event.
        or(canOpen(memberId), and(eq(outbox.kind, "conversation"), hasMessages)),
      ),
    )
    .leftJoin(
      match,
      and(eq(outbox.kind, "match"), eq(match.id, outbox.reference), canMeet(match.lowId, match.highId)),
    )
    .leftJoin(
      notification,
      and(
        eq(notification.kind, "match"),
        eq(notification.subjectId, match.id),
        eq(notification.memberId, memberId),
        isNull(notification.readAt),
        isThere(memberId),
      ),
    )
    .leftJoin(
      triviaGame,
      and(
        eq(outbox.kind, "game"),
        eq(triviaGame.id, outbox.reference),
        eq(triviaGame.player2Id, memberId),
        eq(triviaGame.status, "waiting"),
        canSeeGame(memberId),
        isNotified(memberId),
      ),
    )
    .leftJoin(challenger, eq(challenger.id, triviaGame.player1Id))
    .where(and(eq(outbox.recipientId, memberId), gt(outbox.id, after)))
    .orderBy(asc(outbox.id))
    .limit(EVENT_PAGE)
    .prepare();
});

/** What events tell of by its id, as it is now. */
type Subjects = {
  messages: Map<string, MessageDto>;
  seen: Map<string, number>;
  played: Map<string, JointPlayDto | undefined>;
};

async function findSubjects(memberId: number, rows: Row[]): Promise<Subjects> {
  const messages = await completeMessages(
    rows.flatMap(({ message }) => (message ? toMessageDto(message) : [])),
  );
  const subjects: Subjects = {
    messages: new Map(messages.map((each) => [each.id, each])),
    seen: new Map(),
    played: new Map(),
  };
  for (const { kind, reference } of rows) {
    if (kind === "seen" && !subjects.seen.has(reference))
      subjects.seen.set(reference, await getSeen(memberId, reference));
    if (kind === "joint-play" && !subjects.played.has(reference))
      subjects.played.set(reference, await getJointPlay(memberId, reference));
  }
  return subjects;
}

type Described = { [Kind in EventKind]: { name: Kind; data: EventData<Kind> } }[EventKind];

/** The name and data of an event; null if the member may no longer see what it tells of. */
function describeEvent(row: Row, subjects: Subjects): Described | null {
  const { kind: name, reference, conversationId, matchId, matchedId, challenger } = row;
  switch (name) {
    case "message":
    case "message-change":
    case "reaction": {
      const message = row.message && subjects.messages.get(row.message.id);
      if (!message || !conversationId) return null;
      if (name !== "reaction") return { name, data: { conversationId, message } };
      return { name, data: { conversationId, messageId: message.id, reactions: message.reactions ?? [] } };
    }
    case "conversation":
      return conversationId ? { name, data: { conversationId } } : null;
    case "seen": {
      const sequence = subjects.seen.get(reference);
      return sequence ? { name, data: { conversationId: reference, sequence } } : null;
    }
    case "joint-play":
      return { name, data: { conversationId: reference, jointPlay: subjects.played.get(reference) ?? null } };
    case "match":
      return matchId
        ? { name, data: { matchId, ...(matchedId ? { memberId: String(matchedId) } : {}) } }
        : null;
    case "game":
      return { name, data: { gameId: reference, ...(challenger ? { challenger } : {}) } };
    case "playlist":
      return { name, data: { playlistId: reference } };
    default:
      return { name, data: {} };
  }
}
