// The messages of an open chat without scripts as a page that stays open: its beginning, and messages added later.
import type { ComponentProps } from "react";
import { ViewerDatesContext } from "~/components/ui/date-time";
import type { ViewerDates } from "~/models/member/viewer-dates";
import { ChatFramePage } from "./chat-frame";
import { MessageList, SeenLine } from "./message-list";

/** The components of the streamed page. When the stream ends, the page refreshes to open the next one. */
export function chatStreamParts(stylesUrl: string) {
  return {
    page: ({
      token,
      theme,
      dates,
      ...page
    }: { token: string; theme: string | null; dates: ViewerDates } & Pick<
      ComponentProps<typeof ChatFramePage>,
      "chat" | "shownUrl"
    >) => (
      <ChatFramePage {...page} look={{ theme, stylesUrl, dates }}>
        <i>{token}</i>
      </ChatFramePage>
    ),
    messages: ({
      dates,
      ...list
    }: { dates: ViewerDates } & Pick<
      ComponentProps<typeof MessageList>,
      "messages" | "chat" | "previous"
    >) => (
      <ViewerDatesContext.Provider value={dates}>
        <MessageList {...list} actions={{}} />
      </ViewerDatesContext.Provider>
    ),
    seen: ({ id, hides, nonce }: { id: string; hides: string; nonce: string }) => (
      <SeenLine id={id}>
        <style nonce={nonce}>{`#${hides}{display:none}`}</style>
      </SeenLine>
    ),
  };
}
