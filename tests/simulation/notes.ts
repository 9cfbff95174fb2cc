// Likes with a note in the model: what the note is about, and when it is the first message, one more, or not sent.
import { promptTexts } from "~/models/member/prompt";
import type { Model } from "./model";
import { type Conversation, type Message, openOf, Refused, type Who } from "./pair";

/** The prompt that every member has answered. */
export const ANSWERED = "b_side";

/** The answer of the member with this name. */
export function answerOf(name: string): string {
  return `${name}'s B-side`;
}

/** A note as both read it, with what it is about. */
export function noteText(text: string, about: string | undefined): string {
  return about === undefined ? text : `${text} (about ${about})`;
}

/** The show that a note is about, and whether its writer sees the other there. */
type AboutShow = { show: string; isShown: () => boolean };

/** Likes a member and writes to them about their answer, or a show. A refused note has changed nothing. */
export function likeWithNote(
  model: Model,
  me: Who,
  you: Who,
  { id, text }: Message,
  now: number,
  aboutShow?: AboutShow,
) {
  const pair = me === you ? undefined : model.pair(me, you);
  if (!pair) throw new Refused("absent");
  const about = aboutShow?.show ?? answerOf(model.members[you]?.name ?? "");
  const isShow = aboutShow !== undefined;
  const sent = pair.conversations.flatMap(({ messages }) => messages).find((each) => each.id === id);
  if (sent) {
    if (sent.from !== me || sent.text !== text || sent.about !== about) throw new Refused("conflict");
    model.opened(me, you);
    return { mutual: pair.match !== undefined, isSent: true };
  }
  const { mutual } = model.decide(me, you, true, now);
  if (aboutShow && !aboutShow.isShown()) throw new Refused("invalid");
  const before = openOf(pair);
  model.start(me, you, now);
  const { open } = model.opened(me, you);
  if (open !== before && open.messages.length) return { mutual, isSent: false };
  if (open.closedBy !== undefined) throw new Refused("forbidden");
  if (!open.acceptedAt && open.startedBy === me && open.messages.length) throw new Refused("conflict");
  model.send(me, you, { id, from: me, text, about, isShow, sentAt: now }, now);
  return { mutual, isSent: true };
}

/** What a notification says about a request that waits. */
export function describeRequest({ messages }: Conversation, name: string): string {
  const note = messages.find(({ about }) => about !== undefined);
  if (!note) return `${name} sent you a message request.`;
  if (note.isShow) return `${name} thought of going to ${note.about} with you.`;
  return `${name} liked your answer to “${promptTexts[ANSWERED]}” and wrote to you.`;
}
