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
import { COMMUNITY_NAME } from "~/community";
import { SafetyMenu } from "~/components/safety/safety-menu";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { isClosed } from "~/models/conversation/conversation";
import type { JointPlayDto } from "~/models/conversation/joint-play/joint-play";
import {
  type Chat,
  CONVERSATION_GONE,
  type MessageDto,
  messageAnchor,
  type Review,
} from "~/models/conversation/message";
import { planPath } from "~/models/conversation/plan/plan-path";
import { CHALLENGE_TITLE, challengePath } from "~/models/trivia/game-path";
import { Avatar } from "~/ui/avatar";
import { Button, ButtonLink, IconLink } from "~/ui/button";
import { opensDialogElsewhere } from "~/ui/dialog/dialog-link";
import { Form } from "~/ui/form";
import { ChatComposer } from "./chat-composer";
import { ChatFrame } from "./chat-frame";
import { ChatLog, type Excerpt } from "./chat-log";
import { JointPlay } from "./joint-play/joint-play";
import type { MessageActions } from "./message-list";
import { PlanLine } from "./plan/plan-line";
import type Status from "./typing-status";
import { isOver, type MessageFeed, type OpenChat, useMessageFeed } from "./use-message-feed";
import { type NextMessage, type Outgoing, useOutgoing } from "./use-outgoing";

// In a chunk of its own, loaded once somebody types; the chat works without it.
const TypingStatus = lazy<ComponentType<ComponentProps<typeof Status>>>(() =>
  import("./typing-status").catch(() => ({ default: () => null })),
);

type ChatPaneProps = {
  chat: Chat;
  compatibility: number;
  next: NextMessage;
  excerpt?: Excerpt;
  showsTyping: boolean;
  /** The joint play of the two. */
  jointPlay: JointPlayDto | null;
};

/**
 * A live chat, or with `excerpt` a fixed page of earlier messages. Needs the conversation's id as its key. `showsTyping` if the
 * member shares when they are typing.
 */
export function ChatPane({
  chat: served,
  compatibility,
  next,
  excerpt,
  showsTyping,
  jointPlay,
}: ChatPaneProps) {
  const isPast = excerpt !== undefined;
  const feed = useMessageFeed(served, !isPast);
  const { chat } = feed;
  const outgoing = useOutgoing(feed, next, isPast);
  const [chosen, setChosen] = useState<MessageDto>();
  const typing = useFirstTyping(chat.id);
  const actions: MessageActions = {
    // The same share may be chosen again.
    listen: chat.status === "open" && !isPast ? (share) => setChosen({ ...share }) : undefined,
    react: (...pressed) =>
      void import("./send-reaction").then(({ react }) => react(feed.setReactions, ...pressed)),
    reply: isPast ? undefined : outgoing.reply,
  };
  useFocusOnFragment(messageAnchor(excerpt?.around ?? ""));
  useMarkRead(chat, feed.messages, !isPast);

  return (
    <section
      aria-label={t("Conversation with {firstName}", { firstName: chat.partner.firstName })}
      className="chat card"
      onInput={typing.noteOwn}
    >
      <ChatHead chat={chat} compatibility={compatibility} hasField={!isPast && canWrite(feed, outgoing)} />
      {isPast ? null : <PlanLine chat={chat} />}
      {isPast ? null : <ChatFrame chat={chat} />}
      <ChatLog
        feed={feed}
        outgoing={outgoing}
        excerpt={excerpt}
        actions={isOver(chat) || isClosed(chat) ? undefined : actions}
      />
      {typing.first && showsTyping && chat.status === "open" ? (
        <Suspense>
          <TypingStatus chatId={chat.id} partner={chat.partner} first={typing.first} />
        </Suspense>
      ) : null}
      {isPast ? null : <JointPlay chat={chat} served={jointPlay} chosen={chosen} />}
      <ChatFoot feed={feed} outgoing={outgoing} isPast={isPast}>
        {isPast ? (
          <ButtonLink to={`/messages/${chat.id}`} className="m-2">
            {t("Back to the newest messages")}
          </ButtonLink>
        ) : (
          <ChatComposer chat={chat} next={next} outgoing={outgoing} />
        )}
      </ChatFoot>
    </section>
  );
}

