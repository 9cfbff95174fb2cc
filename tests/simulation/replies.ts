// Quotes and second thoughts in the model: what a reply may quote, and what both read once a message was edited or deleted.
import type { Model } from "./model";
import { type Conversation, type Message, openOf, other, Refused, type Who } from "./pair";
import { aimAtMessage, findMessage, newReactions, type ReactionAims } from "./reactions";

/** The message that a reply quotes, of `from` to `to`: it may be of another conversation. */
export type ReplyAims = { quoted: { from: Who; to: Who; id: string } | undefined };

const EDIT_MS = 15 * 60_000;
const EDITS_MAX = 10;
/** Of the message of a request that nobody has answered. */
const FIRST_EDITS_MAX = 2;
const DELETED = 3;
const ELSEWHERE = 4;

/** One of the messages of the two; for the highest numbers a deleted one, if there is one, and one with somebody else. */
export function aimAtQuoted(model: Model, me: Who, you: Who, number: number): ReplyAims {
  const third = [...model.members.keys()].find((each) => each !== me && each !== you) ?? you;
  const whom = number === ELSEWHERE ? third : you;
  const said = me === you ? [] : model.pair(me, you).conversations.flatMap(({ messages }) => messages);
  const deleted = number === DELETED ? said.find(({ isDeleted }) => isDeleted) : undefined;
  const reacted = deleted ?? aimAtMessage(model, me, whom, number).reacted;
  return { quoted: reacted && { from: reacted.from, id: reacted.id, to: reacted.from === me ? whom : me } };
}

/** Whether a message can quote this one. */
export function isQuotable({ messages }: Conversation, quoted: Message["quoted"]): boolean {
  return messages.some(({ id, from, isDeleted }) => id === quoted?.id && from === quoted.from && !isDeleted);
}

/** Edits a message of the member's, for 15 minutes, and not too often. */
export function edit(model: Model, me: Who, you: Who, text: string, { reacted }: ReactionAims, now: number) {
  const { open, message } = findOwn(model, me, you, reacted);
  if (model.isGone(me) || model.isGone(you) || open.closedBy !== undefined) throw new Refused("forbidden");
  if (message.isDeleted || message.file === "voice" || message.sentAt <= now - EDIT_MS)
    throw new Refused("forbidden");
  if (message.text === text) return;
  const { earlier = [] } = message;
  if (earlier.length >= (open.acceptedAt === undefined ? FIRST_EDITS_MAX : EDITS_MAX))
    throw new Refused("forbidden");
  Object.assign(message, { text, isEdited: true, earlier: [...earlier, message.text] });
}

/** Deletes a message of the member's for both. */
export function erase(model: Model, me: Who, you: Who, { reacted }: ReactionAims) {
  const { pair, open, message } = findOwn(model, me, you, reacted);
  if (message.isDeleted) return;
  const earlier = [...(message.earlier ?? []), message.text];
  const gone = { about: undefined, isEdited: undefined, reactions: undefined };
  Object.assign(message, { text: "", isDeleted: true, earlier, ...gone });
  if (!newReactions(pair, open, me)) model.markRead(me, open, "reaction");
}

/** How a message has changed and what it quotes, with a name for each member. */
export function marksIn(message: Message, { messages }: Conversation, nameOf: (who: Who) => string): string {
  const { quoted, isEdited, isDeleted, earlier = [] } = message;
  const found = messages.find(({ id, from }) => id === quoted?.id && from === quoted.from);
  return toMarks({
    before: isEdited ? earlier : [],
    isDeleted,
    quote: found && { name: nameOf(found.from), text: found.isDeleted ? undefined : found.text },
  });
}

/** The same of what the app shows. */
export function toMarks({
  before,
  isDeleted,
  quote,
}: {
  before: string[];
  isDeleted?: boolean;
  /** Without a text if the quoted message was deleted. */
  quote?: { name: string; text: string | undefined };
}): string {
  const changed = before.length ? ` (before: ${before.join(", ")})` : "";
  const to = quote ? ` > ${quote.name}: ${quote.text ?? "(deleted)"}` : "";
  return `${isDeleted ? " (deleted)" : ""}${changed}${to}`;
}

/** How many messages that a member can read say something else than before. */
export function countChanges(was: Model, is: Model, me: Who): number {
  return is.pairs
    .filter(({ low, high }) => low === me || high === me)
    .flatMap((pair) => {
      const open = openOf(pair);
      if (!open || !is.canView(me, pair, open)) return [];
      // Also those of a request that had been taken back and is open again.
      const before = was.pair(me, other(pair, me)).conversations.flatMap(({ messages }) => messages);
      return open.messages.filter(({ id, from, earlier = [] }) => {
        const same = before.find((each) => each.id === id && each.from === from);
        return earlier.length > (same?.earlier?.length ?? 0);
      });
    }).length;
}

function findOwn(model: Model, me: Who, you: Who, reacted: ReactionAims["reacted"]) {
  const pair = me === you ? undefined : model.pair(me, you);
  const open = pair && openOf(pair);
  const message = open && reacted?.from === me ? findMessage([open], reacted) : undefined;
  if (!message || !model.canView(me, pair as NonNullable<typeof pair>, open as Conversation))
    throw new Refused("absent");
  return { pair, open, message } as {
    pair: NonNullable<typeof pair>;
    open: Conversation;
    message: Message;
  };
}
