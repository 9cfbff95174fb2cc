// A rough estimate of how hard a password is to guess. It has no list of words: the server refuses the commonest passwords.
import { type Message, msg } from "~/language/text";

export const STRENGTHS = ["weak", "fair", "strong"] as const;
export type Strength = (typeof STRENGTHS)[number];

export const strengthTexts: Record<Strength, Message> = {
  weak: msg("Password strength: Weak"),
  fair: msg("Password strength: Fair"),
  strong: msg("Password strength: Strong"),
};

const FAIR_BITS = 45;
const STRONG_BITS = 65;
const CLASSES: [pattern: RegExp, size: number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[^a-zA-Z\d]/, 30],
];

/**
 * The strength of a password: its characters, without those that repeat or continue the ones before ("aaa", "abc",
 * "321"), times the bits that each adds. Digits and capitals at the ends, where people put them, add little.
 */
export function estimateStrength(password: string): Strength {
  const core = password.replace(/^[A-Z]/, (letter) => letter.toLowerCase()).replace(/[\d!?.]+$/, "");
  const size = CLASSES.reduce((sum, [pattern, count]) => sum + (pattern.test(core) ? count : 0), 0);
  const bits = countSurprises(core) * Math.log2(size || 1) + 2 * (password.length - core.length);
  if (password.length < 8 || bits < FAIR_BITS) return "weak";
  return bits < STRONG_BITS ? "fair" : "strong";
}

/** How many characters are neither within one step of the one before nor part of a repeated piece. */
function countSurprises(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const step = i === 0 ? 2 : Math.abs(text.charCodeAt(i) - text.charCodeAt(i - 1));
    const isRepeated = i >= 2 && text.slice(0, i).includes(text.slice(i - 2, i + 1));
    if (step > 1 && !isRepeated) count += 1;
  }
  return count;
}
