import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { ENDED_LISTED_DAYS } from "~/durations";
import { parseInput } from "~/http/body.server";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { BACK_TO_SETTINGS } from "~/models/account/sign-in/session";
import { listEndedConversations } from "~/models/conversation/list/ended-conversation.server";
import { timedPage } from "~/models/cursor";
import { reportPath } from "~/models/safety/report";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Ended Conversations · Settings")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { cursor } = parseInput(timedPage, Object.fromEntries(new URL(request.url).searchParams));
  return listEndedConversations(member.id, cursor);
}

export default function EndedConversations() {
  const { ended, next } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader
        title={t("Ended Conversations")}
        back={BACK_TO_SETTINGS}
        text={t("You can report them for {days} days after they end.", {
          days: ENDED_LISTED_DAYS,
        })}
      />
      {ended.length ? (
        <ul className="card divided px-4 py-1">
          {ended.map(({ id, firstName, endedAt }) => (
            <li key={id} className="spread py-2">
              <p>
                <b>{firstName}</b>
                <span className="block text-soft">
                  <Trans text="Ended {date}" values={{ date: <DateTime at={endedAt} as="date" /> }} />
                </span>
              </p>
              <ButtonLink
                to={reportPath("conversation", id)}
                aria-label={t("Report the conversation with {name}", { name: firstName })}
              >
                {t("Report", { as: "button" })}
              </ButtonLink>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          title={t("No ended conversations")}
          text={t("When a match, a conversation or a message request ends, it appears here for a while.")}
        />
      )}
      {next ? (
        <p className="mt-4">
          <ButtonLink to={`?cursor=${next.cursor}`}>{t("Older conversations")}</ButtonLink>
        </p>
      ) : null}
    </div>
  );
}
