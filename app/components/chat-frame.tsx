// The messages of an open chat without scripts: a page in a frame, which asks for itself again every three seconds, so
// that what is being typed beside it stays.
import { useContext } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { POLL_SECONDS } from "~/live/rhythm";
import type { Chat } from "~/models/chat";
import { Nonce } from "~/nonce";
import { EarlierLink } from "./chat-log";
import { MessageLines } from "./message-lines";

/**
 * Stands before the chat's own list until scripts run, and takes its place where they do not.
 * Without scripts that is <noscript>. A browser whose scripts are too old for ours does not show that: there a short
 * script puts the same HTML after it, at once where modules are unknown, else when the page has not come to life.
 */
export function ChatFrame({ chat }: { chat: Chat }) {
  const nonce = useContext(Nonce);
  if (useHydrated()) return null;
  const address = `/messages/${chat.id}/frame`;
  return (
    <>
      <noscript id="chat-plain">
        <style nonce={nonce}>{".chat-middle{display:none}"}</style>
        <iframe name="messages" title="Messages" src={address} className="chat-frame" />
        <p className="chat-frame-links">
          <a href={address} target="messages" className="link">
            Check for new messages
          </a>
          <a href={`${address}?still`} target="messages" className="link">
            Stop refreshing
          </a>
        </p>
      </noscript>
      {/* biome-ignore-start lint/security/noDangerouslySetInnerHtml: both are fixed text, and React leaves the box alone */}
      <div id="chat-late" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: PUT_FRAME }} />
      {/* biome-ignore-end lint/security/noDangerouslySetInnerHtml: as above */}
    </>
  );
}

const PUT_FRAME = `(function(){
function put(){
var late=document.getElementById("chat-late"),plain=document.getElementById("chat-plain");
if(late&&plain)late.innerHTML=plain.textContent
}
if("noModule" in document.createElement("script"))addEventListener("load",function(){setTimeout(put,4000)});
else put()
})()`;

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
