// The messages of a chat that wait for a connection, and those in its offline copy.
import { useRouteLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import { MESSAGE_PAGE, type MessageDto } from "~/models/conversation/message";
import type { OutgoingMessage } from "./drafts";
import { isCopy, openCopies } from "./offline-copies";
import { changeOutbox, OUTBOX, type OutboxNews, sendOutbox, type Waiting, without } from "./outbox";

/** Whether messages can wait: a browser may have no service worker, or not yet. */
export function hasOutbox(): boolean {
  return Boolean(navigator.serviceWorker?.controller);
}

/**
 * The waiting and refused messages of a chat, with functions that add messages, drop one, and remember what the chat shows.
 * Calls `keep` with messages that have been sent and, on an offline copy, with those that were shown before.
 */
export function useOutbox(chat: string, keep?: (messages: MessageDto[]) => void) {
  const member = useRouteLoaderData<{ viewer: { id: string } | null }>("root")?.viewer?.id ?? "";
  const [waiting, setWaiting] = useState<Waiting[]>([]);
  const shownPath = `/messages/${chat}/said`;

  useEffect(() => {
    const show = (all: Waiting[]) => setWaiting(all.filter((each) => each.chat === chat));
    const tabs = new BroadcastChannel(OUTBOX);
    tabs.onmessage = ({ data }: MessageEvent<OutboxNews>) => {
      if (data.member !== member) return;
      show(data.waiting);
      if (data.saved?.conversationId === chat) keep?.([data.saved]);
    };
    void changeOutbox(member).then(show);
    return () => tabs.close();
  }, [chat, member, keep]);

  useEffect(() => {
    if (!keep || !isCopy()) return;
    const recall = async () => (await (await openCopies(member))?.copies.match(shownPath))?.json();
    void recall().then((shown: MessageDto[] = []) => keep(shown));
  }, [shownPath, member, keep]);

  return {
    waiting,
    isWaiting: waiting.some(({ refusal }) => refusal === undefined),
    add: async (messages: OutgoingMessage[]) => {
      const added = messages.map((each) => ({ ...each, chat }));
      setWaiting((before) => [...before, ...added]);
      await changeOutbox(member, (before) => [...before, ...added]);
      await sendOutbox(member);
    },
    drop: (id: string) => void changeOutbox(member, (before) => without(before, id)),
    /** Live messages aren't part of any cached page. */
    remember: async (messages: MessageDto[]) => {
      const session = await openCopies(member);
      await session?.copies.put(shownPath, Response.json(messages.slice(-MESSAGE_PAGE)));
    },
  };
}
