// Handles what is sent to a conversation, and loads the two share dialogs.

import { randomUUID } from "node:crypto";
import { assistFinding } from "~/components/catalog/find-release.server";
import { submitForm } from "~/forms/form.server";
import { unlessGone } from "~/forms/mutation.server";
import { isFetchRequest, orNotFound, requireMember } from "~/http/page.server";
import { hasCatalog } from "~/models/catalog/release.server";
import { getConversation } from "~/models/conversation/conversation.server";
import { CONVERSATION_GONE } from "~/models/conversation/message";
import { addMessage, addVideo } from "~/models/conversation/message.server";
import { editMessage } from "~/models/conversation/message-change.server";
import { editInput, messageInput, shareInput, videoInput } from "~/models/conversation/message-schema";
import { shareMessages } from "~/models/conversation/share";
import type { Refusal } from "~/refusal";

/** Loads a share dialog: the id of the message it will send, and its conversation. */
export async function loadShareForm(request: Request, conversationId: string) {
  const member = await requireMember(request);
  const { id } = orNotFound(await getConversation(member.id, conversationId));
  return { shareId: randomUUID(), chatId: id, closeTo: `/messages/${id}`, hasCatalog: hasCatalog() };
}

/** Handles the composer's form. */
export function submitMessage(request: Request, conversationId: string) {
  const form = { schema: messageInput, page: chatAddress(request, conversationId) };
  return submitForm(request, form, async (member, input) => ({
    data: { saved: await unlessGone(CONVERSATION_GONE, addMessage(member.id, conversationId, input)) },
  }));
}

/** Handles the form that edits a message. */
export function submitEdit(request: Request, conversationId: string, id: string) {
  return submitForm(request, { schema: editInput }, async (member, input) => {
    await unlessGone(CONVERSATION_GONE, editMessage(member.id, id, input));
    return { to: chatAddress(request, conversationId) };
  });
}

/** Handles the Share Music form. */
export function submitShare(request: Request, conversationId: string) {
  const assist = assistFinding({ title: "title" });
  return submitForm(request, { schema: shareInput, assist }, async (member, input) => {
    await unlessGone(CONVERSATION_GONE, addMessage(member.id, conversationId, input));
    return { to: chatAddress(request, conversationId) };
  });
}

/** Handles the Share YouTube Video form. */
export function submitVideo(request: Request, conversationId: string) {
  const { videoFailed, videoShared, urlRequired, urlInvalid } = shareMessages;
  const reject = ({ message }: Refusal) => {
    const known = [urlRequired, urlInvalid].find(({ description }) => description === message);
    return { title: (known ?? videoFailed).title };
  };
  return submitForm(request, { schema: videoInput, reject }, async (member, input) => {
    await unlessGone(CONVERSATION_GONE, addVideo(member.id, conversationId, input));
    return { notice: videoShared, to: chatAddress(request, conversationId) };
  });
}

/** Without JavaScript the fragment moves the focus to the composer. */
function chatAddress(request: Request, conversationId: string) {
  const chat = `/messages/${encodeURIComponent(conversationId)}`;
  return isFetchRequest(request) ? chat : `${chat}#write`;
}
