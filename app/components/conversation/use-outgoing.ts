// What a member sends in a chat until it has arrived there: messages, shares, and those that wait for a connection.
import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { Outgoing } from "~/browser/drafts";
import { hasOutbox, useOutbox } from "~/browser/use-outbox";
import { pendingPhotoOf } from "~/models/conversation/attachment/attachment";
import { pendingVoiceOf } from "~/models/conversation/attachment/voice";
import { type MessageDto, mergeMessages, type PendingMessage } from "~/models/conversation/message";
import { quoteOf } from "~/models/conversation/quote/quote";
import { pendingShareOf } from "~/models/conversation/share";
import type { Draft, SendResult } from "./chat-composer";
import type { MessageFeed } from "./use-message-feed";
import { useSendQueue } from "./use-send-queue";

/** The messages of `feed` with the one that was just saved, and the pending ones. */
export function useOutgoing(
  chatId: string,
  { messages: known, keep }: MessageFeed,
  draft: Draft,
  isPast: boolean,
) {
  const input = useRef<HTMLTextAreaElement>(null);
  const sender = useFetcher<SendResult>({ key: `send-${chatId}` });
  const { data } = sender;
  const saved = data?.saved;
  const messages = saved ? mergeMessages(known, [saved]) : known;
  const hasArrived = (id: unknown) => messages.some((message) => message.id === id);
  const outbox = useOutbox(chatId, keep);
  const { outgoing, send, restored, quote, setQuote } = useSendQueue({
    ...{ chatId, sender, hasArrived, input, outbox },
    first: draft.quote,
  });
  const quoted = messages.find(({ id }) => id === quote?.id);
  const shared = usePendingShare(chatId);
  const pending = [
    ...outbox.waiting.map(({ place, refusal, ...message }) => ({
      ...toPending(message),
      waits: { refusal, drop: () => outbox.drop(place) },
    })),
    ...outgoing.map(toPending),
    ...(shared ? [shared] : []),
  ].filter(({ id }) => !hasArrived(id));
  const newest = pending.at(-1)?.id ?? messages.at(-1)?.id;
  const saidSoFar = messages.map(({ id, editedAt, deletedAt }) => id + (deletedAt ?? editedAt ?? "")).join();

  useEffect(() => {
    if (saved) keep([saved]);
  }, [saved, keep]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown has changed
  useEffect(() => {
    if (!isPast && document.documentElement.dataset.kept === undefined) outbox.remember(messages);
  }, [saidSoFar, isPast]);

  /** Quotes a message in the composer, or none any longer. */
  function reply(message?: MessageDto) {
    setQuote(message && quoteOf(message));
    input.current?.focus({ preventScroll: true });
  }

  return {
    ...{ messages, pending, newest, restored, input, reply },
    /** Whether the newest one is the member's, sent just now. */
    isOwn: pending.length > 0 || (newest !== undefined && newest === saved?.id),
    quote: quoted ? quoteOf(quoted) : quote,
    sending: {
      ...{ sender, send },
      isSending: outgoing.length > 0,
      hasArrived: hasArrived(data?.typed?.id) || Boolean(data?.isUnreachable && hasOutbox()),
    },
    /** Whether a message is in the composer again, or may come back into it. */
    isUnsent: outgoing.length + outbox.waiting.length > 0 || (data ?? draft.refused)?.error !== undefined,
  };
}

/** The share that a dialog of the chat is sending. */
function usePendingShare(chatId: string): PendingMessage | undefined {
  const { formData } = useFetcher({ key: `share-${chatId}` });
  if (!formData) return undefined;
  return pendingPhotoOf(formData) ?? pendingVoiceOf(formData) ?? pendingShareOf(Object.fromEntries(formData));
}

function toPending(message: Outgoing): PendingMessage {
  return { ...message, messageType: null, metadata: null };
}
