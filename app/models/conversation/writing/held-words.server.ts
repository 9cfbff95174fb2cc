// The words and phrases a deployment bans from first messages.
import { env } from "~/env.server";
import { Refusal } from "~/refusal";
import { type ConversationDto, otherParticipant } from "../conversation";
import { foldText } from "../folded-text";

/** Finds the first held word or phrase in a text, ignoring case and accents; undefined for none. */
export function findHeldWord(text: string): string | undefined {
  const folded = ` ${fold(text)} `;
  return env.heldWords.find((word) => folded.includes(` ${fold(word)} `));
}

/** Refuses a held word in the member's first message of a request (invalid, at `content`). After a reply, anything goes. */
export function rejectHeldWordsIn(conversation: ConversationDto, memberId: number, text: string) {
  if (conversation.accepted || conversation.user1Id !== String(memberId)) return;
  const word = findHeldWord(text);
  if (word === undefined) return;
  const { firstName } = otherParticipant(conversation, memberId);
  const message = `A first message can't include “${word}”. Leave it out until ${firstName} replies.`;
  throw new Refusal("invalid", message, { content: message });
}

/** Folds a text, and separates its words with single spaces. */
function fold(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
