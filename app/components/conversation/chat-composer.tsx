// The field and button that send a message.
import type { useFetcher } from "@remix-run/react";
import { type FormEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef } from "react";
import { createClientId } from "~/browser/client-id";
import { useFocusOnFragment } from "~/browser/use-focus";
import { IconButton, IconLink } from "~/components/ui/button";
import { FieldError } from "~/components/ui/field";
import { type FormRefusal, useRefusal } from "~/components/ui/form-refusal";
import { MESSAGE_MAX, type MessageDto } from "~/models/conversation/message";

/** The response to sending: the saved message, or why it was refused. */
export type SendResult = FormRefusal & { saved?: MessageDto };

/**
 * Posts to the chat's own URL. A message that was not sent stays in the field, under its error. Without scripts it takes
 * `draftId`, which is new with every page; with scripts the browser makes an id and keeps it while the same text is retried.
 * Choosing one of the `openers` only fills the field.
 */
export function ChatComposer({
  chatId,
  draftId,
  sender,
  refused,
  hasArrived,
  text,
  openers,
}: {
  chatId: string;
  draftId: string;
  sender: ReturnType<typeof useFetcher<SendResult>>;
  /** The refusal of a message sent without scripts. */
  refused?: SendResult;
  /** The message is in the conversation, although its request got no response. */
  hasArrived: boolean;
  /** What the field holds at first. */
  text?: string;
  openers: string[];
}) {
  useFocusOnFragment("write");
  const input = useRef<HTMLTextAreaElement>(null);
  const attempt = useRef<{ id: string; content: string }>();
  const isSending = sender.state === "submitting";
  const { refusal, dismiss } = useRefusal(sender.data ?? refused);
  const error = isSending || hasArrived ? undefined : refusal?.error;

  useEffect(() => {
    const field = input.current;
    if (!field || !sender.data) return;
    if (sender.data.saved || hasArrived) {
      // A message saved without a response may have been edited in the meantime.
      if (field.value.trim() === attempt.current?.content) setText(field, "");
      attempt.current = undefined;
    }
    // Disabling the field dropped its focus; a member who has moved on keeps theirs.
    if (document.activeElement === document.body || !document.activeElement) field.focus();
  }, [sender.data, hasArrived]);

  function send(event: FormEvent) {
    event.preventDefault();
    const content = input.current?.value.trim() ?? "";
    if (!content || isSending) return;
    if (attempt.current?.content !== content) attempt.current = { id: createClientId(), content };
    sender.submit(attempt.current, { method: "post", action: `/messages/${chatId}` });
  }

  function sendOnEnter(event: KeyboardEvent) {
    // With Shift it is a new line; while a word is being composed it ends the word.
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) send(event);
  }

  function fill(event: MouseEvent<HTMLAnchorElement>, opener: string) {
    const field = input.current;
    if (!field || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const typed = field.value.trim();
    setText(field, typed && !openers.includes(typed) ? `${typed} ${opener}` : opener);
    field.focus({ preventScroll: true });
  }

  return (
    <sender.Form method="post" action={`/messages/${chatId}`} onSubmit={send} className="composer">
      {openers.length ? (
        <ul aria-label="Ideas for a first message">
          {openers.map((opener) => (
            <li key={opener} className="mb-2">
              <a
                href={`/messages/${chatId}?${new URLSearchParams({ text: opener })}#write`}
                className="control block"
                dir="auto"
                onClick={(event) => fill(event, opener)}
              >
                {opener}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      <input type="hidden" name="id" value={draftId} autoComplete="off" />
      <div className="flex items-end">
        <IconLink
          name="Share Music"
          icon="music"
          to={`/messages/${chatId}/share`}
          preventScrollReset
          className="flex-none"
        />
        <IconLink
          name="Share Video"
          icon="video"
          to={`/messages/${chatId}/video`}
          preventScrollReset
          className="flex-none"
        />
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
          defaultValue={refused?.typed?.content ?? text}
          onInput={(event) => {
            fitToText(event.currentTarget);
            dismiss();
          }}
          onKeyDown={sendOnEnter}
          maxLength={MESSAGE_MAX}
          required
          autoComplete="off"
          enterKeyHint="send"
          disabled={isSending}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "write-error" : undefined}
        />
        <IconButton name="Send" icon="send" variant="primary" className="ml-2" disabled={isSending} />
      </div>
      <FieldError id="write" error={error} />
    </sender.Form>
  );
}

function setText(field: HTMLTextAreaElement, text: string) {
  field.value = text;
  fitToText(field);
}

/** Does what `field-sizing: content` does, for browsers without it. */
function fitToText(field: HTMLTextAreaElement) {
  if (CSS.supports("field-sizing", "content")) return;
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
}
