// What an open chat knows of its messages, with scripts: those it came with, the new ones, and earlier ones on demand.
import { useCallback, useEffect, useRef, useState } from "react";
import { pollDelay } from "~/live/rhythm";
import { type Chat, MESSAGE_PAGE, mergeMessages, type ShownMessage } from "~/models/chat";
import type { Standing } from "~/models/conversation";
import { isLiveOpen, useLiveNews } from "./live";
import { announce } from "./toaster";

/** While the stream tells of everything, it is asked all the same, in case the stream is dead without knowing. */
const CHECK_MS = 30_000;
/** How long earlier messages may take to be shown, in which nothing of them is read out. */
const SETTLE_MS = 500;

/** What /messages/{id}/more answers. */
type More = Pick<Chat, "messages" | "hasEarlier" | "standing">;

export type MessageFeed = {
  messages: ShownMessage[];
  standing: Standing;
  hasEarlier: boolean;
  /** The chat is not there any more, or the member is signed out: nothing new will come. */
  isLost: boolean;
  keep: (arrived: ShownMessage[]) => void;
  /** Asks at once for what is new. */
  lookAgain: () => void;
  /** Fetches earlier messages, once at a time. */
  showEarlier: () => Promise<void>;
  /** The same for who scrolls there: not again where it could not be done. */
  showEarlierInPassing: () => void;
  /** Earlier messages are on their way. */
  isFilling: boolean;
};

/**
 * Starts with what the page came with and hears live of what follows. Where the stream was broken it asks for what came
 * meanwhile, and while there is none every three seconds; `isLive` off does neither. It rests while the tab is hidden
 * and asks ever more rarely while there is no answer.
 */
export function useMessageFeed(chat: Chat, isLive: boolean): MessageFeed {
  const [kept, setKept] = useState(chat.messages);
  // The page loads again after something was shared.
  const messages = mergeMessages(kept, chat.messages);
  const [standing, setStanding] = useState(chat.standing);
  const [hasEarlier, setHasEarlier] = useState(chat.hasEarlier);
  const [isLost, setIsLost] = useState(false);
  const [isFilling, setIsFilling] = useState(false);
  const hasFailed = useRef(false);
  const askNow = useRef(() => {});
  const isStreaming = useRef(isLiveOpen());
  // The stream tells of all that follows what `reached` names.
  const isCaughtUp = useRef(false);
  // How far the answers reach without a gap. One's own messages do not count: others' may have come before them.
  const reached = useRef(chat.messages.at(-1)?.id);

  const lookAgain = useCallback(() => askNow.current(), []);

  const keep = useCallback((arrived: ShownMessage[]) => {
    setKept((known) => mergeMessages(known, arrived));
  }, []);

  useEffect(() => {
    if (!isLive || isLost) return;
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isAsking = false;
    /** Something came while an answer was on its way. */
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
      try {
        const more = await fetchMore(
          chat.id,
          reached.current ? { after: reached.current } : {},
          leaving.signal,
        );
        failures = 0;
        if (!more) return setIsLost(true);
        reached.current = more.messages.at(-1)?.id ?? reached.current;
        isBehind = more.messages.length === MESSAGE_PAGE;
        keep(more.messages);
        setStanding(more.standing);
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
  }, [chat.id, isLive, isLost, keep]);

  useEffect(() => keep(chat.messages), [chat.messages, keep]);

  useLiveNews((news) => {
    if (news.event === "open") isStreaming.current = true;
    if (news.event === "closed") isStreaming.current = isCaughtUp.current = false;
    if (!isLive || isLost) return;
    if (news.event === "message") {
      if (news.conversationId !== chat.id) return;
      keep([news.message]);
      if (isCaughtUp.current) reached.current = news.message.id;
      if (standing === "open") return;
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
      if (!more) return setIsLost(true);
      hasFailed.current = false;
      keep(more.messages);
      setHasEarlier(more.hasEarlier);
    } catch {
      hasFailed.current = true;
      const description = "The earlier messages could not be fetched. Try again.";
      announce({ id: before, kind: "error", title: "Error", description });
    } finally {
      setTimeout(() => setIsFilling(false), SETTLE_MS);
    }
  }

  return {
    messages,
    standing,
    hasEarlier,
    isLost,
    isFilling,
    keep,
    lookAgain,
    showEarlier,
    showEarlierInPassing,
  };
}

/** Undefined where the chat is gone or the member signed out; rejects where there is no answer. */
async function fetchMore(
  chatId: string,
  at: Record<string, string>,
  signal?: AbortSignal,
): Promise<More | undefined> {
  const answer = await fetch(`/messages/${chatId}/more?${new URLSearchParams(at)}`, { signal });
  if (answer.status === 404 || answer.status === 401) return undefined;
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}
