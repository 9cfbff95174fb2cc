// Handles the form of a like with a note.

import { returnPath } from "~/auth/return-path";
import { submitForm } from "~/forms/form.server";
import { unlessGone } from "~/forms/mutation.server";
import { otherParticipant } from "~/models/conversation/conversation";
import { noteMessages } from "~/models/conversation/profile-quote/profile-quote";
import { noteForm } from "~/models/conversation/profile-quote/profile-quote-schema";
import { UNAVAILABLE } from "~/models/conversation/request.server";
import { newMatchPath } from "~/models/match/decision";
import { likeWithNote } from "~/models/match/like-with-note.server";

/**
 * Sends the note; without scripts it returns to the page that it was opened from. A new match opens the page that celebrates
 * it.
 */
export function submitNote(request: Request, targetUserId: number) {
  const page = returnPath(request, `/members/${targetUserId}`);
  return submitForm(request, { schema: noteForm, page }, async (member, input) => {
    const sending = likeWithNote(member.id, { ...input, targetUserId });
    const { isNewMatch, conversation, message } = await unlessGone(UNAVAILABLE, sending);
    if (isNewMatch) return { to: newMatchPath(targetUserId, page) };
    const { firstName } = otherParticipant(conversation, member.id);
    const flash = message ? noteMessages.sent(firstName) : noteMessages.reopened(firstName);
    return { flash, data: { isSent: true } };
  });
}
