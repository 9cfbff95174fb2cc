// An open conversation: whom with, its messages, and the line to write in.
import { Form, Link, useFetcher } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { type Chat, type MessageDraft, mergeMessages } from "~/models/chat";
import type { Partner, Standing } from "~/models/conversation";
import { sharedDraftOf } from "~/models/share";
import { challengeAddress } from "~/models/trivia";
import { Avatar } from "./avatar";
import { Button, ButtonLink, IconLink } from "./button";
import { ChatComposer, type SendAnswer } from "./chat-composer";
import { ChatFrame } from "./chat-frame";
import { ChatLog, EarlierLink } from "./chat-log";
import { useMessageFeed } from "./message-feed";
import { MessageLines } from "./message-lines";
import { useReading } from "./reading";

/**
 * The chat as it goes on. `isPast` shows a page of earlier messages instead, which nothing is added to.
 * Give it the conversation's id as its key.
 */
export function ChatPane({
  chat,
  compatibility,
  draftId,
  isPast,
  refused,
}: {
  chat: Chat;
  compatibility: number;
  draftId: string;
  isPast: boolean;
  refused?: SendAnswer;
}) {
  const sender = useFetcher<SendAnswer>({ key: `send-${chat.id}` });
  const accept = useFetcher({ key: `accept-${chat.id}` });
  const { keep, lookAgain, showEarlier, ...feed } = useMessageFeed(chat, !isPast);
  useReading(chat, feed.messages, !isPast);
  const saved = sender.data && "saved" in sender.data ? sender.data.saved : undefined;
  const messages = saved ? mergeMessages(feed.messages, [saved]) : feed.messages;
  const { formData } = useFetcher({ key: `share-${chat.id}` });
  const shared = formData && sharedDraftOf(Object.fromEntries(formData));
  const unsent = sender.data && "unsent" in sender.data ? sender.data.unsent : undefined;
  const sent = draftOf(sender.formData) ?? shared ?? unsent;
  const draft = messages.some((message) => message.id === sent?.id) ? undefined : sent;
  const newest = draft?.id ?? messages.at(-1)?.id;
  const isOwn = draft !== undefined || (newest !== undefined && newest === saved?.id);
  const [oldest] = messages;

  useEffect(() => {
    if (saved) keep([saved]);
  }, [saved, keep]);

  useEffect(() => {
    if (accept.data) lookAgain();
  }, [accept.data, lookAgain]);

  function tryAgain({ id, content }: MessageDraft) {
    sender.submit({ id, content }, { method: "post", action: `/messages/${chat.id}` });
  }

  return (
    <section
      aria-label={`Conversation with ${chat.partner.firstName}`}
      className={feed.standing === "received" ? "chat chat-asked sleeve" : "chat sleeve"}
    >
      <ChatHead partner={chat.partner} compatibility={compatibility} />
      {isPast ? null : <ChatFrame chat={chat} />}
      <ChatLog
        label={`Messages with ${chat.partner.firstName}`}
        newest={newest}
        isOwn={isOwn}
        isFilling={feed.isFilling}
        onNearTop={isPast ? undefined : feed.showEarlierInPassing}
      >
        {feed.hasEarlier && oldest ? (
          <EarlierLink href={`/messages/${chat.id}?before=${oldest.id}`} show={showEarlier} />
        ) : null}
        <MessageLines
          messages={messages}
          partner={chat.partner}
          draft={draft}
          retry={draft && draft === unsent ? () => tryAgain(draft) : undefined}
        />
      </ChatLog>
      <ChatFoot
        chat={chat}
        standing={feed.standing}
        isWaiting={feed.standing === "sent" && messages.length > 0}
        isLost={feed.isLost}
        hasTyped={refused !== undefined}
        accept={accept}
      >
        {isPast ? (
          <ButtonLink to={`/messages/${chat.id}`} className="m-2">
            Back to the newest messages
          </ButtonLink>
        ) : (
          <ChatComposer chatId={chat.id} draftId={draftId} sender={sender} refused={refused} />
        )}
      </ChatFoot>
    </section>
  );
}

function ChatHead({ partner, compatibility }: { partner: Partner; compatibility: number }) {
  return (
    <header className="chat-head">
      <IconLink to="/messages" name="All conversations" icon="back" className="chat-back" />
      <Link to={`/members/${partner.id}`} className="chat-partner">
        <Avatar url={partner.avatarUrl} size="small" round />
        <span className="ml-3 min-w-0">
          <h2 className="text-lead">{partner.firstName}</h2>
          <span className="block text-note text-soft">{`${compatibility}% music compatibility`}</span>
        </span>
      </Link>
      <IconLink
        to={challengeAddress(partner.id)}
        name="Challenge to trivia"
        icon="trivia"
        className="hidden sm:inline-flex"
      />
    </header>
  );
}

/** Says how a request stands; `children` is where one writes, left out while the other's answer is waited for. */
function ChatFoot({
  chat,
  standing,
  isWaiting,
  isLost,
  hasTyped,
  accept,
  children,
}: {
  chat: Chat;
  standing: Standing;
  accept: ReturnType<typeof useFetcher>;
  isWaiting: boolean;
  isLost: boolean;
  /** Words stand in the composer that were refused: they stay. */
  hasTyped: boolean;
  children: ReactNode;
}) {
  const { firstName } = chat.partner;
  return (
    <footer className="chat-foot">
      <div role="status">
        {isLost ? (
          <p className="chat-standing">
            This conversation can no longer be reached.{" "}
            <a href={`/messages/${chat.id}`} className="link">
              Load the page again
            </a>
          </p>
        ) : isWaiting ? (
          <p className="chat-standing">
            Your message waits for {firstName}'s answer. Until then there is nothing more to send.{" "}
            <a href={`/messages/${chat.id}`} className="link">
              Look for an answer
            </a>
          </p>
        ) : standing === "sent" ? (
          <p className="chat-standing">
            {firstName} has not liked you back yet: send one message, and more once {firstName} has answered.
          </p>
        ) : standing === "received" ? (
          <p className="chat-standing">
            {firstName} would like to talk with you. Answering accepts the request.
          </p>
        ) : null}
      </div>
      {standing === "received" && !isLost ? <RequestButtons chatId={chat.id} accept={accept} /> : null}
      {isWaiting && !hasTyped ? null : children}
    </footer>
  );
}

/** What can be done with a request besides answering it. */
function RequestButtons({ chatId, accept }: { chatId: string; accept: ReturnType<typeof useFetcher> }) {
  const isAccepting = accept.state !== "idle";
  return (
    <div className="chat-request cluster">
      <accept.Form method="post" action={`/messages/${chatId}/accept`}>
        <Button look="primary" disabled={isAccepting}>
          Accept
        </Button>
      </accept.Form>
      <Form method="post" action={`/messages/${chatId}/decline`}>
        <Button>Decline</Button>
      </Form>
      <ButtonLink to={`/messages/${chatId}/block`} preventScrollReset>
        Block
      </ButtonLink>
    </div>
  );
}

function draftOf(form: FormData | undefined): MessageDraft | undefined {
  const id = form?.get("id");
  const content = form?.get("content");
  if (typeof id !== "string" || typeof content !== "string") return undefined;
  return { id, content, messageType: null, metadata: null };
}
