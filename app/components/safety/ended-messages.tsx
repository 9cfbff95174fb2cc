// The messages of a conversation that can't be opened anymore, so that any of them can be reported.

import { t } from "~/language/text";
import { type ReportableMessage, reportPath } from "~/models/safety/report";
import { ButtonLink } from "~/ui/button";
import { DateTime } from "~/ui/date-time";

type EndedMessagesProps = {
  /** The conversation, as the report's address names it. */
  about: string;
  firstName: string;
  messages: ReportableMessage[];
  /** The message that the next page ends before. */
  before?: string;
  isOpen: boolean;
};

/** Lists a page of messages, newest first, each with a link to its report. */
export function EndedMessages({ about, firstName, messages, before, isOpen }: EndedMessagesProps) {
  const address = `/report?about=${about}`;
  return (
    <details key={messages[0]?.id} open={isOpen} className="card mt-4 px-4 py-1">
      <summary className="py-3 font-semibold">{t("Report a single message")}</summary>
      <p className="text-soft">{t("What {firstName} wrote to you, newest first.", { firstName })}</p>
      <ul className="divided">
        {messages.map(({ id, excerpt, createdAt }) => (
          <li key={id} className="spread py-2">
            <p className="mr-3 min-w-0 flex-1">
              <span className="block text-soft">
                <DateTime at={createdAt} as="date" />
              </span>
              <span id={`message-${id}`} dir="auto">
                {excerpt}
              </span>
            </p>
            <ButtonLink to={reportPath("message", id)} aria-describedby={`message-${id}`}>
              {t("Report", { as: "button" })}
            </ButtonLink>
          </li>
        ))}
      </ul>
      {before ? (
        <p className="my-3">
          <ButtonLink to={`${address}&before=${before}`}>{t("Earlier messages")}</ButtonLink>
        </p>
      ) : null}
    </details>
  );
}
