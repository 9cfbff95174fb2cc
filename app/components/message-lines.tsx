// Messages as they stand on the screen: one line each, a heading for each day.
import { useHydrated } from "remix-utils/use-hydrated";
import type { ShownMessage } from "~/models/chat";
import { dayOf, Moment } from "./moment";

/** A message that is on its way: shown before it is saved, under the id that it will be saved with. */
export type MessageDraft = { id: string; content: string };

/** Messages with the oldest first, own ones to the right, then the one that is on its way; or the words for none. */
export function MessageLines({
  messages,
  partner,
  draft,
}: {
  messages: ShownMessage[];
  partner: { id: string; firstName: string };
  draft?: MessageDraft;
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
      <Line
        key={message.id}
        content={message.content}
        isOwn={isOwn}
        sender={isOwn ? "You" : partner.firstName}
      >
        <Moment at={message.createdAt} as="clock" />
      </Line>,
    ];
  });
  if (draft) {
    lines.push(
      <Line key={draft.id} content={draft.content} isOwn sender="You">
        Sending...
      </Line>,
    );
  }
  return <ol className="lines">{lines}</ol>;
}

function Line({
  content,
  isOwn,
  sender,
  children,
}: {
  content: string;
  isOwn: boolean;
  sender: string;
  children: React.ReactNode;
}) {
  return (
    <li className={isOwn ? "line line-own" : "line"}>
      <span className="sr-only">{sender}: </span>
      <p className="line-text" dir="auto">
        {content}
      </p>
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
