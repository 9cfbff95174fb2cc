// Words that strangers read at once, without a moderator's review, and what they must not contain.
import { judge, uncheckedRefusal } from "~/integrations/checking-service.server";
import { type Message, msg } from "~/language/text";
import { hasContactDetails } from "~/models/conversation/contact-details";
import { findHeldWord } from "~/models/conversation/writing/held-words.server";
import { invalidAt } from "~/refusal";

/** What the words are part of, the field that refusals appear at, and the message about contact details. */
type PublicWords = { thing: "answer" | "show"; field: string; contacts: Message };

/** Refuses contact details and held words (invalid). */
export function rejectPublicWords(words: string, { thing, field, contacts }: PublicWords): void {
  const held = findHeldWord(words);
  const message =
    held === undefined
      ? contacts
      : thing === "answer"
        ? msg("An answer can't include “{held}”.", { held })
        : msg("A show can't include “{held}”.", { held });
  if (held !== undefined || hasContactDetails(words)) throw invalidAt(field, message);
}

/** Refuses what the checking service refuses or holds (invalid), and everything if it has to answer and doesn't. */
export async function rejectJudgedWords(words: string, { thing, field }: PublicWords): Promise<void> {
  const { verdict, reason, isAnswer } = await judge({ kind: "message", text: words });
  if (verdict === "fine") return;
  if (!isAnswer) throw uncheckedRefusal(thing);
  const message = reason
    ? msg(
        "{thing, select, answer {This answer can't be shown: {reason}} other {This show can't be shown: {reason}}}",
        {
          thing,
          reason,
        },
      )
    : msg("{thing, select, answer {This answer can't be shown.} other {This show can't be shown.}}", {
        thing,
      });
  throw invalidAt(field, message);
}
