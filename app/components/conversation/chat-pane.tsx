// An open conversation: its header, messages and composer.
import { Link, useFetcher } from "@remix-run/react";
import {
  type ComponentProps,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";
import { signInPath } from "~/auth/return-path";
import { useFocusAfterwards, useFocusOnChange } from "~/browser/use-focus";
import { useLiveEvents } from "~/browser/use-live";
import { useMarkRead } from "~/browser/use-mark-read";
import { SafetyMenu } from "~/components/safety/safety-menu";
import { Avatar } from "~/components/ui/avatar";
import { Button, ButtonLink, IconLink } from "~/components/ui/button";
import { Form } from "~/components/ui/form";
import type { ConversationStatus } from "~/models/conversation/conversation";
import {
  type Chat,
  CONVERSATION_GONE,
  type MessageDraft,
  mergeMessages,
} from "~/models/conversation/message";
import { draftFromShare } from "~/models/conversation/share";
import { challengeAddress } from "~/models/trivia/game-address";
import { ChatComposer, type Draft, type SendResult } from "./chat-composer";
import { ChatFrame } from "./chat-frame";
import { ChatLog, EarlierLink } from "./chat-log";
import { MessageList } from "./message-list";
import type { TypingStatus as Status } from "./typing-status";
import { type ChatEnd, useMessageFeed } from "./use-message-feed";
import { useSendQueue } from "./use-send-queue";

// In a chunk of its own, loaded once somebody types; without it a chat is still a chat.
const TypingStatus = lazy<ComponentType<ComponentProps<typeof Status>>>(() =>
  import("./typing-status").then(
    (module) => ({ default: module.TypingStatus }),
    () => ({ default: () => null }),
  ),
);

/**
 * A live chat, or with `isPast` a fixed page of earlier messages. Needs the conversation's id as its key. `showsTyping` if the
 * member shares when they are typing; openers are shown until something is said.
 */
export function ChatPane({
  chat: served,
  compatibility,
  draft,
  isPast,
  showsTyping,
  refused,
}: {
  chat: Chat;
  compatibility: number;
  draft: Draft;
  isPast: boolean;
  showsTyping: boolean;
  refused?: SendResult;
}) {
  const sender = useFetcher<SendResult>({ key: `send-${served.id}` });
  const accept = useFetcher({ key: `accept-${served.id}` });
  const { keep, lookAgain, showEarlier, ...feed } = useMessageFeed(served, !isPast);
  const chat = { ...served, partner: feed.partner };
  const isOver = feed.end === "gone" || chat.partner.hasLeft;
  useMarkRead(chat, feed.messages, !isPast);
  const saved = sender.data?.saved;
  const messages = saved ? mergeMessages(feed.messages, [saved]) : feed.messages;
  const { formData } = useFetcher({ key: `share-${chat.id}` });
  const shared = formData && draftFromShare(Object.fromEntries(formData));
  const hasArrived = (id: unknown) => messages.some((message) => message.id === id);
  const input = useRef<HTMLTextAreaElement>(null);
  const { outgoing, send, restored } = useSendQueue({ chatId: chat.id, sender, hasArrived, input });
  const drafts = [...outgoing.map(toDraft), ...(shared ? [shared] : [])].filter(({ id }) => !hasArrived(id));
  const newest = drafts.at(-1)?.id ?? messages.at(-1)?.id;
  const isOwn = drafts.length > 0 || (newest !== undefined && newest === saved?.id);
  const [oldest] = messages;
  const [firstTyping, setFirstTyping] = useState<"own" | "other">();

  useLiveEvents((event) => {
    if (event.event === "typing" && event.conversationId === chat.id)
      setFirstTyping((first) => first ?? "other");
  });

  useEffect(() => {
    if (saved) keep([saved]);
  }, [saved, keep]);

  useEffect(() => {
    if (accept.data) lookAgain();
  }, [accept.data, lookAgain]);

  return (
    <section
      aria-label={`Conversation with ${chat.partner.firstName}`}
      className="chat card"
      onInput={() => setFirstTyping((first) => first ?? "own")}
    >
      <ChatHead
        chat={chat}
        isOver={isOver}
        canUnmatch={feed.status === "open"}
        compatibility={compatibility}
      />
      {isPast ? null : <ChatFrame chat={chat} />}
      <ChatLog
        label={`Messages with ${chat.partner.firstName}`}
        newest={newest}
        isOwn={isOwn}
        isFilling={feed.isFilling}
        onNearStart={isPast ? undefined : feed.showEarlierInPassing}
      >
        {feed.hasEarlier && oldest ? (
          <EarlierLink href={`/messages/${chat.id}?before=${oldest.id}`} show={showEarlier} />
        ) : null}
        <MessageList
          messages={messages}
          partner={chat.partner}
          drafts={drafts}
          seen={feed.seen}
          isRequest={feed.status === "received"}
        />
      </ChatLog>
      {firstTyping && showsTyping && feed.status === "open" ? (
        <Suspense>
          <TypingStatus chatId={chat.id} partner={chat.partner} first={firstTyping} />
        </Suspense>
      ) : null}
      <ChatFoot
        chat={chat}
        feed={feed}
        isWaiting={feed.status === "sent" && messages.length > 0}
        hasTyped={
          outgoing.length > 0 ||
          (sender.data ?? refused)?.error !== undefined ||
          (isOver && Boolean(input.current?.value.trim()))
        }
        accept={accept}
      >
        {isPast ? (
          <ButtonLink to={`/messages/${chat.id}`} className="m-2">
            Back to the newest messages
          </ButtonLink>
        ) : (
          <ChatComposer
            chatId={chat.id}
            input={input}
            draft={{
              id: draft.id,
              text: draft.text ?? restored,
              openers: newest || isOver ? [] : draft.openers,
            }}
            sending={{
              sender,
              send,
              isSending: outgoing.length > 0,
              hasArrived: hasArrived(sender.data?.typed?.id),
            }}
            refused={refused}
          />
        )}
      </ChatFoot>
    </section>
  );
}

function ChatHead({
  chat: { id, partner },
  isOver,
  canUnmatch,
  compatibility,
}: {
  chat: Chat;
  /** The partner's page is gone. */
  isOver: boolean;
  canUnmatch: boolean;
  compatibility: number;
}) {
  return (
    <header className="chat-header">
      <IconLink to="/messages" name="All conversations" icon="back" className="chat-back" />
      {isOver ? (
        <div className="chat-partner">
          <Avatar url={partner.avatarUrl} size="small" round />
          <h2 id="screen-title" className="ml-3 text-lead">
            {partner.firstName}
          </h2>
        </div>
      ) : (
        <>
          <Link to={`/members/${partner.id}`} className="chat-partner">
            <Avatar url={partner.avatarUrl} size="small" round />
            <span className="ml-3 min-w-0">
              <h2 id="screen-title" className="text-lead">
                {partner.firstName}
              </h2>
              <span className="block small-print">{`${compatibility}% music compatibility`}</span>
            </span>
          </Link>
          <IconLink
            to={challengeAddress(partner.id)}
            name="Challenge to trivia"
            icon="trivia"
            className="hidden sm:inline-flex"
          />
        </>
      )}
      <SafetyMenu
        memberId={partner.id}
        name={partner.firstName}
        canUnmatch={canUnmatch && !isOver}
        canBlock={!isOver}
        conversationId={id}
      />
    </header>
  );
}

type FeedState = { status: ConversationStatus; end: ChatEnd | undefined };

/** Shows the status of a message request; hides the composer (`children`) until a sent request gets a reply. */
function ChatFoot({
  chat,
  feed,
  isWaiting,
  hasTyped,
  accept,
  children,
}: {
  chat: Chat;
  feed: FeedState;
  accept: ReturnType<typeof useFetcher>;
  isWaiting: boolean;
  /** The composer holds a refused message, or may get one back, so it stays. */
  hasTyped: boolean;
  children: ReactNode;
}) {
  const { status, end } = feed;
  const { hasLeft } = chat.partner;
  const isOver = hasLeft || end === "gone";
  const hasComposer = hasTyped || !(isWaiting || isOver);
  const state = useFocusOnChange<HTMLDivElement>(hasComposer);
  return (
    <footer className="border-t border-line">
      <div ref={state} role="status" tabIndex={-1}>
        <ChatStatus chat={chat} feed={feed} isWaiting={isWaiting} />
      </div>
      {status === "received" && !end && !hasLeft ? <RequestButtons chat={chat} accept={accept} /> : null}
      {hasComposer ? children : null}
    </footer>
  );
}

/** Says what ended the conversation, or how its message request stands. */
function ChatStatus({ chat, feed, isWaiting }: { chat: Chat; feed: FeedState; isWaiting: boolean }) {
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
function RequestButtons({ chat, accept }: { chat: Chat; accept: ReturnType<typeof useFetcher> }) {
  useFocusAfterwards("write");
  const decline = useFetcher();
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

function toDraft(message: { id: string; content: string }): MessageDraft {
  return { ...message, messageType: null, metadata: null };
}
