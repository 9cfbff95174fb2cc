// Messages as they stand on the screen: one line each, a heading for each day.
import type { ReactNode } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { MessageDraft, ShownMessage } from "~/models/chat";
import type { Said } from "~/models/share";
import { dayOf, Moment } from "./moment";
import { ShareCard } from "./share-card";

/**
 * Messages with the oldest first, own ones to the right, then the one that is on its way; or the words for none.
 * With `retry` the draft is one that did not get through.
 */
export function MessageLines({
  messages,
  partner,
  draft,
  retry,
}: {
  messages: ShownMessage[];
  partner: { id: string; firstName: string };
  draft?: MessageDraft;
  retry?: () => void;
}) {
  const isLocal = useHydrated();
  if (!messages.length && !draft)
    return <p className="chat-empty">No messages yet. Start the conversation!</p>;
  let dayBefore = "";
  const lines = messages.flatMap((message) => {
    const day = dayOf(message.createdAt, isLocal);
    const heading = day === dayBefore ? [] : [<DayLine key={day} at={message.createdAt} />];
    dayBefore = day;
    const isOwn = message.senderId !== partner.id;
    return [
      ...heading,
      <Line key={message.id} message={message} isOwn={isOwn} sender={isOwn ? "You" : partner.firstName}>
        <Moment at={message.createdAt} as="clock" />
      </Line>,
    ];
  });
  if (draft) {
    lines.push(
      <Line key={draft.id} message={draft} isOwn sender="You">
        {retry ? (
          <>
            Not sent{" "}
            <button type="button" className="line-retry link" onClick={retry}>
              Try again
            </button>
          </>
        ) : (
          "Sending..."
        )}
      </Line>,
    );
  }
  return <ol className="lines">{lines}</ol>;
}

function Line({
  message,
  isOwn,
  sender,
  children,
}: {
  message: { content: string } & Said;
  isOwn: boolean;
  sender: string;
  children: ReactNode;
}) {
  // A video's card says the title, which is all that its message says.
  const isSaid = message.messageType === "youtube_video" && message.content === message.metadata.videoTitle;
  return (
    <li className={`line ${isOwn ? "line-own" : ""} ${message.messageType ? "line-share" : ""}`}>
      <span className="sr-only">{sender}: </span>
      {message.messageType ? <ShareCard shared={message} /> : null}
      {isSaid ? null : (
        <p className="line-text" dir="auto">
          {message.content}
        </p>
      )}
      <span className="line-time">{children}</span>
    </li>
  );
}

function DayLine({ at }: { at: string }) {
  return (
    <li className="line-day catalogue">
      <Moment at={at} as="day" />
    </li>
  );
}
