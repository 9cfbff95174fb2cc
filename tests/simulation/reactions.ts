// Reactions in the model: who may react, what both read of it, and what is new to the author of the message.
import type { ReactionKind } from "db/column-types";
import type { Model } from "./model";
import { type Conversation, type Message, openOf, other, type Pair, Refused, type Who } from "./pair";

/** A message of two members, as somebody who reacts to it names it. */
export type ReactionAims = { reacted: { from: Who; id: string } | undefined };

/** Reacts to a message, or takes the member's reaction back. */
export function react(
  model: Model,
  me: Who,
  you: Who,
  kind: ReactionKind | null,
  { reacted }: ReactionAims,
  now: number,
) {
  const pair = me === you ? undefined : model.pair(me, you);
  const open = pair && openOf(pair);
  const message = open && reacted && findMessage([open], reacted);
  if (!message || !model.canView(me, pair, open)) throw new Refused("absent");
  if (open.closedBy !== undefined || model.isGone(you) || model.isGone(me)) throw new Refused("forbidden");
  if (message.isDeleted) throw new Refused("forbidden");
  const before = message.reactions?.[me];
  if (kind === (before?.kind ?? null)) return;
  const isNew = message.from !== me;
  const { [me]: _, ...rest } = message.reactions ?? {};
  message.reactions = kind ? { ...rest, [me]: { kind, isNew } } : rest;
  if (!isNew) return;
  if (kind) model.notify({ to: you, kind: "reaction", about: open, at: now, isRead: false });
  else if (!newReactions(pair, open, you)) model.markRead(you, open, "reaction");
}

/** A member has been shown the messages up to this one. */
export function seeReactions(model: Model, pair: Pair, conversation: Conversation, me: Who, upTo: number) {
  const before = newReactions(pair, conversation, me);
  for (const { from, reactions } of conversation.messages.slice(0, upTo)) {
    const theirs = reactions?.[other(pair, me)];
    if (theirs && from === me) theirs.isNew = false;
  }
  const left = newReactions(pair, conversation, me);
  if (before && !left) model.markRead(me, conversation, "reaction");
}

/** What the news of the other's reactions say; undefined without any. */
export function describeReactions(
  pair: Pair,
  conversation: Conversation,
  me: Who,
  name: string,
): string | undefined {
  if (!reactionsTo(pair, conversation, me).length) return undefined;
  const count = newReactions(pair, conversation, me);
  if (!count) return `Reactions from ${name}`;
  return `${name} reacted to ${count === 1 ? "your message" : `${count} of your messages`}`;
}

/** The reactions to a message in words, with a name for each member. */
export function reactionsIn({ reactions = {} }: Message, nameOf: (who: Who) => string): string {
  return toText(Object.entries(reactions).map(([who, { kind }]) => [nameOf(Number(who)), kind]));
}

/** The same of what the app shows. */
export function toText(reactions: [name: string, kind: ReactionKind][]): string {
  const texts = reactions.map(([name, kind]) => `${name} ${kind}`).sort();
  return texts.length ? ` [${texts.join(", ")}]` : "";
}

/** One of all messages of two members, counted from the last. */
export function aimAtMessage(model: Model, me: Who, you: Who, number: number): ReactionAims {
  if (me === you) return { reacted: undefined };
  const all = model.pair(me, you).conversations.flatMap(({ messages }) => messages);
  const found = all[all.length - 1 - (number % Math.max(1, all.length))];
  return { reacted: found && { from: found.from, id: found.id } };
}

/** A message of these conversations, by who has sent it. */
export function findMessage(conversations: Conversation[], { from, id }: { from: Who; id: string }) {
  return conversations
    .flatMap(({ messages }) => messages)
    .find((each) => each.from === from && each.id === id);
}

function reactionsTo(pair: Pair, { messages }: Conversation, me: Who) {
  return messages.flatMap(({ from, reactions }) => {
    const theirs = reactions?.[other(pair, me)];
    return theirs && from === me ? [theirs] : [];
  });
}

/** How many reactions of the other a member hasn't seen. */
export function newReactions(pair: Pair, conversation: Conversation, me: Who): number {
  return reactionsTo(pair, conversation, me).filter(({ isNew }) => isNew).length;
}
