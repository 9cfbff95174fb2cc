// The messages of an open chat without scripts: a page in a frame that refreshes itself every three seconds, so that the
// text being typed beside it stays.

import { t } from "~/language/text";
import { isClosed } from "~/models/conversation/conversation";
import type { Chat } from "~/models/conversation/message";
import { FrameDocument, type FrameLook } from "~/ui/frame/frame-document";
import { RefreshingFrame } from "~/ui/frame/refreshing-frame";
import { EarlierLink } from "./chat-log";
import { MessageList } from "./message-list";

const chatFramePath = (chatId: string) => `/messages/${chatId}/frame`;

/** Replaces the chat's own list until scripts run. */
export function ChatFrame({ chat }: { chat: Chat }) {
  return (
    <RefreshingFrame
      address={chatFramePath(chat.id)}
      name="messages"
      title={t("Messages")}
      hides=".chat-body"
      className="w-full flex-[1_0_160px]"
      check={t("Check for new messages")}
    />
  );
}

/**
 * The page in the frame. With `isStill` it does not refresh: it shows earlier messages, or its reader has turned refreshing off
 * or opened the menu of the message with the id `openMenu`.
 */
export function ChatFramePage({
  chat,
  look,
  isStill,
  openMenu,
}: {
  chat: Chat;
  look: FrameLook;
  isStill: boolean;
  openMenu: string;
}) {
  const address = chatFramePath(chat.id);
  const [oldest] = chat.messages;
  return (
    <FrameDocument
      title={t("Messages with {firstName}", { firstName: chat.partner.firstName })}
      isStill={isStill}
      {...look}
    >
      <main aria-label={t("Messages with {firstName}", { firstName: chat.partner.firstName })}>
        <h1 className="sr-only">{t("Messages with {firstName}", { firstName: chat.partner.firstName })}</h1>
        {/* The only thing here that a screen reader says by itself: each refresh is a new page. */}
        {chat.isNew ? (
          <p role="alert" className="sr-only">
            {t("New from {firstName}", { firstName: chat.partner.firstName })}
          </p>
        ) : null}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
        <div role="log" aria-label={t("Messages")} tabIndex={0} className="chat-log h-screen">
          <div className="shrink-0 px-4 pb-[1.75rem] pt-4">
            {chat.hasEarlier && oldest ? <EarlierLink href={`${address}?before=${oldest.id}`} /> : null}
            <MessageList
              messages={chat.messages}
              chat={chat}
              actions={chat.partner.hasLeft || isClosed(chat) ? undefined : {}}
              stillUrl={isStill ? undefined : `${address}?still`}
              openMenu={openMenu}
            />
            {isStill ? (
              <p className="mt-4 text-center">
                <a href={address} className="link inline-block p-2">
                  {t("Back to the newest messages")}
                </a>
              </p>
            ) : null}
          </div>
        </div>
      </main>
    </FrameDocument>
  );
}
