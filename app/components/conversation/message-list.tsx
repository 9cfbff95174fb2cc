// The messages of a chat, with a heading for each day.

import type { LiHTMLAttributes, ReactNode } from "react";
import { COMMUNITY_NAME } from "~/community";
import { msg, t } from "~/language/text";
import { voiceUrl } from "~/models/conversation/attachment/attachment";
import { VOICE_NOTE_TEXT } from "~/models/conversation/attachment/voice";
import { needsWarning } from "~/models/conversation/contact-details";
import { jointSourceOf } from "~/models/conversation/joint-play/joint-play";
import {
  type Chat,
  MESSAGE_DELETED,
  type MessageDto,
  messageAnchor,
  messagePath,
  type PendingMessage,
} from "~/models/conversation/message";
import { splitLinks } from "~/models/conversation/message-links";
import { defaultNote, isShare, type MessageContent } from "~/models/conversation/share";
import { reportPath } from "~/models/safety/report";
import { DateTime, formatDay, useClock } from "~/ui/date-time";
import { Disclosure } from "~/ui/disclosure";
import { Icon } from "~/ui/icon";
import { ReactionForm, ReactionLine, type SendReaction } from "./message-reactions";
import { PhotoCard } from "./photo-card";
import { ProfileQuoteCard } from "./profile-quote-card";
import { QuoteBlock, ReplyLink } from "./quote-block";
import { ShareCard } from "./share-card";
import { UnsentButtons } from "./unsent-message";
import { VoiceNote } from "./voice/voice-note";

/**
 * The handlers of a message's buttons; absent once the conversation is closed or over, empty without scripts, where forms and
 * links replace them.
 */
export type MessageActions = {
  /** Starts to play a share together. */
  listen?: (message: MessageDto) => void;
  react?: SendReaction;
  /** Shows a message above the field, to reply to it. */
  reply?: (message: MessageDto) => void;
};

const OPTIONS = msg("More options for this message");

type Partner = { id: string; firstName: string };

/** What the list needs to know of its chat. */
type ListedChat = { partner: Partner } & Partial<Pick<Chat, "status" | "seen" | "opensPhotos">>;

/**
 * Lists messages oldest first, own ones on the right, then the pending ones. In an unanswered request that the member has
 * received, shared links can't be opened and carry a warning. "Seen" is below the message with the sequence `chat.seen`. On a
 * page that refreshes, menus and voice notes are links to the same ones at `stillUrl`, which doesn't refresh and opens the menu
 * of the message with the id `openMenu`.
 */
export function MessageList({
  messages,
  chat,
  pending = [],
  found,
  actions,
  stillUrl,
  openMenu,
}: {
  messages: MessageDto[];
  chat: ListedChat;
  pending?: PendingMessage[];
  /** The id of the message that a search has led to. */
  found?: string;
  actions?: MessageActions;
  stillUrl?: string;
  openMenu?: string;
}) {
  const clock = useClock();
  const { listen } = actions ?? {};
  if (!messages.length && !pending.length)
    return <p className="py-8 text-center text-soft">{t("No messages yet. Start the conversation!")}</p>;
  let dayBefore = "";
  const lines = messages.flatMap((message) => {
    const day = formatDay(message.createdAt, clock);
    const heading = day === dayBefore ? [] : [<DayLine key={day} at={message.createdAt} />];
    dayBefore = day;
    return [
      ...heading,
      <MessageItem
        key={message.id}
        message={message}
        isFound={message.id === found}
        chat={chat}
        listen={listen && jointSourceOf(message) ? () => listen(message) : undefined}
        stillUrl={stillUrl && `${stillUrl}#${messageAnchor(message.id)}`}
        menu={
          <MessageMenu
            message={message}
            chat={chat}
            actions={actions}
            isOpen={message.id === openMenu}
            stillUrl={stillUrl && `${stillUrl}=${message.id}#${messageAnchor(message.id)}`}
          />
        }
      >
        {message.editedAt ? (
          <a href={messagePath(message)} target="_parent" className="link mr-2">
            {t("Edited")}
          </a>
        ) : null}
        <DateTime at={message.createdAt} as="clockOfDay" />
        <ReactionLine message={message} partner={chat.partner} />
      </MessageItem>,
      ...(message.sequence === chat.seen ? [<SeenLine key="seen" />] : []),
    ];
  });
  for (const message of pending) {
    lines.push(
      <MessageItem key={message.id} message={message} chat={chat}>
        <PendingState message={message} />
      </MessageItem>,
    );
  }
  return <ol className="messages">{lines}</ol>;
}

function PendingState({ message: { waits, content } }: { message: PendingMessage }) {
  if (!waits) return t("Sending...");
  const { refusal, drop } = waits;
  if (refusal === undefined)
    return t("Waiting for a connection. Sends when {community} is open.", { community: COMMUNITY_NAME });
  return (
    <>
      <b>{t("Not sent.")}</b> {refusal}
      <span className="cluster mt-2">
        <UnsentButtons text={content} drop={drop} />
      </span>
    </>
  );
}

/** A message, or one that is being sent. */
type Shown = MessageContent &
  Pick<MessageDto, "id" | "content" | "previewUrl" | "link" | "quotedPhoto" | "deletedAt" | "quote"> &
  Partial<Pick<MessageDto, "senderId" | "conversationId">>;

