// An open conversation: its header, messages and composer.
import { Link, useFetcher } from "@remix-run/react";
import {
  type ComponentProps,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from "react";
import { signInPath } from "~/auth/return-path";
import { useFocusAfterwards, useFocusOnChange, useFocusOnFragment } from "~/browser/use-focus";
import { useLiveEvents } from "~/browser/use-live";
import { useMarkRead } from "~/browser/use-mark-read";
import { SafetyMenu } from "~/components/safety/safety-menu";
import { Avatar } from "~/components/ui/avatar";
import { Button, ButtonLink, IconLink } from "~/components/ui/button";
import { Form } from "~/components/ui/form";
import type { ConversationStatus } from "~/models/conversation/conversation";
import type { JointPlayDto } from "~/models/conversation/joint-play/joint-play";
import { type Chat, CONVERSATION_GONE, type MessageDto, messageAnchor } from "~/models/conversation/message";
import { challengeAddress } from "~/models/trivia/game-address";
import { ChatComposer, type Draft } from "./chat-composer";
import { ChatFrame } from "./chat-frame";
import { ChatLog, EarlierLink } from "./chat-log";
import { JointPlay } from "./joint-play/joint-play";
import { type MessageActions, MessageList } from "./message-list";
import type { TypingStatus as Status } from "./typing-status";
import { type MessageFeed, useMessageFeed } from "./use-message-feed";
import { useOutgoing } from "./use-outgoing";

// In a chunk of its own, loaded once somebody types; without it a chat is still a chat.
const TypingStatus = lazy<ComponentType<ComponentProps<typeof Status>>>(() =>
  import("./typing-status").then(
    (module) => ({ default: module.TypingStatus }),
    () => ({ default: () => null }),
  ),
);

/** The id of the message that a page of earlier ones ends before, or that a search has led to. */
type Place = { before?: string; around?: string };

type Outgoing = ReturnType<typeof useOutgoing>;

/**
 * A live chat, or with `place` a fixed page of earlier messages. Needs the conversation's id as its key. `showsTyping` if the
 * member shares when they are typing.
 */
export function ChatPane({
  chat: served,
  compatibility,
  draft,
  place,
  showsTyping,
  jointPlay,
}: {
  chat: Chat;
  compatibility: number;
  draft: Draft;
  place?: Place;
  showsTyping: boolean;
  /** What the two play together. */
  jointPlay: JointPlayDto | null;
}) {
  const isPast = place !== undefined;
  const feed = useMessageFeed(served, !isPast);
  const chat = { ...served, partner: feed.partner };
  const outgoing = useOutgoing(chat.id, feed, draft, isPast);
  const { reply } = outgoing;
  const [chosen, setChosen] = useState<MessageDto>();
  const typing = useFirstTyping(chat.id);
  useFocusOnFragment(messageAnchor(place?.around ?? ""));
  useMarkRead(chat, feed.messages, !isPast);

  return (
    <section
      aria-label={`Conversation with ${chat.partner.firstName}`}
      className="chat card"
      onInput={typing.setOwn}
    >
      <ChatHead chat={chat} feed={feed} compatibility={compatibility} />
      {isPast ? null : <ChatFrame chat={chat} />}
      <Messages
        chat={chat}
        feed={feed}
        outgoing={outgoing}
        place={place}
        // The same share may be chosen again.
        actions={isPast ? {} : { reply, listen: (share) => setChosen({ ...share }) }}
      />
      {typing.first && showsTyping && feed.status === "open" ? (
        <Suspense>
          <TypingStatus chatId={chat.id} partner={chat.partner} first={typing.first} />
        </Suspense>
      ) : null}
      {isPast ? null : <JointPlay chat={chat} served={jointPlay} chosen={chosen} />}
      <ChatFoot chat={chat} feed={feed} outgoing={outgoing} isPast={isPast}>
        {isPast ? (
          <ButtonLink to={`/messages/${chat.id}`} className="m-2">
            Back to the newest messages
          </ButtonLink>
        ) : (
          <Composer chat={chat} feed={feed} outgoing={outgoing} draft={draft} />
        )}
      </ChatFoot>
    </section>
  );
}

/** Who has typed first, the member or their partner, since the chat is open. */
function useFirstTyping(chatId: string) {
  const [first, setFirst] = useState<"own" | "other">();
  useLiveEvents((event) => {
    if (event.event === "typing" && event.conversationId === chatId) setFirst((known) => known ?? "other");
  });
  return { first, setOwn: () => setFirst((known) => known ?? "own") };
}

/** The messages and those on their way, with a link to earlier ones. */
function Messages({
  chat: { id, partner, opensPhotos },
  feed,
  outgoing: { messages, pending, newest, isOwn },
  place,
  actions,
}: {
  chat: Chat;
  feed: MessageFeed;
  outgoing: Outgoing;
  place: Place | undefined;
  actions: Pick<MessageActions, "listen" | "reply">;
}) {
  const { status, seen } = feed;
  const [oldest] = messages;
  return (
    <ChatLog
      label={`Messages with ${partner.firstName}`}
      newest={newest}
      isOwn={isOwn}
      isFilling={feed.isFilling}
      onNearStart={place ? undefined : feed.showEarlierInPassing}
    >
      {feed.hasEarlier && oldest ? (
        <EarlierLink href={`/messages/${id}?before=${oldest.id}`} show={feed.showEarlier} />
      ) : null}
      <MessageList
        messages={messages}
        chat={{ partner, status, seen, opensPhotos }}
        pending={pending}
        found={place?.around}
        actions={
          isOver(feed) || isClosed(status)
            ? undefined
            : {
                ...actions,
                listen: status === "open" ? actions.listen : undefined,
                react: (...pressed) =>
                  void import("./react-press").then(({ react }) => react(feed.setReactions, ...pressed)),
              }
        }
      />
    </ChatLog>
  );
}

/** With openers until something more is said. */
function Composer({
  chat: { id, partner, messages },
  feed,
  outgoing: { input, newest, restored, quote, reply, sending },
  draft,
}: {
  chat: Chat;
  feed: MessageFeed;
  outgoing: Outgoing;
  draft: Draft;
}) {
  return (
    <ChatComposer
      chatId={id}
      input={input}
      draft={{
        ...draft,
        text: draft.text ?? restored,
        openers: newest !== messages.at(-1)?.id || isOver(feed) ? [] : draft.openers,
        takesFiles: feed.status === "open",
      }}
      sending={sending}
      reply={quote && { quote, partner, cancel: () => reply() }}
    />
  );
}

function ChatHead({
  chat: { id, partner },
  feed,
  compatibility,
}: {
  chat: Chat;
  feed: MessageFeed;
  compatibility: number;
}) {
  const { status } = feed;
  const isGone = isOver(feed);
  return (
    <header className="chat-header">
      <IconLink to="/messages" name="All conversations" icon="back" className="chat-back" />
      {isGone ? (
        <div className="chat-partner">
          <Avatar face={partner.face} size="small" round />
          <h2 id="screen-title" className="ml-3 text-lead">
            {partner.firstName}
          </h2>
        </div>
      ) : (
        <>
          <Link to={`/members/${partner.id}`} className="chat-partner">
            <Avatar face={partner.face} size="small" round />
            <span className="ml-3 min-w-0">
              <h2 id="screen-title" className="text-lead">
                {partner.firstName}
              </h2>
              <span className="block small-print">{`${compatibility}% music compatibility`}</span>
            </span>
          </Link>
          {isClosed(status) ? null : (
            <IconLink
              to={challengeAddress(partner.id)}
              name="Challenge to trivia"
              icon="trivia"
              className="hidden sm:inline-flex"
            />
          )}
        </>
      )}
      <SafetyMenu
        memberId={partner.id}
        name={partner.firstName}
        canUnmatch={(status === "open" || isClosed(status)) && !isGone}
        canBlock={!isGone}
        conversation={{ id, isOpen: status === "open" && !isGone }}
      />
    </header>
  );
}

/** Shows the status of a message request; hides the composer (`children`) until a sent request gets a reply. */
function ChatFoot({
  chat,
  feed,
  outgoing: { messages, input, isUnsent },
  isPast,
  children,
}: {
  chat: Chat;
  feed: MessageFeed;
  outgoing: Outgoing;
  isPast: boolean;
  children: ReactNode;
}) {
  const { status, end, lookAgain } = feed;
  const { hasLeft } = chat.partner;
  const accept = useFetcher({ key: `accept-${chat.id}` });
  // Declining leads on from here even when its buttons are gone before its answer is here.
  const decline = useFetcher();
  const isWaiting = status === "sent" && messages.length > 0;
  // The composer holds a refused message, or may get one back, or is the link from earlier messages, so it stays.
  const hasTyped = isPast || isUnsent || (isOver(feed) && Boolean(input.current?.value.trim()));
  const hasComposer = hasTyped || !(isWaiting || isOver(feed) || isClosed(status));
  const state = useFocusOnChange<HTMLDivElement>(hasComposer);

  useEffect(() => {
    if (accept.data) lookAgain();
  }, [accept.data, lookAgain]);

  return (
    <footer className="border-t border-line">
      <div ref={state} role="status" tabIndex={-1}>
        <ChatStatus chat={chat} feed={feed} isWaiting={isWaiting} />
      </div>
      {status === "received" && !end && !hasLeft ? (
        <RequestButtons chat={chat} accept={accept} decline={decline} />
      ) : null}
      {status === "closed-by-viewer" && !end && !hasLeft ? (
        <Form
          fetcher={accept}
          action={`/messages/${chat.id}/reopen`}
          preventScrollReset
          className="px-4 pb-2"
        >
          <Button isPending={accept.state !== "idle"}>Reopen conversation</Button>
        </Form>
      ) : null}
      {hasComposer ? children : null}
    </footer>
  );
}

/** Says what ended the conversation, or how its message request stands. */
function ChatStatus({ chat, feed, isWaiting }: { chat: Chat; feed: MessageFeed; isWaiting: boolean }) {
  const { status, end } = feed;
  const { firstName, hasLeft } = chat.partner;
  if (end === "signed out")
    return (
      <p className="px-4 py-3">
        You're signed out.{" "}
        <a href={signInPath(`/messages/${chat.id}`)} className="link">
          Sign in
        </a>
      </p>
    );
  if (hasLeft) return <p className="px-4 py-3">This member has left B-Side. Your messages stay here.</p>;
  if (end === "gone")
    return (
      <p className="px-4 py-3">
        {CONVERSATION_GONE}{" "}
        <a href="/messages" className="link">
          All conversations
        </a>
      </p>
    );
  if (isClosed(status))
    return (
      <p className="px-4 py-3">
        {status === "closed-by-viewer" ? "You" : firstName} said goodbye. This conversation is closed; you can
        both still read it.
      </p>
    );
  if (isWaiting)
    return (
      <p className="px-4 py-3">
        Waiting for {firstName} to reply. You can write again once they do.{" "}
        <a href={`/messages/${chat.id}`} className="link">
          Check for a reply
        </a>
      </p>
    );
  if (status === "sent")
    return (
      <p className="px-4 py-3">
        {firstName} hasn't liked you back yet. You can send one message until {firstName} replies.
      </p>
    );
  if (status === "received")
    return <p className="px-4 py-3">{firstName} wants to chat with you. Replying accepts the request.</p>;
  return null;
}

/** Accept, Decline and Block, for a request that can also simply be answered. */
function RequestButtons({
  chat,
  accept,
  decline,
}: {
  chat: Chat;
  accept: ReturnType<typeof useFetcher>;
  decline: ReturnType<typeof useFetcher>;
}) {
  useFocusAfterwards("write");
  const isAccepting = accept.state !== "idle";
  return (
    <div className="cluster px-4 pb-2">
      <Form fetcher={accept} action={`/messages/${chat.id}/accept`} preventScrollReset>
        <Button variant="primary" isPending={isAccepting}>
          Accept
        </Button>
      </Form>
      <Form fetcher={decline} action={`/messages/${chat.id}/decline`} preventScrollReset>
        <Button>Decline</Button>
      </Form>
      <ButtonLink to={`/members/${chat.partner.id}/block?from=/messages/${chat.id}`}>Block</ButtonLink>
    </div>
  );
}

/** The partner's page is gone. */
function isOver({ end, partner }: MessageFeed): boolean {
  return end === "gone" || partner.hasLeft;
}

function isClosed(status: ConversationStatus): boolean {
  return status === "closed-by-viewer" || status === "closed-by-partner";
}
