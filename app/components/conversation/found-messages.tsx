// The results of a search of one's own messages.

import { t } from "~/language/text";
import { foundPath } from "~/models/conversation/message";
import type { FoundMessage } from "~/models/conversation/search/message-search";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/card";
import { DateTime } from "~/ui/date-time";

/** One page of messages, each a link to its place in its conversation; `next` is the cursor of the following page. */
export function FoundMessages({
  typed,
  memberId,
  found,
  next,
}: {
  typed: string;
  /** The viewer. */
  memberId: string;
  found: FoundMessage[];
  next?: string;
}) {
  return (
    <section aria-label={t("Results")} className="mt-6">
      {found.length ? (
        <ul className="card divided">
          {found.map((message) => (
            <li key={message.id}>
              <FoundMessageLink message={message} isOwn={message.senderId === memberId} />
            </li>
          ))}
        </ul>
      ) : next ? (
        <p>{t("Nothing found among the latest messages.")}</p>
      ) : (
        <EmptyState title={t("Nothing found")} text={t("No messages contain all of these words.")} />
      )}
      {next ? (
        <p className="mt-4">
          <ButtonLink to={`?${new URLSearchParams({ q: typed, cursor: next })}`}>
            {t("Older messages")}
          </ButtonLink>
        </p>
      ) : null}
    </section>
  );
}

function FoundMessageLink({ message, isOwn }: { message: FoundMessage; isOwn: boolean }) {
  const { partner, createdAt, excerpt } = message;
  return (
    // A page of its own, so that the browser goes to the message in it.
    <a
      href={foundPath(message)}
      className="flex min-h-16 items-center px-4 py-2 hover:bg-inset focus:-outline-offset-4"
    >
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between">
          <span className="min-w-0 truncate font-semibold">{partner.firstName}</span>
          <span className="ml-2 flex-none small-print">
            <DateTime at={createdAt} as="date" />
          </span>
        </span>
        <span className="block break-words" dir="auto">
          {isOwn ? `${t("You:")} ` : null}
          {excerpt.map(({ text, isMatch }, i) => {
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
            return isMatch ? <mark key={i}>{text}</mark> : <span key={i}>{text}</span>;
          })}
        </span>
      </span>
    </a>
  );
}