function MessageItem({
  message,
  isFound = false,
  chat,
  listen,
  stillUrl,
  menu = null,
  children,
}: {
  message: Shown;
  /** A search has led here. */
  isFound?: boolean;
  chat: ListedChat;
  listen?: () => void;
  stillUrl?: string;
  /** What can be done with the message. */
  menu?: ReactNode;
  children: ReactNode;
}) {
  const { partner, status } = chat;
  // The card already shows the song, the title or the address that the message consists of.
  const isRepeated =
    ((message.messageType === "music_share" || message.messageType === "youtube_video") &&
      message.content === defaultNote(message)) ||
    ((message.messageType === "youtube_link" || message.messageType === "spotify_link") &&
      message.content === message.metadata.url) ||
    (message.messageType === "voice" && message.content === VOICE_NOTE_TEXT);
  const isOwn = message.senderId !== partner.id;
  const isFromStranger = status === "received" && !isOwn;
  return (
    <MessageBubble
      id={messageAnchor(message.id)}
      tabIndex={isFound ? -1 : undefined}
      sender={isOwn ? null : partner.firstName}
      hasCard={Boolean(message.messageType)}
    >
      {message.quote ? (
        <QuoteBlock quote={message.quote} conversationId={message.conversationId} partner={partner} />
      ) : null}
      <Attachment
        message={message}
        chat={chat}
        isInert={isFromStranger}
        listen={listen}
        stillUrl={stillUrl}
      />
      {isRepeated || (message.messageType === "photo" && !message.content) ? null : (
        <p className="message-text" dir="auto">
          {message.deletedAt ? (
            <i>{t(MESSAGE_DELETED)}</i>
          ) : status === "sent" || status === "received" ? (
            message.content
          ) : (
            <LinkedText content={message.content} />
          )}
        </p>
      )}
      {isFromStranger && needsWarning(message) ? (
        <p className="my-1 flex w-full small-print">
          <Icon name="shield" className="flex-none" />{" "}
          {t("Take care with links and contact details from people you don't know yet.")}
        </p>
      ) : null}
      <span className="message-time small-print pl-3">{children}</span>
      {menu}
    </MessageBubble>
  );
}

/** A message on the right, or on the left with the name of its sender; takes what an `<li>` takes. */
export function MessageBubble({
  sender,
  hasCard,
  children,
  ...item
}: { sender: string | null; hasCard: boolean } & LiHTMLAttributes<HTMLLIElement>) {
  return (
    <li
      {...item}
      className={`message ${sender === null ? "message-own" : ""} ${hasCard ? "message-share" : ""}`}
    >
      <span className="sr-only">{t("{label}:", { label: sender ?? t("You") })} </span>
      {children}
    </li>
  );
}

/** A text whose addresses are links. */
function LinkedText({ content }: { content: string }) {
  return splitLinks(content).map(({ text, href }, index) =>
    href === undefined ? (
      text
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: a text is split the same way each time
        key={index}
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="link"
        dir="ltr"
      >
        {text}
      </a>
    ),
  );
}

/** A message's share, beside its text; a stranger's can't be opened. */
function Attachment({
  message,
  chat,
  isInert,
  listen,
  stillUrl,
}: {
  message: Shown;
  chat: ListedChat;
  isInert: boolean;
  listen?: () => void;
  stillUrl?: string;
}) {
  const { partner, opensPhotos } = chat;
  const isOwn = message.senderId !== partner.id;
  if (isShare(message)) return <ShareCard message={message} isInert={isInert} listen={listen} />;
  switch (message.messageType) {
    case "profile_quote":
      return <ProfileQuoteCard quoted={message} isOwn={isOwn} />;
    case "photo":
      return (
        <PhotoCard
          photo={message}
          sender={isOwn ? undefined : partner.firstName}
          isCovered={!isOwn && !opensPhotos}
        />
      );
    case "voice":
      return (
        <VoiceNote
          url={message.conversationId && voiceUrl(message)}
          seconds={message.metadata.seconds}
          name={
            isOwn ? t("your voice note") : t("{firstName}'s voice note", { firstName: partner.firstName })
          }
          stillUrl={stillUrl}
        />
      );
    default:
      return null;
  }
}

function MessageMenu({
  message,
  chat: { partner, status },
  actions,
  isOpen,
  stillUrl,
}: {
  message: MessageDto;
  chat: ListedChat;
  actions?: MessageActions;
  isOpen: boolean;
  stillUrl?: string;
}) {
  const isOwn = message.senderId !== partner.id;
  if (isOwn && message.deletedAt) return null;
  if (stillUrl)
    return (
      <a href={stillUrl} className="icon-button message-menu">
        <Icon name="more" />
        <span className="sr-only">{t(OPTIONS)}</span>
      </a>
    );
  return (
    <Disclosure
      label={t(OPTIONS)}
      icon={<Icon name="more" />}
      className="options-menu message-menu"
      isOpen={isOpen}
    >
      <ul>
        {actions && !message.deletedAt ? (
          <>
            <li>
              <ReactionForm message={message} partnerId={partner.id} send={actions.react} />
            </li>
            {status === "sent" ? null : (
              <li>
                <ReplyLink message={message} reply={actions.reply} />
              </li>
            )}
          </>
        ) : null}
        <li>
          {/* The list may be in a frame. */}
          <a
            href={
              isOwn
                ? messagePath(message)
                : `${reportPath("message", message.id)}&from=/messages/${message.conversationId}`
            }
            target="_parent"
            className="nav-link"
          >
            {isOwn ? t("Edit or Delete") : t("Report", { as: "button" })}
          </a>
        </li>
      </ul>
    </Disclosure>
  );
}

/** Says that the partner has seen the message above. */
function SeenLine() {
  return <li className="message-seen small-print self-end">{t("Seen")}</li>;
}

function DayLine({ at }: { at: string }) {
  return (
    <li className="message-day eyebrow mt-4 text-center">
      <DateTime at={at} as="day" />
    </li>
  );
}
