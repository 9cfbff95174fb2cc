// The words and phrases a deployment bans from first messages, and which messages are flagged for moderators.
import { ATTACHMENT_KINDS } from "db/column-types";
import { env } from "~/env.server";
import { msg } from "~/language/text";
import { invalidAt } from "~/refusal";
import { VOICE_NOTE_TEXT } from "../attachment/voice";
import { hasContactDetails, typedIn } from "../contact-details";
import { type ConversationDto, otherParticipant } from "../conversation";
import { getConversation } from "../conversation.server";
import { foldText } from "../folded-text";

/** Finds the first held word or phrase in a text, ignoring case and accents; undefined for none. */
export function findHeldWord(text: string): string | undefined {
  const folded = ` ${fold(text)} `;
  return env.heldWords.find((word) => folded.includes(` ${fold(word)} `));
}

/** The parts of a message that are judged. */
type Words = { content: string; messageType?: string | null; metadata?: object | null };

/** All words of a message: its text and those of what it shares. A file has only its caption. */
export function wordsOf({ content, messageType, metadata }: Words): string {
  const isFile = ATTACHMENT_KINDS.some((kind) => kind === messageType);
  // Only with a file: anybody can write our sentence beside a song.
  if (isFile && content === VOICE_NOTE_TEXT) return "";
  return [content, ...(isFile ? [] : Object.values(metadata ?? {}))].join("\n");
}

/** Whether a message is flagged for moderators: it has contact details or held words. */
export function isFlagged(message: Words): boolean {
  return hasContactDetails(typedIn(message)) || findHeldWord(wordsOf(message)) !== undefined;
}

/** Refuses as `rejectHeldWordsIn` does; reads the conversation only if the words include a held one. */
export async function rejectHeldWords(memberId: number, conversationId: string, words: string) {
  if (findHeldWord(words) === undefined) return;
  const conversation = await getConversation(memberId, conversationId);
  if (conversation) rejectHeldWordsIn(conversation, memberId, words);
}

/** Refuses a held word in the member's first message of a request (invalid, at `content`). After a reply, anything goes. */
export function rejectHeldWordsIn(conversation: ConversationDto, memberId: number, text: string) {
  if (conversation.accepted || conversation.user1Id !== String(memberId)) return;
  const word = findHeldWord(text);
  if (word === undefined) return;
  const { firstName } = otherParticipant(conversation, memberId);
  const message = msg("A first message can't include “{word}”. Leave it out until {firstName} replies.", {
    word,
    firstName,
  });
  throw invalidAt("content", message);
}

/** Folds a text, and separates its words with single spaces. */
function fold(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
