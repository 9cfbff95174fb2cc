// The messages of a chat, with a heading for each day.
import type { ReactNode } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { DateTime, formatDay } from "~/components/ui/date-time";
import { Disclosure } from "~/components/ui/disclosure";
import { Icon } from "~/components/ui/icon";
import { voiceUrl } from "~/models/conversation/attachment/attachment";
import { VOICE_NOTE_TEXT } from "~/models/conversation/attachment/voice";
import { needsWarning } from "~/models/conversation/contact-details";
import { jointSourceOf } from "~/models/conversation/joint-play/joint-play";
import {
  type Chat,
  MESSAGE_DELETED,
  type MessageDraft,
  type MessageDto,
  messageAddress,
  messageAnchor,
} from "~/models/conversation/message";
import { playerAddress } from "~/models/conversation/player";
import { isShare, type MessageContent } from "~/models/conversation/share";
import { reportAddress } from "~/models/safety/report";
import { ReactionForm, ReactionLine, type SendReaction } from "./message-reactions";
import { PhotoCard } from "./photo/photo-card";
import { QuoteBlock, ReplyLink } from "./quote/quote-block";
import { QuoteCard } from "./quote-card";
import { ShareCard } from "./share-card";
import { UnsentButtons } from "./unsent-message";
import { VoiceNote } from "./voice/voice-note";

/** What members can do with messages while their conversation is open; with scripts, what does it. */
export type MessageActions = {
  /** Starts to play a share together. */
  listen?: (message: MessageDto) => void;
  react?: SendReaction;
  /** Shows a message above the field, to reply to it. */
  reply?: (message: MessageDto) => void;
};

/**
 * Lists messages oldest first, own ones on the right, then the drafts being sent. In an unanswered request that the member
 * has received, shared links can't be opened and carry a warning. `previous` is the message before these. "Seen" stands
 * under the message with the sequence `chat.seen`.
 */
export function MessageList({
  messages,
  chat: { partner, status, seen, opensPhotos },
  previous,
  found,
  drafts = [],
  drop,
  actions,
}: {
  messages: MessageDto[];
  chat: { partner: { id: string; firstName: string } } & Partial<
    Pick<Chat, "status" | "seen" | "opensPhotos">
  >;
  previous?: MessageDto;
  drafts?: MessageDraft[];
  /** The id of the message that a search has led to. */
  found?: string;
  /** Deletes a draft that was refused. */
  drop?: (place?: number) => void;
  actions?: MessageActions;
}) {
  const isLocal = useHydrated();
  if (!messages.length && !drafts.length)
    return <p className="chat-empty text-soft">No messages yet. Start the conversation!</p>;
  let dayBefore = previous ? formatDay(previous.createdAt, isLocal) : "";
  const lines = messages.flatMap((message) => {
    const day = formatDay(message.createdAt, isLocal);
    const heading = day === dayBefore ? [] : [<DayLine key={day} at={message.createdAt} />];
    dayBefore = day;
    const isOwn = message.senderId !== partner.id;
    return [
      ...heading,
      <Line
        key={message.id}
        message={message}
        isFound={message.id === found}
        partner={partner}
        isFromStranger={status === "received" && !isOwn}
        player={{
          page: playerAddress(message),
          listen: actions?.listen && jointSourceOf(message) ? () => actions.listen?.(message) : undefined,
          isCovered: !isOwn && !opensPhotos,
        }}
        menu={
          isOwn && message.deletedAt ? null : (
            <MessageMenu message={message} isOwn={isOwn}>
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
            </MessageMenu>
          )
        }
      >
        {message.editedAt ? (
          <a href={messageAddress(message)} target="_parent" className="link mr-2">
            Edited
          </a>
        ) : null}
        <DateTime at={message.createdAt} as="clock" />
        <ReactionLine message={message} partner={partner} />
      </Line>,
      ...(message.sequence === seen ? [<SeenLine key="seen" id="seen" />] : []),
    ];
  });
  for (const draft of drafts) {
    lines.push(
      <Line key={draft.id} message={draft} partner={partner}>
        <DraftState draft={draft} drop={drop} />
      </Line>,
    );
  }
  return <ol className="messages">{lines}</ol>;
}

