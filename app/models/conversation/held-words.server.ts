// The words and phrases a deployment bans from first messages.
import { env } from "~/env.server";

/** Finds the first held word or phrase in a text, ignoring case and accents; undefined for none. */
export function findHeldWord(text: string): string | undefined {
  const folded = ` ${fold(text)} `;
  return env.heldWords.find((word) => folded.includes(` ${fold(word)} `));
}

/** Lowercases a text, strips accents and punctuation, and separates words with single spaces. */
function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
