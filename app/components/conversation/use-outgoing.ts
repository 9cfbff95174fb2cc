// A member's outgoing messages in a chat: messages, shares, and those that wait for a connection.
import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { OutgoingMessage } from "~/browser/drafts";
import { isCopy } from "~/browser/offline-copies";
import { hasOutbox, useOutbox } from "~/browser/use-outbox";
import { pendingPhotoOf } from "~/models/conversation/attachment/attachment";
import { pendingVoiceOf } from "~/models/conversation/attachment/voice";
import { type MessageDto, mergeMessages, type PendingMessage } from "~/models/conversation/message";
import type { Opener } from "~/models/conversation/openers";
import { type QuoteDto, quoteOf } from "~/models/conversation/quote/quote";
import { pendingShareOf } from "~/models/conversation/share";
import type { MessageFeed } from "./use-message-feed";
import { type SendResult, useSendQueue } from "./use-send-queue";

/** The composer's initial state. */
export type NextMessage = {
  id: string;
  text?: string;
  quote?: QuoteDto;
  /** Messages to choose from. */
  openers: Opener[];
  /** The refusal of a message that was posted without scripts. */
  refused?: SendResult;
};

export type Outgoing = ReturnType<typeof useOutgoing>;

/** The messages of the chat including the one just saved, the pending ones, and what the composer needs to send more. */
export function useOutgoing(
  { chat, messages: known, keep }: MessageFeed,
  { quote: firstQuote, refused }: NextMessage,
  isPast: boolean,
) {
  const input = useRef<HTMLTextAreaElement>(null);
  const sender = useFetcher<SendResult>({ key: `send-${chat.id}` });
  const { data } = sender;
  const saved = data?.saved;
  const messages = saved ? mergeMessages(known, [saved]) : known;
  const hasArrived = (id: unknown) => messages.some((message) => message.id === id);
  const outbox = useOutbox(chat.id, keep);
  const queue = useSendQueue(chat.id, { sender, hasArrived, input, outbox, firstQuote });
  const { queued, quote, setQuote } = queue;
  const quoted = messages.find(({ id }) => id === quote?.id);
  const share = usePendingShare(chat.id);
  const pending = [
    ...outbox.waiting.map(({ refusal, ...message }) => ({
      ...toPending(message),
      waits: { refusal, drop: () => outbox.drop(message.id) },
    })),
    ...queued.map(toPending),
    ...(share ? [share] : []),
  ].filter(({ id }) => !hasArrived(id));
  const newest = pending.at(-1)?.id ?? messages.at(-1)?.id;
  const saidSoFar = messages.map(({ id, editedAt, deletedAt }) => id + (deletedAt ?? editedAt ?? "")).join();

  useEffect(() => {
    if (saved) keep([saved]);
  }, [saved, keep]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown has changed
  useEffect(() => {
    if (!isPast && !isCopy()) void outbox.remember(messages);
  }, [saidSoFar, isPast]);

  /** Quotes a message in the composer, or none any longer. */
  function reply(message?: MessageDto) {
    setQuote(message && quoteOf(message));
    input.current?.focus({ preventScroll: true });
  }

  return {
    ...queue,
    ...{ messages, pending, newest, input, sender, reply },
    quote: quoted ? quoteOf(quoted) : quote,
    /** Whether the newest message is the member's, sent just now. */
    isNewestOwn: pending.length > 0 || (newest !== undefined && newest === saved?.id),
    /** Whether a message is in the composer again, or may come back into it. */
    isUnsent: queued.length + outbox.waiting.length > 0 || (data ?? refused)?.error !== undefined,
    /** Whether the message is being sent, waits, or has arrived although its request failed. */
    hidesError:
      queued.length > 0 || hasArrived(data?.typed?.id) || Boolean(data?.isUnreachable && hasOutbox()),
  };
}

/** The share that a dialog of the chat is sending. */
function usePendingShare(chatId: string): PendingMessage | undefined {
  const { formData } = useFetcher({ key: `share-${chatId}` });
  if (!formData) return undefined;
  return pendingPhotoOf(formData) ?? pendingVoiceOf(formData) ?? pendingShareOf(Object.fromEntries(formData));
}

function toPending(message: OutgoingMessage): PendingMessage {
  return { ...message, messageType: null, metadata: null };
}
