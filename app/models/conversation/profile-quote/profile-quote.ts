// Quotes of a profile: the photo, the answered prompt, the answer of the day or the show that a like with a note is about.
import type { PromptAnswer, QuestionId } from "db/column-types";
import { msg, t } from "~/language/text";
import type { FlashMessage } from "~/models/flash";
import { quoteShow, type ShowParts } from "~/models/show/show";

/** The longest note that goes with a like, in characters. */
export const NOTE_MAX = 300;

/** What is quoted from a profile: a photo by its id, a prompt, the answer to today's question, or a show that they go to. */
export type Quote = { type: "photo"; photoId: string } | QuotedShow | QuotedQuestion;

/** A show to which both may go. */
export type QuotedShow = { type: "show"; showId: string };

/** The question of a quoted answer. */
export type QuotedQuestion =
  | { type: "prompt"; prompt: PromptAnswer["prompt"] }
  | { type: "answer"; question: QuestionId };

/**
 * A quote as its message stores it: a question with its answer at that time, or null once that has been removed; likewise a
 * show, whose id is null once it has no page.
 */
export type QuotedContent = {
  messageType: "profile_quote";
  metadata:
    | { type: "photo"; photoId: string }
    | { type: "show"; showId: string | null; show: string | null }
    | (QuotedQuestion & { answer: string | null });
};

/** A quote in the database; `isRemoved` while a sanction keeps the answer from both members. */
export type StoredQuote =
  | { type: "photo"; photoId: string }
  | StoredShow
  | (QuotedQuestion & { answer?: string; isRemoved?: true });

/** A quoted show in its parts, which are worded for whoever reads them. Older quotes hold words. */
type StoredShow = QuotedShow & ({ show: string } | ShowParts);

/** The words of a quoted show. */
export function formatQuotedShow(stored: StoredShow): string {
  return "show" in stored ? stored.show : quoteShow(stored);
}

/** What stands in place of a quoted photo, answer or show that is gone. */
export const quoteGone = {
  photo: msg("A photo that has been removed"),
  answer: msg("An answer that has been removed"),
  show: msg("A show that has been taken down"),
};

/** A quote as both members of a conversation see it. */
export function toQuoteMetadata(stored: StoredQuote): QuotedContent["metadata"] {
  if (stored.type === "photo") return { type: "photo", photoId: stored.photoId };
  if (stored.type === "show") return { type: "show", showId: stored.showId, show: formatQuotedShow(stored) };
  const { isRemoved, ...quoted } = stored;
  return { ...quoted, answer: isRemoved ? null : (quoted.answer ?? null) };
}

/** The page that likes a photo or an answer of a member's profile, or asks them to go to a show together. */
export function notePath(memberId: string | number, quote: Quote): string {
  const { type } = quote;
  return `/members/${memberId}/like?${type}=${encodeURIComponent(quoteKey(quote))}`;
}

/** What identifies a quote within its type: a photo's or a show's id, a prompt or a question. */
export function quoteKey(quote: Quote): string {
  switch (quote.type) {
    case "photo":
      return quote.photoId;
    case "show":
      return quote.showId;
    case "prompt":
      return quote.prompt;
    case "answer":
      return quote.question;
  }
}

export const noteMessages = {
  photoGone: msg("This photo is no longer on their profile. You can go back and choose something else."),
  answerGone: msg("This answer is no longer on their profile. You can go back and choose something else."),
  showGone: msg(
    "They no longer go to this show, or it's no longer here. You can go back and choose something else.",
  ),
  /** The note's initial text about a show, which can be sent as it is. */
  together: msg("Together?"),
  used: (firstName: string) =>
    t("You've already written to {firstName}. You can write more once they reply.", { firstName }),
  sent: (firstName: string): FlashMessage => ({ title: t("Sent to {firstName}", { firstName }) }),
  /** A request that was taken back is open again, and stays the only one. */
  reopened: (firstName: string): FlashMessage => ({
    title: t("Your earlier message is back"),
    description: t(
      "You wrote to {firstName} before, so your new note wasn't sent. You can write more once they reply.",
      { firstName },
    ),
  }),
};
