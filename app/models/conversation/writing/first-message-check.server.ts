// First messages as the operator's checking service judges them, and those that wait for a moderator.
import { db } from "db/client.server";
import { heldRequest, message } from "db/schema";
import { and, eq, ne, notInArray } from "drizzle-orm";
import { env } from "~/env.server";
import { judge, uncheckedRefusal, type Verdict } from "~/integrations/checking-service.server";
import { type Message, msg, t } from "~/language/text";
import { consumeRateLimit } from "~/models/rate-limit.server";
import { invalidAt, type Refusal } from "~/refusal";
import { VOICE_NOTE_TEXT } from "../attachment/voice";
import { hasContactDetails } from "../contact-details";
import type { ConversationDto } from "../conversation";
import { getConversation } from "../conversation.server";
import { goodbyes } from "../goodbye";
import type { Review } from "../message";
import { findHeldWord } from "./held-words.server";

/** Texts that aren't a member's own words: a blank one, and sentences that we write or offer. */
const notTheirs = () => ["", VOICE_NOTE_TEXT, ...goodbyes.map((sentence) => t(sentence))];

/** Why a first message waits for a moderator; undefined if it doesn't. */
export type Hold = Verdict | undefined;

/**
 * Has a member's words judged if they are their first in a conversation that they can open, `exceptId` aside, or with undefined
 * in a new one. Returns why a request has to wait. Refuses what the service refuses, and more than 30 an hour (too-many). In a
 * reply, and in a conversation that both have agreed to, nothing can wait unseen: there it refuses what would be held, as
 * `notSentRefusal` says.
 */
export async function judgeFirstMessage(
  memberId: number,
  conversation: string | ConversationDto | undefined,
  text: string,
  exceptId = "",
): Promise<Hold> {
  if (!env.checkingService || notTheirs().includes(text)) return undefined;
  const opened =
    typeof conversation === "string" ? await getConversation(memberId, conversation) : conversation;
  if (conversation && !opened) return undefined;
  if (opened && (await hasWritten(memberId, opened.id, exceptId))) return undefined;
  await consumeRateLimit("firstMessageCheck", memberId);
  const judged = await judge({ kind: "message", text });
  if (judged.verdict === "fine") return undefined;
  const isRequest = !opened || (!opened.accepted && opened.user1Id === String(memberId));
  if (judged.verdict === "hold" && isRequest) return judged;
  throw notSentRefusal(judged);
}

/**
 * Refuses a member's first words in a conversation, `exceptId` aside, if the service refuses or holds them: for callers that do
 * something else with the words, so that nothing can wait for a moderator. Refuses as `notSentRefusal` says.
 */
export async function rejectHeldMessage(
  memberId: number,
  conversationId: string,
  text: string,
  exceptId?: string,
): Promise<void> {
  const hold = await judgeFirstMessage(memberId, conversationId, text, exceptId);
  if (hold) throw notSentRefusal(hold);
}

/**
 * Checks a member's note to a person they invite like a first message. Refuses what would be refused, held or shown with a
 * warning there, since here nothing waits for a moderator and nobody is warned (invalid, at `word`), a service that doesn't
 * answer (unavailable), and more than 30 an hour (too-many).
 */
export async function rejectStrangersWord(memberId: number, word: string): Promise<void> {
  const held = findHeldWord(word);
  if (held !== undefined) throw invalidNote(msg("An invitation can't include “{held}”.", { held }));
  if (hasContactDetails(word)) throw invalidNote(msg("Leave out links, email addresses and phone numbers."));
  if (!env.checkingService) return;
  await consumeRateLimit("firstMessageCheck", memberId);
  const { verdict, reason, isAnswer } = await judge({ kind: "message", text: word });
  if (verdict === "fine") return;
  if (!isAnswer) throw uncheckedRefusal("message");
  throw invalidNote(
    reason ? msg("This note can't be sent: {reason}", { reason }) : msg("This note can't be sent."),
  );
}

function invalidNote(message: Message): Refusal {
  return invalidAt("word", message);
}

/** The refusal of a message that the service rejects (invalid, at `content`) or doesn't judge (unavailable). */
export function notSentRefusal({ reason, isAnswer }: Verdict): Refusal {
  if (!isAnswer) return uncheckedRefusal("message");
  return invalidAt(
    "content",
    reason ? msg("This message can't be sent: {reason}", { reason }) : msg("This message can't be sent."),
  );
}

/** Whether a member has written in a conversation in their own words: photos and voice notes without any don't count. */
async function hasWritten(memberId: number, conversationId: string, exceptId: string): Promise<boolean> {
  const isEarlier = and(
    eq(message.conversationId, conversationId),
    eq(message.senderId, memberId),
    ne(message.id, exceptId),
    notInArray(message.content, notTheirs()),
  );
  return (await db.$count(message, isEarlier)) > 0;
}

/** The review of a request's message; null if no moderator has to see it. */
export async function findReview(conversationId: string): Promise<Review | null> {
  const [held] = await db.select().from(heldRequest).where(eq(heldRequest.conversationId, conversationId));
  return toReview(held ?? null) ?? null;
}

/** The review of a held request's message. */
export function toReview(held: typeof heldRequest.$inferSelect | null): Review | undefined {
  return held ? { state: held.refusedAt ? "refused" : "waiting", statement: held.statement } : undefined;
}
