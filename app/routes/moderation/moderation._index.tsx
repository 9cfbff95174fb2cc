import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { CaseList } from "~/components/safety/case-list";
import { ModerationPage, NextPage } from "~/components/safety/moderation-page";
import { parseInput } from "~/http/body.server";
import { requireModerator } from "~/http/page.server";
import { formatCount } from "~/models/count";
import { MODERATION_PATH } from "~/models/safety/case/case";
import { listCases } from "~/models/safety/case/case-list.server";
import { queuePage } from "~/models/safety/case/case-schema";
import { countHeldMessages } from "~/models/safety/held-message.server";
import { NEWCOMERS_PATH } from "~/models/safety/newcomer/newcomer";
import { countWaitingNewcomers } from "~/models/safety/newcomer/newcomer-list.server";
import { countPhotoChecks } from "~/models/safety/photos/photo-check.server";
import { countAppeals } from "~/models/safety/sanctions/appeal.server";
import { EmptyState } from "~/ui/card";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { action } from "~/forms/hidden-route";

export const meta: MetaFunction = () => [{ title: "Moderation · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const moderator = await requireModerator(request);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const [queue, newcomers, appeals, checks, messages] = await Promise.all([
    listCases(moderator.id, parseInput(queuePage, query).cursor),
    countWaitingNewcomers(),
    countAppeals(moderator.id),
    countPhotoChecks(moderator.id),
    countHeldMessages(moderator.id),
  ]);
  return { ...queue, newcomers, appeals, checks, messages };
}

export default function Queue() {
  const { cases, next, newcomers, appeals, checks, messages } = useLoaderData<typeof loader>();
  return (
    <ModerationPage
      title="Moderation"
      current="queue"
      text="Deadlines first, then news, then the most serious and oldest cases."
    >
      {newcomers ? (
        <p>
          <Link to={NEWCOMERS_PATH} className="link inline-block py-1">
            {newcomers === 1
              ? "1 newcomer is waiting to be let in"
              : `${formatCount(newcomers)} newcomers are waiting to be let in`}
          </Link>
        </p>
      ) : null}
      {appeals ? (
        <p>
          <Link to={`${MODERATION_PATH}/appeals`} className="link inline-block py-1">
            {appeals === 1 ? "1 appeal is waiting for you" : `${appeals} appeals are waiting for you`}
          </Link>
        </p>
      ) : null}
      {checks ? (
        <p>
          <Link to={`${MODERATION_PATH}/photos`} className="link inline-block py-1">
            {checks === 1 ? "1 photo check is waiting" : `${checks} photo checks are waiting`}
          </Link>
        </p>
      ) : null}
      {messages ? (
        <p>
          <Link to={`${MODERATION_PATH}/messages`} className="link inline-block py-1">
            {messages === 1
              ? "1 message is waiting for review"
              : `${messages} messages are waiting for review`}
          </Link>
        </p>
      ) : null}
      {cases.length ? (
        <CaseList cases={cases} />
      ) : (
        <EmptyState title="No open cases" text="New reports appear here automatically." />
      )}
      <NextPage to={next && `${MODERATION_PATH}?cursor=${next.cursor}`} />
    </ModerationPage>
  );
}
