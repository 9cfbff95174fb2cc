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

/** Likes a member and writes to them about their answer. A refused note has changed nothing. */
export function likeWithNote(model: Model, me: Who, you: Who, { id, text }: Message, now: number) {
  const pair = me === you ? undefined : model.pair(me, you);
  if (!pair) throw new Refused("absent");
  const about = answerOf(model.members[you]?.name ?? "");
  const sent = pair.conversations.flatMap(({ messages }) => messages).find((each) => each.id === id);
  if (sent) {
    if (sent.from !== me || sent.text !== text || sent.about === undefined) throw new Refused("conflict");
    model.opened(me, you);
    return { mutual: pair.match !== undefined, isSent: true };
  }
  const { mutual } = model.decide(me, you, true, now);
  const before = openOf(pair);
  model.start(me, you, now);
  const { open } = model.opened(me, you);
  if (open !== before && open.messages.length) return { mutual, isSent: false };
  if (open.closedBy !== undefined) throw new Refused("forbidden");
  if (!open.acceptedAt && open.startedBy === me && open.messages.length) throw new Refused("conflict");
  model.send(me, you, { id, from: me, text, about, sentAt: now }, now);
  return { mutual, isSent: true };
}

/** What a notification says about a request that waits. */
export function describeRequest({ messages }: Conversation, name: string): string {
  const isNote = messages.some(({ about }) => about !== undefined);
  if (!isNote) return `${name} sent you a message request.`;
  return `${name} liked your answer to “${promptTexts[ANSWERED]}” and wrote to you.`;
}
