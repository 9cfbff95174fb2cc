// The flash messages for likes, passes and unmatches, and the pages that they lead to.

import { msg, t } from "~/language/text";
import type { FlashMessage } from "~/models/flash";
import { endSentence } from "~/models/member/member";

/** What happens after a like that isn't mutual yet. */
export const LIKE_WAITS = msg("We'll let you know if it's mutual!");

/** The flash message for a like of the member called `name` that isn't mutual yet; its Undo is posted to `undoTo`. */
export function likedMessage(targetUserId: number, name: string, undoTo: string): FlashMessage {
  return {
    subject: endSentence(t("Liked {name}", { name })),
    title: t("Match recorded"),
    description: t(LIKE_WAITS),
    action: undoAction(targetUserId, undoTo, t("Undo liking {name}", { name })),
  };
}

/** The flash message for a pass on the member called `name`; its Undo is posted to `undoTo`. */
export function passedMessage(targetUserId: number, name: string, undoTo: string): FlashMessage {
  return {
    title: t("Passed"),
    description: endSentence(t("You won't see {name} again", { name })),
    action: undoAction(targetUserId, undoTo, t("Undo passing on {name}", { name })),
  };
}

function undoAction(targetUserId: number, to: string, name: string): FlashMessage["action"] {
  return { label: t("Undo"), name, icon: "undo", to, fields: { targetUserId: String(targetUserId) } };
}

/** Where Undo is posted from the page with this query; the member's card is then back on it. */
export function undoPath(query: URLSearchParams | string, memberId: number): string {
  const params = new URLSearchParams(query);
  params.set("next", String(memberId));
  return `/discover/undo?${params}`;
}

/** What was undone. */
export type Undone = "like" | "pass";

/** The page of a new match, which goes on to `nextPath`. */
export function newMatchPath(memberId: number, nextPath: string): string {
  return `/members/${memberId}/match?to=${encodeURIComponent(nextPath)}`;
}

/** The page that asks whether to unmatch a member; its Cancel returns to `from`. */
export function unmatchPath(memberId: number, from: string): string {
  return `/members/${memberId}/unmatch?from=${encodeURIComponent(from)}`;
}

/** The flash messages for a member who was unmatched. */
export const unmatchMessages = {
  unmatched: (firstName: string): FlashMessage => ({
    title: t("Unmatched"),
    description: t("Your match and conversation with {firstName} have ended.", { firstName }),
  }),
  endedBefore: {
    title: msg("Unmatched"),
    description: msg("Your match and conversation had already ended."),
  },
};

/** The path to return to after a connection ends: the list it was ended from, if any. */
export function pathAfterEnding(from: string): string {
  if (/^\/(discover|matches)(\?|$)/.test(from)) return from;
  return from.startsWith("/messages") ? "/messages" : "/discover";
}