const PARTNER = "flex min-h-14 min-w-0 flex-1 items-center rounded p-1 hover:text-red";

/** Who typed first since the chat was opened: the member or their partner. */
function useFirstTyping(chatId: string) {
  const [first, setFirst] = useState<"own" | "other">();
  useLiveEvents((event) => {
    if (event.event === "typing" && event.conversationId === chatId) setFirst((known) => known ?? "other");
  });
  return { first, noteOwn: () => setFirst((known) => known ?? "own") };
}

/** `hasField` offers to skip the messages, which each have links and menus. */
function ChatHead({
  chat,
  compatibility,
  hasField,
}: {
  chat: OpenChat;
  compatibility: number;
  hasField: boolean;
}) {
  const { id, partner, status } = chat;
  const isGone = isOver(chat);
  return (
    <header className="flex items-center border-b border-line p-1">
      <IconLink to="/messages" name={t("All conversations")} icon="back" className="md:hidden" />
      {isGone ? (
        <div className={PARTNER}>
          <Avatar face={partner.face} size="small" round />
          <h2 id="screen-title" className="ml-3 text-xl">
            {partner.firstName}
          </h2>
        </div>
      ) : (
        <>
          <Link to={`/members/${partner.id}`} className={PARTNER}>
            <Avatar face={partner.face} size="small" round />
            <div className="ml-3 min-w-0">
              <h2 id="screen-title" className="text-xl">
                {partner.firstName}
              </h2>
              <p className="small-print">{t("{compatibility}% music compatibility", { compatibility })}</p>
            </div>
          </Link>
          {hasField ? (
            <a href="#write" className="skip-link">
              {t("Skip to message field")}
            </a>
          ) : null}
          {status === "open" ? <IconLink to={planPath(id)} name={t("Plan to meet")} icon="calendar" /> : null}
          {isClosed(chat) ? null : (
            <IconLink
              to={challengePath(partner.id)}
              name={t("Challenge to trivia")}
              icon="trivia"
              className="hidden sm:inline-flex"
              {...opensDialogElsewhere(t(CHALLENGE_TITLE))}
            />
          )}
        </>
      )}
      <SafetyMenu
        memberId={partner.id}
        name={partner.firstName}
        canUnmatch={(status === "open" || isClosed(chat)) && !isGone}
        canBlock={!isGone}
        conversation={{ id, isOpen: status === "open" && !isGone }}
      />
    </header>
  );
}

/** Whether a request with these messages waits for its recipient. */
function isUnanswered({ status }: OpenChat, messages: unknown[]): boolean {
  return status === "sent" && messages.length > 0;
}

function canWrite({ chat }: Pick<MessageFeed, "chat">, { messages }: Pick<Outgoing, "messages">): boolean {
  return !(isUnanswered(chat, messages) || isOver(chat) || isClosed(chat));
}

/**
 * Shows the conversation's status, offers to accept or reopen it, and shows the composer (`children`) while messages can be
 * sent.
 */
function ChatFoot({
  feed: { chat, pollNow },
  outgoing: { messages, sender, input, isUnsent },
  isPast,
  children,
}: {
  feed: MessageFeed;
  outgoing: Outgoing;
  isPast: boolean;
  children: ReactNode;
}) {
  const { status, partner, end } = chat;
  /** Accepts a request or reopens a closed conversation. */
  const opening = useFetcher({ key: `open-${chat.id}` });
  // Kept here, so that its redirect is followed even once its buttons are gone.
  const decline = useFetcher();
  const isWaiting = isUnanswered(chat, messages);
  // The composer stays if it holds a refused message, may get one back, or is the link from earlier messages.
  const keepsComposer = isPast || isUnsent || (isOver(chat) && Boolean(input.current?.value.trim()));
  const hasComposer = keepsComposer || canWrite({ chat }, { messages });
  const state = useFocusOnChange<HTMLDivElement>(hasComposer);
  const canAnswer = !end && !partner.hasLeft;
  const review = isWaiting ? reviewOf(chat, sender.data?.saved) : undefined;
  const text = review ? describeReview(review, partner.firstName) : statusText(chat, isWaiting);

  useEffect(() => {
    if (opening.data) pollNow();
  }, [opening.data, pollNow]);

  return (
    <footer className="border-t border-line">
      <div ref={state} id="chat-state" role="status" tabIndex={-1}>
        {text ? <p className="px-4 py-3">{text}</p> : null}
      </div>
      {status === "received" && canAnswer ? (
        <RequestButtons chat={chat} accept={opening} decline={decline} />
      ) : null}
      {status === "closed-by-viewer" && canAnswer ? <ReopenButton chatId={chat.id} reopen={opening} /> : null}
      {hasComposer ? children : null}
    </footer>
  );
}

