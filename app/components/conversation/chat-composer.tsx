// The field and button that send a message.
import type { KeyboardEvent, MouseEvent, RefObject, SyntheticEvent } from "react";
import { isComposing } from "~/browser/composing";
import { opensNewTab } from "~/browser/navigation";
import { useFocusOnFragment } from "~/browser/use-focus";
import { type Message, msg, t } from "~/language/text";
import { MESSAGE_MAX } from "~/models/conversation/message";
import type { Opener } from "~/models/conversation/openers";
import { IconButton, IconLink } from "~/ui/button";
import { opensDialog } from "~/ui/dialog/dialog-link";
import { FieldError } from "~/ui/field";
import { Form } from "~/ui/form";
import { useRefusal } from "~/ui/form-refusal";
import type { IconName } from "~/ui/icon";
import { fitToText, setText } from "./composer-text";
import { cancelOnEscape, ReplyState } from "./quote-block";
import { isOver, type OpenChat } from "./use-message-feed";
import type { NextMessage, Outgoing } from "./use-outgoing";

/** The dialogs beside the field; their titles are the links' names unless one is given. Those for files come last. */
const dialogs: { name: Message; icon: IconName; path: string; title?: Message }[] = [
  { name: msg("Share Music"), icon: "music", path: "share" },
  { name: msg("Share Video"), icon: "video", path: "video", title: msg("Share YouTube Video") },
  { name: msg("Send Photo"), icon: "camera", path: "photo" },
  { name: msg("Send Voice Note"), icon: "mic", path: "voice" },
];

/**
 * Empties the field for the next message; a message that was not sent returns to it, above its error. Without scripts it posts
 * to the chat's own URL with the id of `next`, which is new with every page. Openers only fill the field, and are shown until
 * the next message.
 */
export function ChatComposer({
  chat,
  next,
  outgoing,
}: {
  chat: OpenChat;
  next: NextMessage;
  outgoing: Outgoing;
}) {
  const { id: chatId, partner, status, messages } = chat;
  const { input, newest, quote, reply, sender, send, hidesError } = outgoing;
  const openers = newest !== messages.at(-1)?.id || isOver(chat) ? [] : next.openers;
  useFocusOnFragment("write");
  const { refusal, dismiss } = useRefusal(sender.data ?? next.refused);
  const error = hidesError ? undefined : refusal?.error;

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const field = input.current;
    const content = field?.value.trim();
    if (!field || !content) return;
    setText(field, "");
    field.focus();
    dismiss();
    send(content);
  }

  return (
    <Form
      fetcher={sender}
      // If the message is refused, the page shows its quote again.
      action={`/messages/${chatId}${quote ? `?reply=${quote.id}` : ""}`}
      onSubmit={submit}
      className="composer p-2 [@media(max-height:480px)]:py-0"
      data-unasked
    >
      {openers.length ? <Openers chatId={chatId} openers={openers} input={input} /> : null}
      {quote ? <ReplyState chatId={chatId} quote={quote} partner={partner} cancel={reply} /> : null}
      <input type="hidden" name="id" value={next.id} autoComplete="off" />
      <div className="flex flex-wrap items-end">
        <ShareLinks chatId={chatId} takesFiles={status === "open"} />
        <MessageField
          outgoing={outgoing}
          text={next.refused?.typed?.content ?? next.text}
          hasError={error !== undefined}
          onType={dismiss}
          onEnter={submit}
        />
      </div>
      <FieldError id="write" error={error} />
    </Form>
  );
}

/** Links that fill the field if scripts run. */
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
    if (!field || opensNewTab(event)) return;
    event.preventDefault();
    const typed = field.value.trim();
    setText(field, typed && !openers.some(({ text }) => text === typed) ? `${typed} ${opener}` : opener);
    field.focus({ preventScroll: true });
  }

  return (
    <ul
      aria-label={hasLabel ? t("Ideas for a message") : t("Ideas for a first message")}
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

function ShareLinks({ chatId, takesFiles }: { chatId: string; takesFiles: boolean }) {
  return (
    <div className="flex flex-none">
      {dialogs.slice(0, takesFiles ? 4 : 2).map(({ name, icon, path, title = name }) => (
        <IconLink
          key={path}
          name={t(name)}
          icon={icon}
          to={`/messages/${chatId}/${path}`}
          {...opensDialog(t(title))}
          className="flex-none"
        />
      ))}
    </div>
  );
}

/** The field with its button. */
function MessageField({
  outgoing: { input, restored, quote, reply },
  text = restored,
  hasError,
  onType,
  onEnter,
}: {
  outgoing: Outgoing;
  text: string | undefined;
  hasError: boolean;
  onType: () => void;
  onEnter: (event: KeyboardEvent) => void;
}) {
  function press(event: KeyboardEvent) {
    if (quote) cancelOnEscape(event, reply);
    // Shift + Enter is a new line.
    if (event.key === "Enter" && !event.shiftKey && !isComposing(event)) onEnter(event);
  }

  return (
    /* Below the buttons where both don't fit, unless the window is low. */
    <div className="flex min-w-0 flex-[1_1_14rem] items-end [@media(max-height:480px)]:basis-[7rem]">
      <label className="sr-only" htmlFor="write">
        {t("Message")}
      </label>
      <textarea
        ref={input}
        id="write"
        name="content"
        rows={1}
        // Focused again after sending: at the bottom of the window, below the messages.
        className="input max-h-[11.25rem] min-w-0 flex-1 resize-none scroll-mt-[calc(100vh-140px)] overflow-y-auto [field-sizing:content]"
        placeholder={t("Type a message...")}
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
        aria-invalid={hasError || undefined}
        aria-describedby={
          [quote && "write-quote", hasError && "write-error"].filter(Boolean).join(" ") || undefined
        }
      />
      <IconButton name={t("Send")} icon="send" variant="primary" className="ml-2" />
    </div>
  );
}
