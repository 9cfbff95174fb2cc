import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { ENDED_LISTED_DAYS } from "~/durations";
import { parseInput } from "~/http/body.server";
import { requireMember } from "~/http/page.server";
import { BACK_TO_SETTINGS } from "~/models/account/sign-in/session";
import { listEndedConversations } from "~/models/conversation/list/ended-conversation.server";
import { timedPage } from "~/models/cursor";
import { reportPath } from "~/models/safety/report";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled("Ended Conversations · Settings") }];

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
        title="Ended Conversations"
        back={BACK_TO_SETTINGS}
        text={`You can report them for ${ENDED_LISTED_DAYS} days after they end.`}
      />
      {ended.length ? (
        <ul className="card divided px-4 py-1">
          {ended.map(({ id, firstName, endedAt }) => (
            <li key={id} className="spread py-2">
              <p>
                <b>{firstName}</b>
                <span className="block text-soft">
                  Ended <DateTime at={endedAt} as="date" />
                </span>
              </p>
              <ButtonLink
                to={reportPath("conversation", id)}
                aria-label={`Report the conversation with ${firstName}`}
              >
                Report
              </ButtonLink>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          title="No ended conversations"
          text="When a match, a conversation or a message request ends, it appears here for a while."
        />
      )}
      {next ? (
        <p className="mt-4">
          <ButtonLink to={`?cursor=${next.cursor}`}>Older conversations</ButtonLink>
        </p>
      ) : null}
    </div>
  );
}
