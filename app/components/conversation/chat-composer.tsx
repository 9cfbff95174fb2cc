// The field and button that send a message.
import type { useFetcher } from "@remix-run/react";
import type { ComponentProps, KeyboardEvent, MouseEvent, RefObject, SyntheticEvent } from "react";
import { useFocusOnFragment } from "~/browser/use-focus";
import { IconButton, IconLink } from "~/components/ui/button";
import { FieldError } from "~/components/ui/field";
import { Form } from "~/components/ui/form";
import { type FormRefusal, useRefusal } from "~/components/ui/form-refusal";
import { MESSAGE_MAX, type MessageDto } from "~/models/conversation/message";
import type { Opener } from "~/models/conversation/openers";
import type { QuoteDto } from "~/models/conversation/quote/quote";
import { fitToText, setText } from "./composer-text";
import { cancelOnEscape, ReplyState } from "./quote/quote-block";

/** The response to sending: the saved message, or why it was refused, or that there was no response. */
export type SendResult = FormRefusal & { saved?: MessageDto; isUnreachable?: boolean };

/** The next message. */
export type Draft = {
  id: string;
  /** What the field holds at first. */
  text?: string;
  /** What it quotes at first. */
  quote?: QuoteDto;
  /** Messages to choose from. */
  openers: Opener[];
  /** Whether it may be a file. */
  takesFiles?: boolean;
  /** The refusal of a message that was posted without scripts. */
  refused?: SendResult;
};

/** How the composer sends; `hasArrived` if the message is in the conversation, although its request got no response. */
type Sending = {
  sender: ReturnType<typeof useFetcher<SendResult>>;
  send: (content: string) => void;
  isSending: boolean;
  hasArrived: boolean;
};

/** The dialogs beside the field. */
const shareDialogs = [
  { name: "Share Music", icon: "music", path: "share" },
  { name: "Share Video", icon: "video", path: "video" },
] as const;
const fileDialogs = [
  { name: "Send Photo", icon: "camera", path: "photo" },
  { name: "Send Voice Note", icon: "mic", path: "voice" },
] as const;

/**
 * Empties the field for the next message; one that was not sent comes back into it, above its error. Without scripts it
 * posts to the chat's own URL with the draft's id, which is new with every page. Choosing an
 * opener only fills the field.
 */
export function ChatComposer({
  chatId,
  input,
  draft,
  sending: { sender, send: onSend, isSending, hasArrived },
  reply,
}: {
  chatId: string;
  input: RefObject<HTMLTextAreaElement>;
  draft: Omit<Draft, "quote">;
  sending: Sending;
  /** What the message quotes. */
  reply?: Omit<ComponentProps<typeof ReplyState>, "chatId">;
}) {
  const { id, text, openers, takesFiles, refused } = draft;
  useFocusOnFragment("write");
  const { refusal, dismiss } = useRefusal(sender.data ?? refused);
  const error = isSending || hasArrived ? undefined : refusal?.error;

  function send(event: SyntheticEvent) {
    event.preventDefault();
    const field = input.current;
    const content = field?.value.trim();
    if (!field || !content) return;
    setText(field, "");
    field.focus();
    dismiss();
    onSend(content);
  }

  return (
    <Form
      fetcher={sender}
      // A page that refuses the message shows again what it quotes.
      action={`/messages/${chatId}${reply ? `?reply=${reply.quote.id}` : ""}`}
      onSubmit={send}
      className="composer"
      data-unasked
    >
      {openers.length ? <Openers chatId={chatId} openers={openers} input={input} /> : null}
      {reply ? <ReplyState chatId={chatId} {...reply} /> : null}
      <input type="hidden" name="id" value={id} autoComplete="off" />
      <div className="flex flex-wrap items-end">
        <ShareLinks chatId={chatId} takesFiles={takesFiles} />
        <MessageField
          input={input}
          text={refused?.typed?.content ?? text}
          hasError={Boolean(error)}
          cancelReply={reply?.cancel}
          onType={dismiss}
          onEnter={send}
        />
      </div>
      <FieldError id="write" error={error} />
    </Form>
  );
}

/** Links that fill the field where scripts run. */
function Openers({
  chatId,
  openers,
  input,
}: {
  chatId: string;
  openers: Opener[];
  input: RefObject<HTMLTextAreaElement>;
}) {
  const hasLabel = openers[0]?.label;

  function fill(event: MouseEvent<HTMLAnchorElement>, opener: string) {
    const field = input.current;
    if (!field || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const typed = field.value.trim();
    setText(field, typed && !openers.some(({ text }) => text === typed) ? `${typed} ${opener}` : opener);
    field.focus({ preventScroll: true });
  }

  return (
    <ul
      aria-label={hasLabel ? "Ideas for a message" : "Ideas for a first message"}
      className={hasLabel ? "cluster mb-2" : undefined}
    >
      {openers.map(({ text, label }) => (
        <li key={text} className={label ? "min-w-0" : "mb-2"}>
          <a
            href={`/messages/${chatId}?${new URLSearchParams({ text })}#write`}
            className="control block"
            dir="auto"
            onClick={(event) => fill(event, text)}
          >
            {label ?? text}
          </a>
        </li>
      ))}
    </ul>
  );
}

function ShareLinks({ chatId, takesFiles }: { chatId: string; takesFiles?: boolean }) {
  return (
    <div className="flex flex-none">
      {[...shareDialogs, ...(takesFiles ? fileDialogs : [])].map(({ name, icon, path }) => (
        <IconLink
          key={path}
          name={name}
          icon={icon}
          to={`/messages/${chatId}/${path}`}
          preventScrollReset
          className="flex-none"
        />
      ))}
    </div>
  );
}

/** The field with its button. */
function MessageField({
  input,
  text,
  hasError,
  cancelReply,
  onType,
  onEnter,
}: {
  input: RefObject<HTMLTextAreaElement>;
  text: string | undefined;
  hasError: boolean;
  /** Present while the message quotes one. */
  cancelReply: (() => void) | undefined;
  onType: () => void;
  onEnter: (event: KeyboardEvent) => void;
}) {
  function press(event: KeyboardEvent) {
    if (cancelReply) cancelOnEscape(event, cancelReply);
    // With Shift it is a new line; while a word is being composed it ends the word.
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) onEnter(event);
  }

  return (
    <div className="composer-field flex min-w-0 items-end">
      <label className="sr-only" htmlFor="write">
        Message
      </label>
      <textarea
        ref={input}
        id="write"
        name="content"
        rows={1}
        className="input min-w-0 flex-1"
        placeholder="Type a message..."
        defaultValue={text}
        onInput={(event) => {
          fitToText(event.currentTarget);
          onType();
        }}
        onKeyDown={press}
        maxLength={MESSAGE_MAX}
        required
        autoComplete="off"
        enterKeyHint="send"
        aria-invalid={hasError ? true : undefined}
        aria-describedby={
          [cancelReply && "write-quote", hasError && "write-error"].filter(Boolean).join(" ") || undefined
        }
      />
      <IconButton name="Send" icon="send" variant="primary" className="ml-2" />
    </div>
  );
}
