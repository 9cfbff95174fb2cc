// The messages of an open chat without scripts: a page in a frame that stays open for new ones, or refreshes itself every
// three seconds, so that the text being typed beside it stays.
import type { ReactNode } from "react";
import { FrameDocument, type FrameLook, type Refresh } from "~/components/ui/frame/frame-document";
import { RefreshingFrame } from "~/components/ui/frame/refreshing-frame";
import { isClosed } from "~/models/conversation/conversation";
import type { Chat } from "~/models/conversation/message";
import { EarlierLink } from "./chat-log";
import { MessageList } from "./message-list";

/** The URL of the page in the frame; with `?live` it stays open for new messages. */
export const chatFramePath = (chatId: string) => `/messages/${chatId}/frame`;

/** Replaces the chat's own list until scripts run. */
export function ChatFrame({ chat }: { chat: Chat }) {
  return (
    <RefreshingFrame
      address={chatFramePath(chat.id)}
      name="messages"
      title="Messages"
      hides=".chat-body"
      className="chat-frame"
      check="Check for new messages"
    />
  );
}

/**
 * The page in the frame. With `isStill` it does not refresh: it shows earlier messages, or its reader turned it off.
 * Without `refresh` it refreshes every three seconds. It asks for the image at `shownUrl` as soon as it is shown. The
 * children come after the messages.
 */
export function ChatFramePage({
  chat,
  look,
  isStill = false,
  refresh,
  shownUrl,
  children,
}: {
  chat: Chat;
  look: FrameLook;
  isStill?: boolean;
  refresh?: Refresh;
  shownUrl?: string;
  children?: ReactNode;
}) {
  const address = chatFramePath(chat.id);
  const [oldest] = chat.messages;
  return (
    <FrameDocument
      title={`Messages with ${chat.partner.firstName}`}
      isStill={isStill}
      refresh={refresh}
      {...look}
    >
      <main aria-label={`Messages with ${chat.partner.firstName}`}>
        <h1 className="sr-only">Messages with {chat.partner.firstName}</h1>
        {shownUrl ? <img src={shownUrl} alt="" className="sr-only" /> : null}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
        <div role="log" aria-label="Messages" tabIndex={0} className="chat-log">
          <div className="chat-content">
            {chat.hasEarlier && oldest ? <EarlierLink href={`${address}?before=${oldest.id}`} /> : null}
            <MessageList
              messages={chat.messages}
              chat={chat}
              actions={chat.partner.hasLeft || isClosed(chat) ? undefined : {}}
            />
            {isStill ? (
              <p className="message-day">
                <a href={address} className="link inline-block p-2">
                  Back to the newest messages
                </a>
              </p>
            ) : null}
            {children}
          </div>
        </div>
      </main>
    </FrameDocument>
  );
}
