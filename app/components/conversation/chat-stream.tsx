// The messages of an open chat without scripts as a page that stays open: its beginning, and messages added later.
import type { ComponentProps } from "react";
import { ViewerTimeZone } from "~/components/ui/date-time";
import { ChatFramePage } from "./chat-frame";
import { MessageList, SeenLine } from "./message-list";

/** The components of the streamed page. When the stream ends, the page refreshes to open the next one. */
export function chatStreamParts(stylesUrl: string) {
  return {
    page: ({
      token,
      theme,
      timeZone,
      ...page
    }: { token: string; theme: string | null; timeZone: string | null } & Pick<
      ComponentProps<typeof ChatFramePage>,
      "chat" | "shownUrl"
    >) => (
      <ChatFramePage {...page} look={{ theme, stylesUrl, timeZone }}>
        <i>{token}</i>
      </ChatFramePage>
    ),
    messages: ({
      timeZone,
      ...list
    }: { timeZone: string | null } & Pick<
      ComponentProps<typeof MessageList>,
      "messages" | "chat" | "previous"
    >) => (
      <ViewerTimeZone.Provider value={timeZone}>
        <MessageList {...list} actions={{}} />
      </ViewerTimeZone.Provider>
    ),
    seen: ({ id, hides, nonce }: { id: string; hides: string; nonce: string }) => (
      <SeenLine id={id}>
        <style nonce={nonce}>{`#${hides}{display:none}`}</style>
      </SeenLine>
    ),
  };
}
