import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { CaseList } from "~/components/safety/case-list";
import { ModerationPage, NextPage } from "~/components/safety/moderation-page";
import { parseInput } from "~/http/body.server";
import { requireModerator } from "~/http/page.server";
import { t } from "~/language/text";
import { formatCount } from "~/models/count";
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

export const meta: MetaFunction = () => [{ title: titled(t("Moderation")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const moderator = await requireModerator(request);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const { cursor } = parseInput(queuePage, query);
  const [queue, waiting] = await Promise.all([listCases(moderator.id, cursor), listWaiting(moderator.id)]);
  return { ...queue, waiting };
}

/** The other queues with items that wait for a moderator. */
async function listWaiting(moderatorId: number) {
  const [newcomers, appeals, checks, messages] = await Promise.all([
    countWaitingNewcomers(),
    countAppeals(moderatorId),
    countPhotoChecks(moderatorId),
    countHeldMessages(moderatorId),
  ]);
  const queues = [
    {
      path: "newcomers",
      count: newcomers,
      text: t(
        "{count, plural, one {{shown} newcomer is waiting to be let in} other {{shown} newcomers are waiting to be let in}}",
        { count: newcomers, shown: formatCount(newcomers) },
      ),
    },
    {
      path: "appeals",
      count: appeals,
      text: t("{count, plural, one {# appeal is waiting for you} other {# appeals are waiting for you}}", {
        count: appeals,
      }),
    },
    {
      path: "photos",
      count: checks,
      text: t("{count, plural, one {# photo check is waiting} other {# photo checks are waiting}}", {
        count: checks,
      }),
    },
    {
      path: "messages",
      count: messages,
      text: t(
        "{count, plural, one {# message is waiting for review} other {# messages are waiting for review}}",
        {
          count: messages,
        },
      ),
    },
  ];
  return queues
    .filter(({ count }) => count > 0)
    .map(({ path, text }) => ({ to: `${MODERATION_PATH}/${path}`, text }));
}

export default function Queue() {
  const { cases, next, waiting } = useLoaderData<typeof loader>();
  return (
    <ModerationPage
      title={t("Moderation")}
      current="queue"
      text={t("Deadlines first, then news, then the most serious and oldest cases.")}
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
        <EmptyState title={t("No open cases")} text={t("New reports appear here automatically.")} />
      )}
      <NextPage to={next && `${MODERATION_PATH}?cursor=${next.cursor}`} />
    </ModerationPage>
  );
}
