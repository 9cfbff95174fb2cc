// Sends the messages of a chat one after another while the member goes on typing, and keeps what was not sent.
import type { useFetcher } from "@remix-run/react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { createClientId } from "~/browser/client-id";
import { type Draft, drafts, type Outgoing } from "~/browser/drafts";
import { hasOutbox, type useOutbox } from "~/browser/use-outbox";
import type { QuoteDto } from "~/models/conversation/quote/quote";
import type { SendResult } from "./chat-composer";
import { fitToText, setText } from "./composer-text";

const NO_DRAFT: Draft = { unsent: [], typed: "" };

type SendResultFetcher = ReturnType<typeof useFetcher<SendResult>>;

type SendQueue = {
  chatId: string;
  sender: SendResultFetcher;
  hasArrived: (id: string) => boolean;
  input: RefObject<HTMLTextAreaElement>;
  outbox: ReturnType<typeof useOutbox>;
  /** What the next message quotes at first. */
  first?: QuoteDto;
};

/**
 * The messages on their way, `send`, which adds one, the text to begin with, and what the next one quotes. A message that was
 * not sent goes back into the field with those behind it, unless it can wait for the connection; sent again unchanged it keeps
 * its id, since the server may have saved it. What is in the field or on its way when the chat is left is in the field when it
 * is opened again, unless it has arrived.
 */
export function useSendQueue({ chatId, sender, hasArrived, input, outbox, first: served }: SendQueue) {
  // A served page is hydrated with what it was served with.
  const wasHydrated = useRef(useHydrated());
  const [toRestore] = useState(() => (wasHydrated.current ? readDraft(chatId, hasArrived) : NO_DRAFT));
  const failed = useRef(toRestore.unsent[0]);
  const [quote, setQuote] = useState(served ?? quoteIn(toRestore));
  const { outgoing, queue, update } = useQueue(chatId, sender, handleAnswer);

  function send(content: string) {
    const { current: lost } = failed;
    const isSame = lost?.content === content && lost.quote?.id === quote?.id;
    const message = isSame ? lost : { id: createClientId(), content, quote };
    setQuote(undefined);
    // After those that wait already, and after those on their way, which may have to wait as well.
    if (outbox.isWaiting && !queue.current.length && hasOutbox()) outbox.add([message]);
    else update([...queue.current, message]);
  }

  function handleAnswer(answer: SendResult, [first, ...others]: [Outgoing, ...Outgoing[]]) {
    if (answer.saved || hasArrived(first.id)) return void update(others);
    const unsent = [first, ...others];
    update([]);
    if (answer.isUnreachable && hasOutbox()) return void outbox.add(unsent);
    failed.current = first;
    if (input.current) setText(input.current, textOf({ unsent, typed: input.current.value }));
    setQuote((typed) => quoteIn({ unsent, typed: "", quote: typed }));
  }

  useEffect(() => {
    const [field, lost] = [input.current, failed.current];
    if (!lost || !hasArrived(lost.id)) return;
    // It was saved without a response, and may have been edited in the meantime.
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
      setQuote((served) => served ?? handedQuote);
    },
    (typed) =>
      failed.current?.content === typed.trim()
        ? { unsent: [failed.current], typed: "", quote }
        : { unsent: queue.current, typed, quote },
  );

  return { outgoing, send, restored: textOf(toRestore), quote, setQuote };
}

/** Submits the first of the messages that `update` sets, and calls `onAnswer` with them. */
function useQueue(
  chatId: string,
  sender: SendResultFetcher,
  onAnswer: (answer: SendResult, queue: [Outgoing, ...Outgoing[]]) => void,
) {
  const queue = useRef<Outgoing[]>([]);
  const [outgoing, setOutgoing] = useState<Outgoing[]>([]);
  const { data } = sender;
  const handled = useRef(data);

  function update(messages: Outgoing[]) {
    const [first] = messages;
    const isNext = first !== queue.current[0];
    queue.current = messages;
    setOutgoing(messages);
    if (!first || !isNext) return;
    const { id, content, quote } = first;
    const fields = { id, content, ...(quote ? { quotedId: quote.id } : {}) };
    sender.submit(fields, { method: "post", action: `/messages/${chatId}` });
  }

  useEffect(() => {
    const [first, ...others] = queue.current;
    if (!data || data === handled.current) return;
    handled.current = data;
    if (first) onAnswer(data, [first, ...others]);
  });

  return { outgoing, queue, update };
}

/** Calls `restore` once the field is there; when the chat is left, keeps what `draftOf` makes of the field's text. */
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

/** A line for each message, and what was typed after them. */
function textOf({ unsent, typed }: Draft): string {
  return [...unsent.map(({ content }) => content), typed].filter(Boolean).join("\n");
}
