import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { CaseList } from "~/components/safety/case-list";
import { ModerationPage, NextPage } from "~/components/safety/moderation-page";
import { parseInput } from "~/http/body.server";
import { requireModerator } from "~/http/page.server";
import { formatCount, MAX_COUNT } from "~/models/count";
import { MODERATION_PATH } from "~/models/safety/case/case";
import { listCases } from "~/models/safety/case/case-list.server";
import { queuePage } from "~/models/safety/case/case-schema";
import { countHeldMessages } from "~/models/safety/held-message.server";
import { countWaitingNewcomers } from "~/models/safety/newcomer/newcomer-list.server";
import { countPhotoChecks } from "~/models/safety/photos/photo-check-review.server";
import { countAppeals } from "~/models/safety/sanctions/appeal.server";
import { EmptyState } from "~/ui/card";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { action } from "~/forms/hidden-route";

export const meta: MetaFunction = () => [{ title: titled("Moderation") }];

export async function loader({ request }: LoaderFunctionArgs) {
  const moderator = await requireModerator(request);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const { cursor } = parseInput(queuePage, query);
  const [queue, waiting] = await Promise.all([listCases(moderator.id, cursor), listWaiting(moderator.id)]);
  return { ...queue, waiting };
}

/** The other queues in which something waits for a moderator. */
async function listWaiting(moderatorId: number) {
  const [newcomers, appeals, checks, messages] = await Promise.all([
    countWaitingNewcomers(),
    countAppeals(moderatorId),
    countPhotoChecks(moderatorId),
    countHeldMessages(moderatorId),
  ]);
  const queues = [
    { path: "newcomers", count: newcomers, thing: "newcomer", waits: "waiting to be let in", max: MAX_COUNT },
    { path: "appeals", count: appeals, thing: "appeal", waits: "waiting for you" },
    { path: "photos", count: checks, thing: "photo check", waits: "waiting" },
    { path: "messages", count: messages, thing: "message", waits: "waiting for review" },
  ];
  return queues
    .filter(({ count }) => count > 0)
    .map(({ path, count, thing, waits, max = Number.POSITIVE_INFINITY }) => ({
      to: `${MODERATION_PATH}/${path}`,
      text: `${formatCount(count, max)} ${thing}${count === 1 ? " is" : "s are"} ${waits}`,
    }));
}

export default function Queue() {
  const { cases, next, waiting } = useLoaderData<typeof loader>();
  return (
    <ModerationPage
      title="Moderation"
      current="queue"
      text="Deadlines first, then news, then the most serious and oldest cases."
    >
      {waiting.map(({ to, text }) => (
        <p key={to}>
          <Link to={to} className="link inline-block py-1">
            {text}
          </Link>
        </p>
      ))}
      {cases.length ? (
        <CaseList cases={cases} />
      ) : (
        <EmptyState title="No open cases" text="New reports appear here automatically." />
      )}
      <NextPage to={next && `${MODERATION_PATH}?cursor=${next.cursor}`} />
    </ModerationPage>
  );
}
