// Where a message is written: one line and a button, the same with scripts and without.
import type { useFetcher } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";
import { MESSAGE_MAX, type MessageDraft, type ShownMessage } from "~/models/chat";
import type { NoticeContent } from "~/models/notice";
import { IconButton, IconLink } from "./button";
import { makeId } from "./client-id";
import { FieldError } from "./field";
import { announce } from "./toaster";

/**
 * What sending is answered with: the message as it was saved, or why it was not. `unsent` is a message that the server
 * may not even have seen.
 */
export type SendAnswer =
  | { saved: ShownMessage }
  | { notice: NoticeContent; error: string; typed?: Record<string, string>; unsent?: MessageDraft };

/**
 * Posts to the chat's own address. `draftId` is the id a message gets without scripts, new with every page; with
 * scripts the browser makes one, and keeps it while the same words are tried again.
 */
export function ChatComposer({
  chatId,
  draftId,
  sender,
  refused,
}: {
  chatId: string;
  draftId: string;
  sender: ReturnType<typeof useFetcher<SendAnswer>>;
  /** Why a page sent without scripts was refused. */
  refused?: SendAnswer;
}) {
  const input = useRef<HTMLInputElement>(null);
  const attempt = useRef<{ id: string; content: string }>();
  const isSending = sender.state === "submitting";
  const answer = sender.data ?? refused;
  const error = answer && "error" in answer && !isSending ? answer.error : undefined;
  const typed = refused && "typed" in refused ? refused.typed?.content : undefined;

  useEffect(() => {
    const field = input.current;
    if (!field || !sender.data) return;
    if ("saved" in sender.data) {
      // Where it was tried again beside the composer, other words may stand here by now.
      if (field.value.trim() === attempt.current?.content) field.value = "";
      attempt.current = undefined;
    } else {
      // The root sees only answers that something is loaded after.
      announce(sender.data.notice);
    }
    // It lost the focus when it was disabled. Who has gone elsewhere meanwhile is left there.
    if (document.activeElement === document.body || !document.activeElement) field.focus();
  }, [sender.data]);

  function send(event: FormEvent) {
    event.preventDefault();
    const content = input.current?.value.trim() ?? "";
    if (!content || isSending) return;
    if (attempt.current?.content !== content) attempt.current = { id: makeId(), content };
    sender.submit(attempt.current, { method: "post", action: `/messages/${chatId}` });
  }

  return (
    <sender.Form method="post" action={`/messages/${chatId}`} onSubmit={send} className="composer">
      <input type="hidden" name="id" value={draftId} autoComplete="off" />
      <div className="flex">
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
        <input
          ref={input}
          id="write"
          name="content"
          type="text"
          className="input min-w-0 flex-1"
          placeholder="Type a message..."
          defaultValue={typed}
          maxLength={MESSAGE_MAX}
          required
          autoComplete="off"
          enterKeyHint="send"
          disabled={isSending}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "write-error" : undefined}
        />
        <IconButton name="Send" icon="send" className="composer-send" disabled={isSending} />
      </div>
      <FieldError id="write" error={error} />
    </sender.Form>
  );
}
