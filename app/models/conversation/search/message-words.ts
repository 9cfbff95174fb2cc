// The words of a message as the full-text index stores them, and the expression that finds them.

const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
/** Everything but two characters that stand for whole sentences, which would make a message up to 18 times as long. */
const NO_SENTENCE = /[^\ufdfa\ufdfb]+/g;
const NO_PART_OF_A_WORD = /[^\p{L}\p{N}\p{Co}]/gu;

/** With at least this many letters, the last word of a search may be the start of one. */
const MIN_START = 2;

/**
 * The length of the member's id before each word. The index has prefixes of this length and two or three letters; its
 * definition has the numbers.
 */
const ID_LENGTH = 10;

/** A word in a text: in the form that is compared, and where it stands. */
type Word = { folded: string; start: number; end: number };

/** The words of a text in their order. */
export function wordsIn(text: string): Word[] {
  return [...text.matchAll(WORD)]
    .map(({ 0: word, index = 0 }) => ({ folded: fold(word), start: index, end: index + word.length }))
    .filter(({ folded }) => folded !== "");
}

/** Returns a test for words that were searched for, or that begin with the last of them. */
export function wordMatcher(typed: string): (folded: string) => boolean {
  const sought = foldedWords(typed);
  const start = startIn(sought);
  return (folded) => sought.includes(folded) || (start !== undefined && folded.startsWith(start));
}

/** Whether a text has all the words that were searched for, the last of which may be the start of one. */
export function hasWords(text: string, typed: string): boolean {
  const words = foldedWords(text);
  const sought = foldedWords(typed);
  const start = startIn(sought);
  return sought.every(
    (word) => words.includes(word) || (word === start && words.some((each) => each.startsWith(word))),
  );
}

/** What the index stores for a message: each of its words once for each of its two members. */
export function indexedWords(content: string, memberIds: number[]): string {
  const words = [...new Set(foldedWords(content))];
  return memberIds.flatMap((id) => words.map((word) => ofMember(id, word))).join(" ");
}

/** The expression of the index for a member's messages with these words: nothing typed is read as syntax. */
export function toMatchExpression(memberId: number, typed: string): string {
  const sought = foldedWords(typed);
  const start = startIn(sought);
  const terms = [...new Set(sought)].map(
    (word) => `"${ofMember(memberId, word)}"${word === start ? " *" : ""}`,
  );
  return terms.join(" AND ");
}

function ofMember(id: number, word: string): string {
  return id.toString(36).padStart(ID_LENGTH, "0") + word;
}

function startIn(sought: string[]): string | undefined {
  const last = sought.at(-1);
  return last !== undefined && last.length >= MIN_START ? last : undefined;
}

function foldedWords(text: string): string[] {
  return wordsIn(text).map(({ folded }) => folded);
}

/** A word without case, accents and other variants of its letters. */
function fold(word: string): string {
  const plain = word.toLowerCase().replace(NO_SENTENCE, (part) => part.normalize("NFKD"));
  return plain.toLowerCase().replace(NO_PART_OF_A_WORD, "");
}
