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
import { useHydrated } from "remix-utils/use-hydrated";
import { signInPath } from "~/auth/return-path";
import type { Outgoing } from "~/browser/drafts";
import { useFocusAfterwards, useFocusOnChange, useFocusOnFragment } from "~/browser/use-focus";
import { useLiveEvents } from "~/browser/use-live";
import { useMarkRead } from "~/browser/use-mark-read";
import { hasOutbox, useOutbox, type Waiting } from "~/browser/use-outbox";
import { SafetyMenu } from "~/components/safety/safety-menu";
import { Avatar } from "~/components/ui/avatar";
import { Button, ButtonLink, IconLink } from "~/components/ui/button";
import { Form, PostButton } from "~/components/ui/form";
import { draftFromPhoto } from "~/models/conversation/attachment/attachment";
import { draftFromVoice } from "~/models/conversation/attachment/voice";
import type { ConversationStatus } from "~/models/conversation/conversation";
import type { JointPlayDto } from "~/models/conversation/joint-play/joint-play";
import {
  type Chat,
  CONVERSATION_GONE,
  type MessageDraft,
  type MessageDto,
  mergeMessages,
  messageAnchor,
} from "~/models/conversation/message";
import { playerAddress } from "~/models/conversation/player";
import { quoteOf } from "~/models/conversation/quote/quote";
import { draftFromShare } from "~/models/conversation/share";
import { challengeAddress } from "~/models/trivia/game-address";
import { ChatComposer, type Draft, type SendResult } from "./chat-composer";
import { ChatFrame } from "./chat-frame";
import { ChatLog, EarlierLink } from "./chat-log";
import type { JointPlayBar as Bar } from "./joint-play-press";
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

// The same, once there is something to play together.
const JointPlayBar = lazy<ComponentType<ComponentProps<typeof Bar>>>(() =>
  import("./joint-play-press").then(
    (module) => ({ default: module.JointPlayBar }),
    () => ({ default: () => null }),
  ),
);

/**
 * A live chat, or with `isPast` a fixed page of earlier messages. Needs the conversation's id as its key. `showsTyping` if the
 * member shares when they are typing; openers are shown until something more is said.
 */
