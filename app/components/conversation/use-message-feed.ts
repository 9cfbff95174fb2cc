// The messages of an open chat with scripts: those served with it, live ones, and earlier ones on demand.
import { useCallback, useEffect, useRef, useState } from "react";
import { isStreamOpen, useLiveEvents } from "~/browser/use-live";
import { showToast } from "~/components/ui/toast/toaster";
import { pollDelay } from "~/live/poll-interval";
import {
  type Chat,
  changedAt,
  MESSAGE_PAGE,
  type MessageDto,
  mergeMessages,
} from "~/models/conversation/message";
import { quoteOf } from "~/models/conversation/quote/quote";
import type { ReactionDto, RecentReactions } from "~/models/conversation/reaction";
import { usePoll } from "./use-poll";

/** The slow poll interval while a stream is open, in case it has died unnoticed. */
const CHECK_MS = 30_000;
/** How long screen readers stay silent while earlier messages are rendered. */
const SETTLE_MS = 500;

/** The answer of /messages/{id}/more. */
type More = Pick<Chat, "messages" | "hasEarlier" | "status" | "seen" | "partner"> & {
  /** Absent with earlier messages. */
  recent?: RecentReactions;
  /** Edited and deleted messages, the latest change last. */
  changed?: MessageDto[];
};

/** The chat is gone for the member, or their session is. */
type ChatEnd = "gone" | "signed out";

/** What changes together with the messages. */
type ChatState = Pick<Chat, "status" | "partner" | "seen"> & {
  /** Why nothing new will come, if nothing will. */
  end?: ChatEnd;
};

type KnownMessages = {
  messages: MessageDto[];
  keep: (arrived: MessageDto[]) => void;
  setReactions: (messageId: string, reactions: ReactionDto[]) => void;
};

type EarlierMessages = {
  hasEarlier: boolean;
  /** Fetches earlier messages, one page at a time. */
  showEarlier: () => Promise<void>;
  /** The same on scrolling; does not retry after a failure. */
  showEarlierInPassing: () => void;
  /** Earlier messages are loading. */
  isFilling: boolean;
};

export type MessageFeed = ChatState &
  KnownMessages &
  EarlierMessages & {
    /** Polls at once. */
    lookAgain: () => void;
  };

/**
 * Starts with the messages served with the page and adds live ones. After a break of the stream it fetches what was
 * missed; without a stream it polls every three seconds, backing off while there is no answer. It pauses while the tab is
 * hidden. With `isLive` false it does neither.
 */
export function useMessageFeed(chat: Chat, isLive: boolean): MessageFeed {
  const { update, reactionsSet, ...known } = useKnownMessages(chat.messages);
  const { messages, keep, setReactions } = known;
  const [state, setState] = useState(stateOf(chat));
  const isOn = isLive && !state.end;
  const setEnd = useCallback((end: ChatEnd) => setState((before) => ({ ...before, end })), []);
  // The stream delivers everything after `reached`.
  const isCaughtUp = useRef(false);
  // The last message up to which there is no gap. Own messages don't count: others may have arrived before them.
  const reached = useRef(chat.messages.at(-1)?.id);
  // The last edit or deletion that the page or an answer had.
  const changedSince = useRef(chat.messages.map(changedAt).sort().at(-1));

  /** Fetches what was missed; returns the delay until the next time, if there is one. */
  const catchUp = useCallback(
    async (signal: AbortSignal) => {
      const wasStreaming = isStreamOpen();
      const reactionsBefore = reactionsSet.current;
      const at = {
        ...(reached.current ? { after: reached.current } : {}),
        ...(changedSince.current ? { changedSince: changedSince.current } : {}),
      };
      const more = await fetchMore(chat.id, at, signal);
      if (typeof more === "string") return void setEnd(more);
      const { recent, changed = [] } = more;
      reached.current = more.messages.at(-1)?.id ?? reached.current;
      changedSince.current = changed.map(changedAt).at(-1) ?? changedSince.current;
      keep(more.messages);
      update((kept) => changed.reduce(withChanged, kept));
      if (recent && reactionsSet.current === reactionsBefore)
        update((kept) => kept.map((each) => withRecentReactions(each, recent)));
      setState((before) => ({ ...before, ...stateOf(more) }));
      const isBehind = more.messages.length === MESSAGE_PAGE;
      isCaughtUp.current = wasStreaming && isStreamOpen() && !isBehind;
      return isBehind ? 0 : isCaughtUp.current ? CHECK_MS : pollDelay(0);
    },
    [chat.id, keep, update, reactionsSet, setEnd],
  );
  const lookAgain = usePoll(isOn, catchUp);

  useLiveEvents((event) => {
    if (event.event === "closed") isCaughtUp.current = false;
    if (event.event === "message-change") return update((kept) => withChanged(kept, event.message));
    if (event.event === "reaction") {
      if (event.conversationId === chat.id) setReactions(event.messageId, event.reactions);
      return;
    }
    if (!isOn || event.event === "typing" || event.event === "joint-play") return;
    if (event.event === "message" || event.event === "seen") {
      if (event.conversationId !== chat.id) return;
      if (event.event === "seen") return setState((before) => ({ ...before, seen: event.sequence }));
      keep([event.message]);
      if (isCaughtUp.current) reached.current = event.message.id;
      if (state.status === "open") return;
    }
    lookAgain();
  });

  return { ...state, ...known, ...useEarlierMessages(chat, messages[0]?.id, { keep, setEnd }), lookAgain };
}