function DraftState({
  draft: { waits, content },
  drop,
}: {
  draft: MessageDraft;
  drop?: (place?: number) => void;
}) {
  if (!waits) return "Sending...";
  const { refusal, place } = waits;
  if (refusal === undefined) return "Waiting for a connection";
  return (
    <>
      <b>Not sent.</b> {refusal}
      <span className="cluster mt-2">
        <UnsentButtons text={content} drop={() => drop?.(place)} />
      </span>
    </>
  );
}

function Line({
  message,
  isFound = false,
  partner,
  isFromStranger = false,
  player = {},
  menu = null,
  children,
}: {
  message: Pick<
    MessageDto,
    "id" | "content" | "previewUrl" | "link" | "quotedPhoto" | "deletedAt" | "quote"
  > &
    Partial<Pick<MessageDto, "senderId" | "conversationId">> &
    MessageContent;
  /** A search has led here. */
  isFound?: boolean;
  partner: { id: string; firstName: string };
  isFromStranger?: boolean;
  /** The page that plays what is shared, once the message is saved, what plays it together, and whether a press shows a photo. */
  player?: { page?: string; listen?: () => void; isCovered?: boolean };
  /** What can be done with the message. */
  menu?: ReactNode;
  children: ReactNode;
}) {
  // The card of a video already shows the title that its message consists of.
  const isRepeated =
    (message.messageType === "youtube_video" && message.content === message.metadata.videoTitle) ||
    (message.messageType === "voice" && message.content === VOICE_NOTE_TEXT);
  const isOwn = message.senderId !== partner.id;
  return (
    <li
      id={messageAnchor(message.id)}
      tabIndex={isFound ? -1 : undefined}
      className={`message ${isOwn ? "message-own" : ""} ${message.messageType ? "message-share" : ""}`}
    >
      <span className="sr-only">{isOwn ? "You" : partner.firstName}: </span>
      {message.quote ? (
        <QuoteBlock quote={message.quote} conversationId={message.conversationId} partner={partner} />
      ) : null}
      {message.messageType === "profile_quote" ? <QuoteCard quoted={message} isOwn={isOwn} /> : null}
      {isShare(message) ? (
        <ShareCard
          shared={message}
          page={player.page}
          previewUrl={message.previewUrl}
          link={message.link}
          isInert={isFromStranger}
          listen={player.listen}
        />
      ) : null}
      {message.messageType === "photo" ? (
        <PhotoCard
          photo={message}
          sender={isOwn ? undefined : partner.firstName}
          isCovered={player.isCovered ?? false}
        />
      ) : null}
      {message.messageType === "voice" ? (
        <VoiceNote
          url={message.conversationId && voiceUrl(message)}
          seconds={message.metadata.seconds}
          name={isOwn ? "your voice note" : `${partner.firstName}'s voice note`}
        />
      ) : null}
      {isRepeated || (message.messageType === "photo" && !message.content) ? null : (
        <p className="message-text" dir="auto">
          {message.deletedAt ? <i>{MESSAGE_DELETED}</i> : message.content}
        </p>
      )}
      {isFromStranger && needsWarning(message) ? (
        <p className="my-1 flex w-full small-print">
          <Icon name="shield" className="flex-none" /> Take care with links and contact details from people
          you don't know yet.
        </p>
      ) : null}
      <span className="message-time small-print pl-3">{children}</span>
      {menu}
    </li>
  );
}

function MessageMenu({
  message,
  isOwn,
  children,
}: {
  message: MessageDto;
  isOwn: boolean;
  children: ReactNode;
}) {
  return (
    <Disclosure
      label="More options for this message"
      icon={<Icon name="more" />}
      className="options-menu message-menu"
    >
      <ul>
        {children}
        <li>
          {/* The list may be in a frame. */}
          <a
            href={
              isOwn
                ? messageAddress(message)
                : `${reportAddress("message", message.id)}&from=/messages/${message.conversationId}`
            }
            target="_parent"
            className="nav-link"
          >
            {isOwn ? "Edit or Delete" : "Report"}
          </a>
        </li>
      </ul>
    </Disclosure>
  );
}

/** Says that the partner has seen the message above; `children` come before it. */
export function SeenLine({ id, children }: { id: string; children?: ReactNode }) {
  return (
    <li id={id} className="message-seen small-print">
      {children}
      Seen
    </li>
  );
}

function DayLine({ at }: { at: string }) {
  return (
    <li className="message-day eyebrow">
      <DateTime at={at} as="day" />
    </li>
  );
}