export function ChatPane({
  chat: served,
  compatibility,
  draft,
  isPast,
  found,
  showsTyping,
  jointPlay,
  refused,
}: {
  chat: Chat;
  compatibility: number;
  draft: Draft;
  isPast: boolean;
  /** The id of the message that a search has led to. */
  found?: string;
  showsTyping: boolean;
  /** What the two play together. */
  jointPlay: JointPlayDto | null;
  refused?: SendResult;
}) {
  const sender = useFetcher<SendResult>({ key: `send-${served.id}` });
  const accept = useFetcher({ key: `accept-${served.id}` });
  const { keep, lookAgain, setReactions, showEarlier, ...feed } = useMessageFeed(served, !isPast);
  const chat = { ...served, partner: feed.partner };
  const isOver = feed.end === "gone" || chat.partner.hasLeft;
  useFocusOnFragment(messageAnchor(found ?? ""));
  useMarkRead(chat, feed.messages, !isPast);
  const saved = sender.data?.saved;
  const messages = saved ? mergeMessages(feed.messages, [saved]) : feed.messages;
  const { formData } = useFetcher({ key: `share-${chat.id}` });
  const shared =
    formData &&
    (draftFromPhoto(formData) ?? draftFromVoice(formData) ?? draftFromShare(Object.fromEntries(formData)));
  const hasArrived = (id: unknown) => messages.some((message) => message.id === id);
  const input = useRef<HTMLTextAreaElement>(null);
  const outbox = useOutbox(chat.id, keep);
  const { outgoing, send, restored, quote, setQuote } = useSendQueue({
    ...{ chatId: chat.id, sender, hasArrived, input, outbox },
    first: draft.quote,
  });
  const quoted = messages.find(({ id }) => id === quote?.id);
  const drafts = [
    ...outbox.waiting.map(toWaitingDraft),
    ...outgoing.map(toDraft),
    ...(shared ? [shared] : []),
  ].filter(({ id }) => !hasArrived(id));
  const newest = drafts.at(-1)?.id ?? messages.at(-1)?.id;
  const saidSoFar = messages.map(({ id, editedAt, deletedAt }) => id + (deletedAt ?? editedAt ?? "")).join();
  const isOwn = drafts.length > 0 || (newest !== undefined && newest === saved?.id);
  const [oldest] = messages;
  const [firstTyping, setFirstTyping] = useState<"own" | "other">();

  const [heard, setHeard] = useState(jointPlay);
  const [chosen, setChosen] = useState<MessageDto>();
  const hasPlayed = useRef(false);
  hasPlayed.current ||= Boolean(heard || chosen);
  const isHydrated = useHydrated();

  useLiveEvents((event) => {
    if (event.event === "joint-play" && event.conversationId === chat.id && !isPast)
      setHeard(event.jointPlay);
    if (event.event === "typing" && event.conversationId === chat.id)
      setFirstTyping((first) => first ?? "other");
  });

  useEffect(() => {
    if (saved) keep([saved]);
  }, [saved, keep]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown has changed
  useEffect(() => {
    if (!isPast && document.documentElement.dataset.kept === undefined) outbox.remember(messages);
  }, [saidSoFar, isPast]);

  useEffect(() => {
    if (accept.data) lookAgain();
  }, [accept.data, lookAgain]);

  function reply(message?: MessageDto) {
    setQuote(message && quoteOf(message));
    input.current?.focus({ preventScroll: true });
  }

  return (
    <section
      aria-label={`Conversation with ${chat.partner.firstName}`}
      className="chat card"
      onInput={() => setFirstTyping((first) => first ?? "own")}
    >
      <ChatHead chat={chat} isOver={isOver} status={feed.status} compatibility={compatibility} />
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
          chat={{
            partner: chat.partner,
            status: feed.status,
            seen: feed.seen,
            opensPhotos: chat.opensPhotos,
          }}
          drafts={drafts}
          drop={outbox.drop}
          found={found}
          actions={
            isOver || isClosed(feed.status)
              ? undefined
              : {
                  // The same share may be chosen again.
                  listen: feed.status === "open" && !isPast ? (share) => setChosen({ ...share }) : undefined,
                  react: (...pressed) =>
                    void import("./react-press").then((press) => press.react(setReactions, ...pressed)),
                  reply: isPast ? undefined : reply,
                }
          }
        />
      </ChatLog>
      {firstTyping && showsTyping && feed.status === "open" ? (
        <Suspense>
          <TypingStatus chatId={chat.id} partner={chat.partner} first={firstTyping} />
        </Suspense>
      ) : null}
      {hasPlayed.current && isHydrated ? (
        <Suspense>
          <JointPlayBar chatId={chat.id} partner={chat.partner} heard={heard} chosen={chosen} />
        </Suspense>
      ) : null}
      {jointPlay && !isHydrated && !isPast ? <Invitation play={jointPlay} partner={chat.partner} /> : null}
      <ChatFoot
        chat={chat}
        feed={feed}
        isWaiting={feed.status === "sent" && messages.length > 0}
        hasTyped={
          isPast ||
          outgoing.length + outbox.waiting.length > 0 ||
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
              openers: newest !== served.messages.at(-1)?.id || isOver ? [] : draft.openers,
              takesFiles: feed.status === "open",
            }}
            sending={{
              sender,
              send,
              isSending: outgoing.length > 0,
              hasArrived:
                hasArrived(sender.data?.typed?.id) || Boolean(sender.data?.isUnreachable && hasOutbox()),
            }}
            reply={
              quote && {
                quote: quoted ? quoteOf(quoted) : quote,
                partner: chat.partner,
                cancel: () => reply(),
              }
            }
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
  status,
  compatibility,
}: {
  chat: Chat;
  /** The partner's page is gone. */
  isOver: boolean;
  status: ConversationStatus;
  compatibility: number;
}) {
  return (
    <header className="chat-header">
      <IconLink to="/messages" name="All conversations" icon="back" className="chat-back" />
      {isOver ? (
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
        canUnmatch={(status === "open" || isClosed(status)) && !isOver}
        canBlock={!isOver}
        canSayGoodbye={status === "open" && !isOver}
        conversationId={id}
      />
    </header>
  );
}

/** Without scripts nothing plays in step: what the other plays is a link. */
function Invitation({ play, partner }: { play: JointPlayDto; partner: Chat["partner"] }) {
  if (play.startedBy !== partner.id || play.isJoined) return null;
  const { id, title, conversationId, messageId } = play;
  return (
    <div className="joint">
      <p className="min-w-0 flex-1" dir="auto">
        {partner.firstName} wants to listen to{" "}
        <a
          href={play.previewUrl ?? playerAddress({ conversationId, id: messageId })}
          target="_blank"
          rel="noopener noreferrer"
          className="link"
        >
          “{title}”<span className="sr-only"> (in a new tab)</span>
        </a>{" "}
        with you
      </p>
      <PostButton to={`/messages/${conversationId}/joint-play`} fields={{ id, step: "end" }}>
        Not Now
      </PostButton>
    </div>
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
  /** The composer holds a refused message, or may get one back, or is the link from earlier messages, so it stays. */
  hasTyped: boolean;
  children: ReactNode;
}) {
  const { status, end } = feed;
  const { hasLeft } = chat.partner;
  // Declining leads on from here even when its buttons are gone before its answer is here.
  const decline = useFetcher();
  const isOver = hasLeft || end === "gone";
  const hasComposer = hasTyped || !(isWaiting || isOver || isClosed(status));
  const state = useFocusOnChange<HTMLDivElement>(hasComposer);
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

function isClosed(status: ConversationStatus): boolean {
  return status === "closed-by-viewer" || status === "closed-by-partner";
}

function toDraft(message: Outgoing): MessageDraft {
  return { ...message, messageType: null, metadata: null };
}

function toWaitingDraft({ place, refusal, ...message }: Waiting): MessageDraft {
  return { ...toDraft(message), waits: { place, refusal } };
}
