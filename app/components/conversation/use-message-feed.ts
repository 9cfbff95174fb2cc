// The messages of an open chat with scripts: those served with it, live ones, and earlier ones on demand.
import { useCallback, useEffect, useRef, useState } from "react";
import { isStreamOpen, useLiveEvents } from "~/browser/use-live";
import { showToast } from "~/components/ui/toast/toaster";
import { pollDelay } from "~/live/poll-interval";
import type { ConversationStatus } from "~/models/conversation/conversation";
import {
  type Chat,
  changedAt,
  MESSAGE_PAGE,
  type MessageDto,
  mergeMessages,
} from "~/models/conversation/message";
import { quoteOf } from "~/models/conversation/quote/quote";
import type { ReactionDto, RecentReactions } from "~/models/conversation/reaction";

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
export type ChatEnd = "gone" | "signed out";

export type MessageFeed = {
  messages: MessageDto[];
  status: ConversationStatus;
  partner: Chat["partner"];
  hasEarlier: boolean;
  /** As in `Chat`. */
  seen: number;
  /** Why nothing new will come, if nothing will. */
  end: ChatEnd | undefined;
  keep: (arrived: MessageDto[]) => void;
  setReactions: (messageId: string, reactions: ReactionDto[]) => void;
  /** Polls at once. */
  lookAgain: () => void;
  /** Fetches earlier messages, one page at a time. */
  showEarlier: () => Promise<void>;
  /** The same on scrolling; does not retry after a failure. */
  showEarlierInPassing: () => void;
  /** Earlier messages are loading. */
  isFilling: boolean;
};

/**
 * Starts with the messages served with the page and adds live ones. After a break of the stream it fetches what was
 * missed; without a stream it polls every three seconds, backing off while there is no answer. It pauses while the tab is
 * hidden. With `isLive` false it does neither.
 */
export function useMessageFeed(chat: Chat, isLive: boolean): MessageFeed {
  const [kept, setKept] = useState(chat.messages);
  // Sharing reloads the page with newer messages.
  const messages = mergeMessages(kept, chat.messages);
  const [status, setStatus] = useState(chat.status);
  const [partner, setPartner] = useState(chat.partner);
  const [hasEarlier, setHasEarlier] = useState(chat.hasEarlier);
  const [seen, setSeen] = useState(chat.seen);
  const [end, setEnd] = useState<ChatEnd>();
  const [isFilling, setIsFilling] = useState(false);
  const hasFailed = useRef(false);
  const askNow = useRef(() => {});
  const isStreaming = useRef(isStreamOpen());
  // The stream delivers everything after `reached`.
  const isCaughtUp = useRef(false);
  // The last message up to which there is no gap. Own messages don't count: others may have arrived before them.
  const reached = useRef(chat.messages.at(-1)?.id);

  // The last edit or deletion that the page or an answer had.
  const changedSince = useRef(chat.messages.map(changedAt).sort().at(-1));

  const lookAgain = useCallback(() => askNow.current(), []);

  const keep = useCallback((arrived: MessageDto[]) => {
    setKept((known) => mergeMessages(known, arrived));
  }, []);

  // Grows with each reaction that came by itself: what was fetched meanwhile may be older.
  const reactionsSet = useRef(0);
  const setReactions = useCallback((messageId: string, reactions: ReactionDto[]) => {
    reactionsSet.current++;
    setKept((known) => known.map((each) => (each.id === messageId ? { ...each, reactions } : each)));
  }, []);

  useEffect(() => {
    if (!isLive || end) return;
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isAsking = false;
    /** An event arrived while a request was in flight. */
    let isAgain = false;
    let failures = 0;

    async function ask() {
      clearTimeout(timer);
      if (document.visibilityState === "hidden") return;
      isAgain = isAsking;
      if (isAsking) return;
      isAsking = true;
      let isBehind = false;
      const wasStreaming = isStreaming.current;
      const reactionsBefore = reactionsSet.current;
      try {
        const more = await fetchMore(
          chat.id,
          {
            ...(reached.current ? { after: reached.current } : {}),
            ...(changedSince.current ? { changedSince: changedSince.current } : {}),
          },
          leaving.signal,
        );
        failures = 0;
        if (typeof more === "string") return setEnd(more);
        reached.current = more.messages.at(-1)?.id ?? reached.current;
        isBehind = more.messages.length === MESSAGE_PAGE;
        keep(more.messages);
        const { recent, changed = [] } = more;
        setKept((known) => changed.reduce(withChanged, known));
        changedSince.current = changed.map(changedAt).at(-1) ?? changedSince.current;
        if (recent && reactionsSet.current === reactionsBefore)
          setKept((known) => known.map((each) => withRecentReactions(each, recent)));
        setStatus(more.status);
        setPartner(more.partner);
        setSeen(more.seen);
        isCaughtUp.current = wasStreaming && isStreaming.current && !isBehind;
      } catch {
        if (leaving.signal.aborted) return;
        failures += 1;
      } finally {
        isAsking = false;
      }
      const rest = isCaughtUp.current && !failures ? CHECK_MS : pollDelay(failures);
      timer = setTimeout(ask, isBehind || isAgain ? 0 : rest);
      isAgain = false;
    }

    askNow.current = ask;
    timer = setTimeout(ask, isStreaming.current ? 0 : pollDelay(0));
    document.addEventListener("visibilitychange", ask);
    return () => {
      askNow.current = () => {};
      leaving.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, [chat.id, isLive, end, keep]);

  useEffect(() => keep(chat.messages), [chat.messages, keep]);

  useLiveEvents((event) => {
    if (event.event === "open") isStreaming.current = true;
    if (event.event === "closed") isStreaming.current = isCaughtUp.current = false;
    if (event.event === "message-change") {
      const { message } = event;
      setKept((known) => withChanged(known, message));
      return;
    }
    if (event.event === "reaction") {
      if (event.conversationId === chat.id) setReactions(event.messageId, event.reactions);
      return;
    }
    if (!isLive || end) return;
    if (event.event === "typing" || event.event === "joint-play") return;
    if (event.event === "message" || event.event === "seen") {
      if (event.conversationId !== chat.id) return;
      if (event.event === "seen") return setSeen(event.sequence);
      keep([event.message]);
      if (isCaughtUp.current) reached.current = event.message.id;
      if (status === "open") return;
    }
    askNow.current();
  });

  function showEarlierInPassing() {
    if (hasEarlier && !hasFailed.current) void showEarlier();
  }

  async function showEarlier() {
    const before = messages[0]?.id;
    if (!before || isFilling) return;
    setIsFilling(true);
    try {
      const more = await fetchMore(chat.id, { before });
      if (typeof more === "string") return setEnd(more);
      hasFailed.current = false;
      keep(more.messages);
      setHasEarlier(more.hasEarlier);
    } catch {
      hasFailed.current = true;
      const description = "Couldn't load earlier messages. Try again.";
      showToast({ id: before, kind: "error", title: "Error", description });
    } finally {
      setTimeout(() => setIsFilling(false), SETTLE_MS);
    }
  }

  return {
    messages,
    status,
    partner,
    hasEarlier,
    seen,
    end,
    isFilling,
    keep,
    setReactions,
    lookAgain,
    showEarlier,
    showEarlierInPassing,
  };
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