function stateOf({ status, partner, seen }: Pick<Chat, "status" | "partner" | "seen">): ChatState {
  return { status, partner, seen };
}

/** The messages that are known. `update` changes them; `reactionsSet` counts the reactions that came by themselves. */
function useKnownMessages(served: MessageDto[]) {
  const [kept, update] = useState(served);
  // What was fetched before the last of them may be older.
  const reactionsSet = useRef(0);

  const keep = useCallback((arrived: MessageDto[]) => update((known) => mergeMessages(known, arrived)), []);

  const setReactions = useCallback((messageId: string, reactions: ReactionDto[]) => {
    reactionsSet.current++;
    update((known) => known.map((each) => (each.id === messageId ? { ...each, reactions } : each)));
  }, []);

  useEffect(() => keep(served), [served, keep]);

  // Sharing reloads the page with newer messages.
  return { messages: mergeMessages(kept, served), keep, setReactions, update, reactionsSet };
}

/** Fetches the messages before `oldest` when they are asked for. */
function useEarlierMessages(
  chat: Chat,
  oldest: string | undefined,
  { keep, setEnd }: { keep: KnownMessages["keep"]; setEnd: (end: ChatEnd) => void },
): EarlierMessages {
  const [hasEarlier, setHasEarlier] = useState(chat.hasEarlier);
  const [isFilling, setIsFilling] = useState(false);
  const hasFailed = useRef(false);

  async function showEarlier() {
    if (!oldest || isFilling) return;
    setIsFilling(true);
    try {
      const more = await fetchMore(chat.id, { before: oldest });
      if (typeof more === "string") return setEnd(more);
      hasFailed.current = false;
      keep(more.messages);
      setHasEarlier(more.hasEarlier);
    } catch {
      hasFailed.current = true;
      const description = "Couldn't load earlier messages. Try again.";
      showToast({ id: oldest, kind: "error", title: "Error", description });
    } finally {
      setTimeout(() => setIsFilling(false), SETTLE_MS);
    }
  }

  function showEarlierInPassing() {
    if (hasEarlier && !hasFailed.current) void showEarlier();
  }

  return { hasEarlier, isFilling, showEarlier, showEarlierInPassing };
}

/** Messages once one of them has become `changed`, with its quotes; the same list if they know of that or a later change. */
function withChanged(messages: MessageDto[], changed: MessageDto): MessageDto[] {
  const known = messages.find(({ id }) => id === changed.id);
  if (known && changedAt(known) >= changedAt(changed)) return messages;
  return messages.map((each) => {
    if (each.id === changed.id) return changed;
    return each.quotedId === changed.id ? { ...each, quote: quoteOf(changed) } : each;
  });
}

/** The same object if its reactions are still these. */
function withRecentReactions(message: MessageDto, { from, reactions }: RecentReactions): MessageDto {
  const recent = reactions[message.id] ?? [];
  const isSame = JSON.stringify(recent) === JSON.stringify(message.reactions ?? []);
  return isSame || message.sequence < from ? message : { ...message, reactions: recent };
}

/** Rejects without a response. */
async function fetchMore(
  chatId: string,
  at: Record<string, string>,
  signal?: AbortSignal,
): Promise<More | ChatEnd> {
  const answer = await fetch(`/messages/${chatId}/more?${new URLSearchParams(at)}`, { signal });
  if (answer.status === 404) return "gone";
  if (answer.status === 401) return "signed out";
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}
