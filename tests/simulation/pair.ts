// Two members in the model: what they decided, share and have ended.
import type { AttachmentKind, GoingViewers, ReactionKind } from "db/column-types";
import type { Home, Trip } from "./arrivals";
import type { Plan, PlanLink } from "./plans";

/** A member's place in the community. */
export type Who = number;

export type Member = {
  name: string;
  pausedAt?: number;
  hiddenAt?: number;
  deletedAt?: number;
  /** Who sees which shows they go to, people they could meet by default. */
  showsGoing?: GoingViewers;
  /** Portland by default. */
  home?: Home;
  trips?: Trip[];
  hidesNew?: boolean;
};
export type Message = {
  id: string;
  from: Who;
  text: string;
  sentAt: number;
  /** The message it replies to. */
  quoted?: { from: Who; id: string };
  isEdited?: boolean;
  isDeleted?: boolean;
  /** What it said before it was edited or deleted. */
  earlier?: string[];
  /** The answer or the show that a note is about. */
  about?: string;
  isShow?: boolean;
  /** The kind of file that was sent with it. */
  file?: AttachmentKind;
  /** By who has reacted; `isNew` until the message's author has seen it. */
  reactions?: Record<Who, { kind: ReactionKind; isNew: boolean }>;
};
export type Conversation = {
  startedBy: Who;
  createdAt: number;
  acceptedAt?: number;
  declinedAt?: number;
  /** When a sanction of its sender hid it from its recipient. */
  hiddenAt?: number;
  lastMessageAt?: number;
  endedAt?: number;
  /** Who has closed it by a goodbye. */
  closedBy?: Who;
  messages: Message[];
  /** In the order in which they were proposed. */
  plans: Plan[];
  /** Of friends. */
  links: PlanLink[];
  /** How many messages each has read, and how many of them the other may know about. */
  read: Record<Who, { upTo: number; seen: number }>;
};
type Decision = { liked: boolean; at: number };
export type Match = { at: number };
export type Pair = {
  low: Who;
  high: Who;
  match?: Match;
  /** Set for good once a match or an accepted conversation has ended. */
  hasEnded: boolean;
  conversations: Conversation[];
  decisions: Record<Who, Decision | undefined>;
  blocks: Record<Who, number | undefined>;
};

/** An operation that the app refuses, with the code of its refusal. */
export class Refused extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

export function other({ low, high }: Pair, me: Who): Who {
  return low + high - me;
}

export function openOf({ conversations }: Pair): Conversation | undefined {
  return conversations.find(({ endedAt }) => endedAt === undefined);
}

export function isConnected(pair: Pair): boolean {
  return pair.match !== undefined || openOf(pair)?.acceptedAt !== undefined;
}

/** Whether a block or an end keeps the two apart. */
export function isApart({ blocks, hasEnded }: Pair): boolean {
  return hasEnded || Object.values(blocks).some((at) => at !== undefined);
}

export function unreadOf({ messages, read }: Conversation, me: Who): number {
  return messages.slice(read[me]?.upTo ?? 0).filter(({ from }) => from !== me).length;
}
