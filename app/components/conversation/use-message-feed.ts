// The messages of an open chat with scripts: those served with it, live ones, and earlier ones on demand.
import { useCallback, useEffect, useRef, useState } from "react";
import { isStreamOpen, useLiveEvents } from "~/browser/use-live";
import { t } from "~/language/text";
import { pollDelay } from "~/live/poll-interval";
import {
  type Chat,
  changedAt,
  MESSAGE_PAGE,
  type MessageDto,
  mergeMessages,
  type Review,
} from "~/models/conversation/message";
import type { PlanSummary } from "~/models/conversation/plan/plan";
import { quoteOf } from "~/models/conversation/quote/quote";
import type { ReactionDto, RecentReactions } from "~/models/conversation/reaction";
import { showToast } from "~/ui/toast/toaster";
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
  plan?: PlanSummary | null;
  review?: Review | null;
};

/** Why a chat has ended: it is gone for the member, or their session is over. */
type ChatEnd = "gone" | "signed out";

/**
 * The chat as this page knows it, with the messages it was served with; `end` says why nothing new will come, if so. `review`,
 * for a request, is undefined until it has been fetched.
 */
export type OpenChat = Chat & { end?: ChatEnd; review?: Review | null };

export type MessageFeed = ReturnType<typeof useMessageFeed>;

/**
 * Starts with the messages served with the page and adds live ones. After an interruption of the stream it fetches what was
 * missed; without a stream it polls every three seconds, backing off while there is no answer. It pauses while the tab is
 * hidden. With `isLive` false it does neither.
 */
export function useMessageFeed(served: Chat, isLive: boolean) {
  const { setMessages, reactionsSet, ...known } = useKnownMessages(served.messages);
  const { messages, keep, setReactions } = known;
  const [news, setNews] = useState<Partial<OpenChat>>({});
  const addNews = useCallback((more: Partial<OpenChat>) => setNews((before) => ({ ...before, ...more })), []);
  const chat: OpenChat = { ...served, ...news };
  const isOn = isLive && !chat.end;
  // The stream delivers everything after `reached`.
  const isCaughtUp = useRef(false);
  // The last message up to which there is no gap. Own messages don't count: others may have arrived before them.
  const reached = useRef(served.messages.at(-1)?.id);
  // The last edit or deletion that the page or an answer had.
  const changedSince = useRef(served.messages.map(changedAt).sort().at(-1));

  /** Fetches what was missed; returns the delay until the next time, if there is one. */
  const catchUp = useCallback(
    async (signal: AbortSignal) => {
      const wasStreaming = isStreamOpen();
      const reactionsBefore = reactionsSet.current;
      const at = {
        ...(reached.current ? { after: reached.current } : {}),
        ...(changedSince.current ? { changedSince: changedSince.current } : {}),
      };
      const more = await fetchMore(served.id, at, signal);
      if (typeof more === "string") return void addNews({ end: more });
      const { messages: missed, recent, changed = [], status, partner, seen, plan, review } = more;
      reached.current = missed.at(-1)?.id ?? reached.current;
      changedSince.current = changed.map(changedAt).at(-1) ?? changedSince.current;
      keep(missed);
      setMessages((kept) => changed.reduce(withChanged, kept));
      if (recent && reactionsSet.current === reactionsBefore)
        setMessages((kept) => kept.map((each) => withRecentReactions(each, recent)));
      addNews({ status, partner, seen, plan, review });
      const isBehind = missed.length === MESSAGE_PAGE;
      isCaughtUp.current = wasStreaming && isStreamOpen() && !isBehind;
      return isBehind ? 0 : isCaughtUp.current ? CHECK_MS : pollDelay(0);
    },
    [served.id, keep, setMessages, reactionsSet, addNews],
  );
  const pollNow = usePoll(isOn, catchUp);

  useLiveEvents((event) => {
    if (event.event === "closed") isCaughtUp.current = false;
    if (event.event === "message-change") return setMessages((kept) => withChanged(kept, event.message));
    if (event.event === "reaction") {
      if (event.conversationId === chat.id) setReactions(event.messageId, event.reactions);
      return;
    }
    if (!isOn || event.event === "typing" || event.event === "joint-play") return;
    if (event.event === "message" || event.event === "seen") {
      if (event.conversationId !== chat.id) return;
      if (event.event === "seen") return addNews({ seen: event.sequence });
      keep([event.message]);
      if (isCaughtUp.current) reached.current = event.message.id;
      if (chat.status === "open") return;
    }
    pollNow();
  });

  return { chat, ...known, pollNow, ...useEarlierMessages(served, messages[0]?.id, keep, addNews) };
}

/** The messages on the page. `reactionsSet` counts the live updates of reactions. */
function useKnownMessages(served: MessageDto[]) {
  const [kept, setMessages] = useState(served);
  // Fetched reactions may be older than the last live update.
  const reactionsSet = useRef(0);

  const keep = useCallback(
    (arrived: MessageDto[]) => setMessages((known) => mergeMessages(known, arrived)),
    [],
  );

  const setReactions = useCallback((messageId: string, reactions: ReactionDto[]) => {
    reactionsSet.current++;
    setMessages((known) => known.map((each) => (each.id === messageId ? { ...each, reactions } : each)));
  }, []);

  // Later changes apply only to kept messages.
  useEffect(() => keep(served), [served, keep]);

  // Sharing reloads the page with newer messages.
  return { messages: mergeMessages(kept, served), keep, setReactions, setMessages, reactionsSet };
}

/** Fetches the messages before `oldest` when they are asked for. */
function useEarlierMessages(
  chat: Chat,
  oldest: string | undefined,
  keep: (arrived: MessageDto[]) => void,
  addNews: (news: { end: ChatEnd }) => void,
) {
  const [hasEarlier, setHasEarlier] = useState(chat.hasEarlier);
  /** Earlier messages are loading. */
  const [isLoadingEarlier, setIsLoadingEarlier] = useState(false);
  /** The same without waiting for a render: several scroll events may come before it. */
  const isLoading = useRef(false);
  const hasFailed = useRef(false);

  function showLoading(isShown: boolean) {
    isLoading.current = isShown;
    setIsLoadingEarlier(isShown);
  }

  /** Fetches earlier messages, one page at a time. */
  async function showEarlier() {
    if (!oldest || isLoading.current) return;
    showLoading(true);
    try {
      const more = await fetchMore(chat.id, { before: oldest });
      if (typeof more === "string") return addNews({ end: more });
      hasFailed.current = false;
      keep(more.messages);
      setHasEarlier(more.hasEarlier);
    } catch {
      hasFailed.current = true;
      const description = t("Couldn't load earlier messages. Try again.");
      showToast({ id: oldest, kind: "error", title: t("Error"), description });
    } finally {
      setTimeout(() => showLoading(false), SETTLE_MS);
    }
  }

  /** Fetches earlier messages on scrolling; does not retry after a failure. */
  function showEarlierOnScroll() {
    if (hasEarlier && !hasFailed.current) void showEarlier();
  }

  return { hasEarlier, isLoadingEarlier, showEarlier, showEarlierOnScroll };
}

/** The chat is gone, or the partner has left. */
export function isOver({ end, partner }: OpenChat): boolean {
  return end === "gone" || partner.hasLeft;
}

/**
 * The messages with `changed` in its place, also where it is quoted; the same list if they already have that or a later change.
 */
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
  // Not translated: a code.
  if (answer.status === 401) return "signed out";
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}
