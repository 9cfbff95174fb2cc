// The notices for likes and passes, and the pages that they lead to.
import { endSentence } from "~/models/member/member";
import type { NoticeMessage } from "~/models/notice";

/** The notice for a like. */
export const likedMessage: NoticeMessage = {
  title: "Match recorded",
  description: "We'll let you know if it's mutual!",
};

/** The notice for a pass on the member called `name`; its Undo is posted to `undoTo`. */
export function passedMessage(targetUserId: number, name: string, undoTo: string): NoticeMessage {
  return {
    title: "Passed",
    description: endSentence(`You won't see ${name} again`),
    action: { label: "Undo", icon: "undo", to: undoTo, fields: { targetUserId: String(targetUserId) } },
  };
}

/** The notice for an undone pass, after which a member may be liked as before instead of open to a new decision. */
export function undoneMessage(isLikedAgain: boolean): NoticeMessage {
  const place = isLikedAgain ? "among the people you liked" : "in Discover";
  return { title: "Pass undone", description: `They're back ${place}.` };
}

/** The page of a new match, which goes on to `nextPath`. */
export function newMatchAddress(memberId: number, nextPath: string): string {
  return `/members/${memberId}/match?to=${encodeURIComponent(nextPath)}`;
}

/** The page that asks whether to unmatch a member; its Cancel returns to `from`. */
export function unmatchAddress(memberId: number, from: string): string {
  return `/members/${memberId}/unmatch?from=${encodeURIComponent(from)}`;
}
