// The messages of an open chat without scripts: a page in a frame, which asks for itself again every three seconds, so
// that what is being typed beside it stays.
import { POLL_SECONDS } from "~/live/rhythm";
import type { Chat } from "~/models/chat";
import { EarlierLink } from "./chat-log";
import { MessageLines } from "./message-lines";
import { PlainFrame } from "./plain-frame";

/** Takes the place of the chat's own list until scripts run, and where they do not. */
export function ChatFrame({ chat }: { chat: Chat }) {
  return (
    <PlainFrame
      address={`/messages/${chat.id}/frame`}
      name="messages"
      title="Messages"
      hides=".chat-middle"
      className="chat-frame"
      check="Check for new messages"
    />
  );
}

/** The page in the frame. `isStill` does not ask again: it shows earlier messages, or its reader wants quiet. */
export function ChatFramePage({
  chat,
  theme,
  stylesUrl,
  isStill,
}: {
  chat: Chat;
  theme: string | null;
  stylesUrl: string;
  isStill: boolean;
}) {
  const address = `/messages/${chat.id}/frame`;
  const [oldest] = chat.messages;
  return (
    <html lang="en" data-theme={theme ?? undefined} className="framed">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {isStill ? null : <meta httpEquiv="refresh" content={String(POLL_SECONDS)} />}
        <title>{`Messages with ${chat.partner.firstName}`}</title>
        <link rel="stylesheet" href={stylesUrl} />
      </head>
      <body>
        <main aria-label={`Messages with ${chat.partner.firstName}`}>
          <h1 className="sr-only">Messages with {chat.partner.firstName}</h1>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
          <div role="log" aria-label="Messages" tabIndex={0} className="chat-log">
            <div className="chat-lines">
              {chat.hasEarlier && oldest ? <EarlierLink href={`${address}?before=${oldest.id}`} /> : null}
              <MessageLines messages={chat.messages} partner={chat.partner} />
              {isStill ? (
                <p className="line-day">
                  <a href={address} className="link inline-block p-2">
                    Back to the newest messages
                  </a>
                </p>
              ) : null}
            </div>
          </div>
        </main>
      </body>
    </html>
  );
}
