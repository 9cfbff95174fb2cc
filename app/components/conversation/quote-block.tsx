// The quote above a reply and above the field it is written in, and the link that starts a reply.
import type { KeyboardEvent, MouseEvent } from "react";
import { isComposing } from "~/browser/composing";
import { handOverDrafts } from "~/browser/drafts";
import { opensNewTab } from "~/browser/navigation";
import { t } from "~/language/text";
import { foundPath, MESSAGE_DELETED, type MessageDto, messageAnchor } from "~/models/conversation/message";
import { type QuoteDto, replyPath } from "~/models/conversation/quote/quote";
import { Icon } from "~/ui/icon";

type Partner = { id: string; firstName: string };

/** Links to the quoted message; scripts scroll to it if it is on the page. */
export function QuoteBlock({
  quote,
  conversationId,
  partner,
}: {
  quote: QuoteDto;
  /** Absent while the reply is being sent. */
  conversationId?: string;
  partner: Partner;
}) {
  const anchor = messageAnchor(quote.id);

  function goThere(event: MouseEvent) {
    if (opensNewTab(event)) return;
    const quoted = document.getElementById(anchor);
    if (!quoted) return handOverDrafts();
    event.preventDefault();
    quoted.tabIndex = -1;
    quoted.addEventListener("blur", () => quoted.removeAttribute("tabindex"), { once: true });
    quoted.scrollIntoView({ block: "center" });
    quoted.focus({ preventScroll: true });
  }
  return (
    // The list may be in a frame.
    <a
      href={conversationId ? foundPath({ conversationId, id: quote.id }) : `#${anchor}`}
      target="_parent"
      className="quote my-1 block w-full min-w-0 border-l-4 border-red pl-2"
      onClick={goThere}
    >
      <span className="sr-only">{t("In reply to")} </span>
      <QuotedText quote={quote} partner={partner} />
    </a>
  );
}

/** The message being replied to, above the field. */
export function ReplyState({
  quote,
  chatId,
  partner,
  cancel,
}: {
  quote: QuoteDto;
  chatId: string;
  partner: Partner;
  cancel: () => void;
}) {
  function cancelHere(event: MouseEvent) {
    if (opensNewTab(event)) return;
    event.preventDefault();
    cancel();
  }
  return (
    <div className="mb-2 flex items-center">
      <p id="write-quote" className="quote min-w-0 flex-1 border-l-4 border-red pl-2">
        <span className="sr-only">{t("Replying to")} </span>
        <QuotedText quote={quote} partner={partner} />
      </p>
      <input type="hidden" name="quotedId" value={quote.id} autoComplete="off" />
      <a
        href={`/messages/${chatId}#write`}
        className="icon-button flex-none"
        onClick={cancelHere}
        onKeyDown={(event) => cancelOnEscape(event, cancel)}
      >
        <Icon name="close" />
        <span className="sr-only">{t("Cancel Reply")}</span>
      </a>
    </div>
  );
}

/** Cancels a reply if the pressed key is Escape. */
export function cancelOnEscape(event: KeyboardEvent, cancel: () => void) {
  if (event.key === "Escape" && !isComposing(event)) cancel();
}

/** In the menu of a message; with scripts `reply` takes it to the field instead. */
export function ReplyLink({
  message,
  reply,
}: {
  message: MessageDto;
  reply?: (message: MessageDto) => void;
}) {
  function replyHere(event: MouseEvent<HTMLAnchorElement>) {
    if (!reply || opensNewTab(event)) return;
    event.preventDefault();
    // A menu that closes itself would take the focus back.
    event.stopPropagation();
    event.currentTarget.closest("details")?.removeAttribute("open");
    reply(message);
  }
  return (
    <a href={replyPath(message)} target="_parent" className="nav-link" onClick={replyHere}>
      {t("Reply")}
    </a>
  );
}

function QuotedText({
  quote: { senderId, text, isDeleted },
  partner,
}: {
  quote: QuoteDto;
  partner: Partner;
}) {
  return (
    <>
      <b className="block truncate">{senderId === partner.id ? partner.firstName : t("You")}</b>
      <span className="block truncate" dir="auto">
        {isDeleted ? <i>{t(MESSAGE_DELETED)}</i> : text}
      </span>
    </>
  );
}
