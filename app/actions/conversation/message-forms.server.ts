// Handles the forms that send to a conversation, and loads the dialogs of shares and files.
import { randomUUID } from "node:crypto";
import type { AttachmentKind } from "db/column-types";
import { assistFinding } from "~/actions/catalog/find-release.server";
import type { FileForm } from "~/components/conversation/file-dialog";
import { submitForm } from "~/forms/form.server";
import { submitFields, unlessGone } from "~/forms/mutation.server";
import { parseInput } from "~/http/body.server";
import { isFetchRequest, orNotFound, requireMember } from "~/http/page.server";
import { type Message, t } from "~/language/text";
import { beginAttachment, rejectClosedToFiles } from "~/models/conversation/attachment/attachment.server";
import { photoInput, voiceInput } from "~/models/conversation/attachment/attachment-schema";
import { sendPhoto, sendVoice } from "~/models/conversation/attachment/sending.server";
import { voiceErrors } from "~/models/conversation/attachment/voice";
import { getConversation } from "~/models/conversation/conversation.server";
import { CONVERSATION_GONE } from "~/models/conversation/message";
import { addMessage, addVideo } from "~/models/conversation/message.server";
import { editMessage } from "~/models/conversation/message-change.server";
import { editInput, messageInput, shareInput, videoInput } from "~/models/conversation/message-schema";
import { shareInText, shareMessages } from "~/models/conversation/share";
import type { Member } from "~/models/member/member.server";
import { pictureErrors } from "~/models/picture/upload";
import { Refusal, refusalAt, refusalIn } from "~/refusal";

/** Loads a share dialog: the id of the message it will send, and its conversation. */
export async function loadShareForm(request: Request, conversationId: string) {
  return shareForm(await requireMember(request), conversationId);
}

async function shareForm(member: Member, conversationId: string) {
  const { id } = orNotFound(await getConversation(member.id, conversationId));
  return { shareId: randomUUID(), chatId: id, closeTo: `/messages/${id}` };
}

/** Loads the dialog of a file, with the reason if the conversation takes no files. */
export async function loadFileForm(
  request: Request,
  conversationId: string,
  kind: AttachmentKind,
): Promise<FileForm> {
  const member = await requireMember(request);
  const form = await shareForm(member, conversationId);
  const refusal = await rejectClosedToFiles(member.id, conversationId, kind).catch(refusalIn);
  return { ...form, refusal: refusal?.message };
}

const attachmentForms: Record<AttachmentKind, AttachmentForm> = {
  photo: {
    upload: "picture",
    none: pictureErrors.none,
    send: (memberId, conversationId, typed, path) =>
      sendPhoto(memberId, conversationId, parseInput(photoInput, typed), path),
  },
  voice: {
    upload: "voice",
    none: voiceErrors.none,
    send: (memberId, conversationId, typed, path) =>
      sendVoice(memberId, conversationId, parseInput(voiceInput, typed), path),
  },
};
type AttachmentForm = {
  upload: "picture" | "voice";
  none: Message;
  send: (
    memberId: number,
    conversationId: string,
    typed: Record<string, unknown>,
    path: string,
  ) => Promise<unknown>;
};

/** Handles the form that sends a file, in the field named after its kind; the refusal of a file appears there. */
export function submitFile(request: Request, conversationId: string, kind: AttachmentKind) {
  const { upload, none, send } = attachmentForms[kind];
  const reject = (refusal: Refusal, form: FormData) => {
    const { message, fields } = refusal.fields.content ? refusal : refusalAt(kind, refusal);
    return { error: message, fields, typed: { content: String(form.get("content") ?? "") } };
  };
  const begin = (member: Member) =>
    unlessGone(CONVERSATION_GONE, beginAttachment(member.id, conversationId, kind));
  return submitFields(request, { files: upload, reject, begin }, async (member, form, { path }) => {
    const sending = path
      ? send(member.id, conversationId, Object.fromEntries(form), path)
      : rejectClosedToFiles(member.id, conversationId, kind);
    await unlessGone(CONVERSATION_GONE, sending);
    if (!path) throw new Refusal("invalid", none);
    return { to: chatPath(request, conversationId) };
  });
}

/** Handles the composer's form. The URL of a video or a song becomes a card. */
export function submitMessage(request: Request, conversationId: string) {
  const form = { schema: messageInput, page: chatPath(request, conversationId) };
  return submitForm(request, form, async (member, input) => {
    const share = input.messageType === null ? shareInText(input.content) : undefined;
    const sent = addMessage(member.id, conversationId, { ...input, ...share });
    return { data: { saved: await unlessGone(CONVERSATION_GONE, sent) } };
  });
}

/** Handles the form that edits a message. */
export function submitEdit(request: Request, conversationId: string, id: string) {
  return submitForm(request, { schema: editInput }, async (member, input) => {
    await unlessGone(CONVERSATION_GONE, editMessage(member.id, id, input));
    return { to: chatPath(request, conversationId) };
  });
}

/** Handles the Share Music form. */
export function submitShare(request: Request, conversationId: string) {
  const assist = assistFinding({ title: "title" });
  return submitForm(request, { schema: shareInput, assist }, async (member, input) => {
    await unlessGone(CONVERSATION_GONE, addMessage(member.id, conversationId, input));
    return { to: chatPath(request, conversationId) };
  });
}

/** Handles the Share YouTube Video form. */
export function submitVideo(request: Request, conversationId: string) {
  const { videoFailed, videoShared, urlRequired, urlInvalid } = shareMessages;
  const reject = ({ message }: Refusal) => {
    const known = [urlRequired, urlInvalid].find(({ description }) => t(description) === message);
    return { title: t((known ?? videoFailed).title) };
  };
  return submitForm(request, { schema: videoInput, reject }, async (member, input) => {
    await unlessGone(CONVERSATION_GONE, addVideo(member.id, conversationId, input));
    return { flash: videoShared, to: chatPath(request, conversationId) };
  });
}

/** Without JavaScript the fragment moves the focus to the composer. */
function chatPath(request: Request, conversationId: string) {
  const chat = `/messages/${encodeURIComponent(conversationId)}`;
  return isFetchRequest(request) ? chat : `${chat}#write`;
}
