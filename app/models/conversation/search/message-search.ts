// Searching one's own messages: the query, and what is shown of a message that has been found.
import { z } from "zod";
import { msg } from "~/language/text";
import { SEARCH_MAX } from "~/models/conversation/message";
import { cursorField, cursorText } from "~/models/cursor";
import { requiredText, saying } from "~/models/fields";
import { wordMatcher, wordsIn } from "./message-words";

const NO_WORD = msg("Type a word to search for");

/** How much of a message is shown, and how much of it before the first word that was found, in characters. */
const EXCERPT = 160;
const LEAD = 50;

/** GET /api/messages/search. The cursor is the id of the last message that was looked at. */
export const messageSearchQuery = z.object({
  q: requiredText(NO_WORD, SEARCH_MAX).refine((typed) => wordsIn(typed).length > 0, saying(NO_WORD)),
  cursor: cursorField({ id: cursorText }),
});
export type MessageSearch = z.output<typeof messageSearchQuery>;

/** A part of a message's text; `isMatch` for a word that was searched for. */
type ExcerptPart = { text: string; isMatch: boolean };

/** A message that has been found, with the part of it around the first match. */
export type FoundMessage = {
  id: string;
  conversationId: string;
  senderId: string;
  partner: { id: string; firstName: string };
  createdAt: string;
  excerpt: ExcerptPart[];
};

/** The part of a message around the first word that was found, about 160 characters, in parts that do or don't match. */
export function makeExcerpt(content: string, typed: string): ExcerptPart[] {
  const isMatch = wordMatcher(typed);
  const found = wordsIn(content).filter(({ folded }) => isMatch(folded));
  const from = startOf(content, found[0]?.start ?? 0);
  const to = cutAt(content, from + EXCERPT);
  const parts: ExcerptPart[] = [];
  const add = (text: string, isMatch: boolean) => text && parts.push({ text, isMatch });
  let position = from;
  for (const { start, end } of found.filter(({ start }) => start < to)) {
    add((position === from && from > 0 ? "…" : "") + content.slice(position, start), false);
    position = Math.min(to, end);
    add(content.slice(start, position), true);
  }
  add(content.slice(position, to) + (to < content.length ? "…" : ""), false);
  return parts;
}

/** Where the excerpt begins: at a word, a little before the first match. */
function startOf(content: string, match: number): number {
  if (match <= LEAD) return 0;
  const space = content.slice(match - LEAD, match).search(/\s/);
  return space < 0 ? cutAt(content, match - LEAD) : match - LEAD + space + 1;
}

/** The same position, or the one before it where it would split a character. */
function cutAt(content: string, position: number): number {
  return /[\uDC00-\uDFFF]/.test(content[position] ?? "") ? position - 1 : position;
}
