// Sends the messages of a chat one after another while the member keeps typing, and keeps those that were not sent.
import type { useFetcher } from "@remix-run/react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { createClientId } from "~/browser/client-id";
import { type Draft, drafts, type OutgoingMessage } from "~/browser/drafts";
import { hasOutbox, type useOutbox } from "~/browser/use-outbox";
import type { MessageDto } from "~/models/conversation/message";
import type { QuoteDto } from "~/models/conversation/quote/quote";
import type { FormRefusal } from "~/ui/form-refusal";
import { fitToText, setText } from "./composer-text";

const NO_DRAFT: Draft = { unsent: [], typed: "" };

/** The response to sending: the saved message, why it was refused, or that there was no response. */
export type SendResult = FormRefusal & { saved?: MessageDto; isUnreachable?: boolean };

type Sender = ReturnType<typeof useFetcher<SendResult>>;

type Parts = {
  sender: Sender;
  hasArrived: (id: string) => boolean;
  input: RefObject<HTMLTextAreaElement>;
  outbox: ReturnType<typeof useOutbox>;
  firstQuote?: QuoteDto;
};

/**
 * The messages being sent, `send`, which adds one, the initial text, and the quote of the next one, at first `firstQuote`. A
 * message that was not sent returns to the field together with those behind it, unless it can wait for the connection; sent
 * again unchanged it keeps its id, since the server may have saved it. Messages in the field or being sent when the chat is
 * left are in the field when it is opened again, unless they have arrived.
 */
export function useSendQueue(chatId: string, { sender, hasArrived, input, outbox, firstQuote }: Parts) {
  // A hydrated page keeps the state it was served with.
  const wasHydrated = useRef(useHydrated());
  const [toRestore] = useState(() => (wasHydrated.current ? readDraft(chatId, hasArrived) : NO_DRAFT));
  const failed = useRef(toRestore.unsent[0]);
  const [quote, setQuote] = useState(firstQuote ?? quoteIn(toRestore));
  const { queued, queue, setQueue } = useSubmitQueue(chatId, sender, handleResult);

  function send(content: string) {
    const { current: lost } = failed;
    const isSame = lost?.content === content && lost.quote?.id === quote?.id;
    const message = isSame ? lost : { id: createClientId(), content, quote };
    setQuote(undefined);
    // Joins messages that wait already. Not if others are being sent, which may have to wait as well.
    if (outbox.isWaiting && !queue.current.length && hasOutbox()) void outbox.add([message]);
    else setQueue([...queue.current, message]);
  }

  function handleResult(result: SendResult, unsent: OutgoingMessage[]) {
    const [first, ...others] = unsent;
    if (!first) return;
    if (result.saved || hasArrived(first.id)) return void setQueue(others);
    setQueue([]);
    if (result.isUnreachable && hasOutbox()) return void outbox.add(unsent);
    failed.current = first;
    if (input.current) setText(input.current, textOf({ unsent, typed: input.current.value }));
    setQuote((typed) => quoteIn({ unsent, typed: "", quote: typed }));
  }

  useEffect(() => {
    const [field, lost] = [input.current, failed.current];
    if (!lost || !hasArrived(lost.id)) return;
    // It had been saved although there was no response, and may have been edited since.
    failed.current = undefined;
    if (field?.value.trim() !== lost.content) return;
    setText(field, "");
    setQuote(undefined);
  });

  useHandover(
    chatId,
    input,
    (field) => {
      const handedOver = wasHydrated.current ? NO_DRAFT : readDraft(chatId, () => false);
      const handedQuote = quoteIn(handedOver);
      if ((!textOf(handedOver) && !handedQuote) || field.value) return fitToText(field);
      [failed.current] = handedOver.unsent;
      setText(field, textOf(handedOver));
      setQuote((known) => known ?? handedQuote);
    },
    (typed) =>
      failed.current?.content === typed.trim()
        ? { unsent: [failed.current], typed: "", quote }
        : { unsent: queue.current, typed, quote },
  );

  return { queued, send, restored: textOf(toRestore), quote, setQuote };
}

/** Submits the first of the messages passed to `setQueue`, and calls `onResult` with them. */
function useSubmitQueue(
  chatId: string,
  sender: Sender,
  onResult: (result: SendResult, queue: OutgoingMessage[]) => void,
) {
  const queue = useRef<OutgoingMessage[]>([]);
  const [queued, setQueued] = useState<OutgoingMessage[]>([]);
  const { data } = sender;
  const handled = useRef(data);

  function setQueue(messages: OutgoingMessage[]) {
    const [first] = messages;
    const isNext = first !== queue.current[0];
    queue.current = messages;
    setQueued(messages);
    if (!first || !isNext) return;
    const { id, content, quote } = first;
    const fields = { id, content, ...(quote ? { quotedId: quote.id } : {}) };
    sender.submit(fields, { method: "post", action: `/messages/${chatId}` });
  }

  useEffect(() => {
    if (!data || data === handled.current) return;
    handled.current = data;
    onResult(data, queue.current);
  });

  return { queued, queue, setQueue };
}

/** Calls `restore` once the field exists; when the chat is left, saves the result of `draftOf` for the field's text. */
function useHandover(
  chatId: string,
  input: RefObject<HTMLTextAreaElement>,
  restore: (field: HTMLTextAreaElement) => void,
  draftOf: (typed: string) => Draft,
) {
  const latest = useRef({ restore, draftOf });
  latest.current = { restore, draftOf };

  useEffect(() => {
    const field = input.current;
    if (!field) return;
    latest.current.restore(field);
    const save = () => {
      const draft = latest.current.draftOf(field.value);
      drafts.delete(chatId);
      if (draft.unsent.length || draft.typed || draft.quote) drafts.set(chatId, draft);
    };
    window.addEventListener("handover", save);
    return () => {
      window.removeEventListener("handover", save);
      save();
    };
  }, [chatId, input]);
}

function readDraft(chatId: string, hasArrived: (id: string) => boolean): Draft {
  const { unsent = [], typed = "", quote } = drafts.get(chatId) ?? {};
  return { unsent: unsent.filter(({ id }) => !hasArrived(id)), typed, quote };
}

function quoteIn({ unsent, quote }: Draft): QuoteDto | undefined {
  return quote ?? unsent.find((message) => message.quote)?.quote;
}

/** A line for each message, then the text typed after them. */
function textOf({ unsent, typed }: Draft): string {
  return [...unsent.map(({ content }) => content), typed].filter(Boolean).join("\n");
}
