// The words and phrases a deployment bans from first messages.
import { env } from "~/env.server";
import { foldText } from "./folded-text";

/** Finds the first held word or phrase in a text, ignoring case and accents; undefined for none. */
export function findHeldWord(text: string): string | undefined {
  const folded = ` ${fold(text)} `;
  return env.heldWords.find((word) => folded.includes(` ${fold(word)} `));
}

/** Folds a text, and separates its words with single spaces. */
function fold(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
