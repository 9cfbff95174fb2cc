// The messages of a chat that wait in the service worker for a connection (public/sw.js).
import { useRouteLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import { MESSAGE_PAGE, type MessageDto } from "~/models/conversation/message";
import type { OutgoingMessage } from "./drafts";
import { isCopy } from "./offline-copies";

/** A message that waits, or that the server has refused with this sentence. Its place is known once it is saved. */
export type Waiting = OutgoingMessage & { place?: number; refusal?: string };

/** What the worker says of a chat: what waits, the message that has been sent, and what the chat has shown before. */
type News = { chat: string; waiting: Waiting[]; saved?: MessageDto; said?: MessageDto[] };

/** How often it is tried again, in case the browser doesn't say that the connection is back. */
const RETRY_MS = 10_000;

const getWorker = () => navigator.serviceWorker?.controller;

/** Whether there is a place for messages to wait: a browser may have no worker, or not yet. */
export function hasOutbox(): boolean {
  return Boolean(getWorker());
}

/**
 * What waits or was refused in a chat, with functions that add messages, drop one, and keep what the chat shows. Calls `keep`
 * with messages that have been sent, and on a copy with those that it has shown before.
 */
export function useOutbox(chat: string, keep?: (messages: MessageDto[]) => void) {
  const member = useRouteLoaderData<{ viewer: { id: string } | null }>("root")?.viewer?.id;
  const [waiting, setWaiting] = useState<Waiting[]>([]);
  const postToWorker = (news: object) => getWorker()?.postMessage({ member, chat, ...news });
  const isWaiting = waiting.some(({ refusal }) => refusal === undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `postToWorker` has the member and the chat
  useEffect(() => {
    const { serviceWorker } = navigator;
    if (!serviceWorker) return;
    const unmount = new AbortController();
    const listen = ({ data }: MessageEvent<News>) => {
      if (data.chat !== chat) return;
      setWaiting(data.waiting);
      if (data.saved) keep?.([data.saved]);
      if (data.said && isCopy()) keep?.(data.said);
    };
    serviceWorker.addEventListener("message", listen, { signal: unmount.signal });
    postToWorker({});
    return () => unmount.abort();
  }, [chat, member, keep]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `postToWorker` has the member and the chat
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => postToWorker({ online: true }), RETRY_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);

  return {
    waiting,
    isWaiting,
    add: (messages: OutgoingMessage[]) => {
      setWaiting((before) => [...before, ...messages]);
      postToWorker({ wait: messages });
    },
    drop: (place?: number) => postToWorker({ drop: place }),
    remember: (messages: MessageDto[]) => postToWorker({ said: messages.slice(-MESSAGE_PAGE) }),
  };
}