/**
 * The review of a request's message that a moderator has to see: as last fetched, or as the page or the answer to sending it
 * says. Live messages don't have it.
 */
function reviewOf({ review, messages }: OpenChat, saved: MessageDto | undefined): Review | null | undefined {
  if (review !== undefined) return review;
  return messages.length ? messages.find((message) => message.review)?.review : saved?.review;
}

function describeReview({ state, statement }: Review, firstName: string): string {
  if (state === "refused") return t("A moderator didn't deliver this message: {statement}", { statement });
  return t("Waiting for review. {firstName} sees your message once a moderator has read it.", { firstName });
}

/** Says what ended the conversation, or the status of its message request. */
function statusText(chat: OpenChat, isWaiting: boolean): ReactNode {
  const { id, status, end } = chat;
  const { firstName, hasLeft } = chat.partner;
  if (end === "signed out")
    return (
      <Trans
        text="You're signed out. <link>Sign in</link>"
        tags={{ link: <a href={signInPath(`/messages/${id}`)} className="link" /> }}
      />
    );
  if (hasLeft)
    return t("This member has left {community}. Your messages stay here.", { community: COMMUNITY_NAME });
  if (end === "gone")
    return (
      <>
        {t(CONVERSATION_GONE)}{" "}
        <a href="/messages" className="link">
          {t("All conversations")}
        </a>
      </>
    );
  if (status === "closed-by-viewer")
    return t("You said goodbye. This conversation is closed; you can both still read it.");
  if (isClosed(chat))
    return t("{firstName} said goodbye. This conversation is closed; you can both still read it.", {
      firstName,
    });
  if (isWaiting)
    return (
      <Trans
        text="Waiting for {firstName} to reply. You can write again once they do. <link>Check for a reply</link>"
        values={{ firstName }}
        tags={{ link: <a href={`/messages/${id}`} className="link" /> }}
      />
    );
  if (status === "sent")
    return t("{firstName} hasn't liked you back yet. You can send one message until {firstName} replies.", {
      firstName,
    });
  if (status === "received")
    return t("{firstName} wants to chat with you. Replying accepts the request.", { firstName });
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
  const [isAccepted, isDeclined] = [useWasPressed(accept), useWasPressed(decline)];
  useFocusAfterwards("write", isAccepted || isDeclined, "chat-state");
  const isAccepting = accept.state !== "idle";
  return (
    <div className="cluster px-4 pb-2">
      <Form fetcher={accept} action={`/messages/${chat.id}/accept`} preventScrollReset>
        <Button variant="primary" isPending={isAccepting}>
          {t("Accept")}
        </Button>
      </Form>
      <Form fetcher={decline} action={`/messages/${chat.id}/decline`} preventScrollReset>
        <Button>{t("Decline")}</Button>
      </Form>
      <ButtonLink to={`/members/${chat.partner.id}/block?from=/messages/${chat.id}`}>
        {t("Block", { as: "button" })}
      </ButtonLink>
    </div>
  );
}

/** Whether a button was pressed since it is shown; its effect can also come from another tab. */
function useWasPressed({ state, data }: ReturnType<typeof useFetcher>): boolean {
  const [before] = useState(data);
  return state !== "idle" || data !== before;
}

function ReopenButton({ chatId, reopen }: { chatId: string; reopen: ReturnType<typeof useFetcher> }) {
  useFocusAfterwards("write", useWasPressed(reopen), "chat-state");
  return (
    <Form fetcher={reopen} action={`/messages/${chatId}/reopen`} preventScrollReset className="px-4 pb-2">
      <Button isPending={reopen.state !== "idle"}>{t("Reopen conversation")}</Button>
    </Form>
  );
}
