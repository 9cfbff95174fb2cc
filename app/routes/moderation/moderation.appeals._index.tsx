import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { ModerationPage, NextPage } from "~/components/safety/moderation-page";
import { requireModerator } from "~/http/page.server";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { timedPage } from "~/models/cursor";
import { MODERATION_PATH } from "~/models/safety/case/case";
import { listAppeals } from "~/models/safety/sanctions/appeal.server";
import { sanctionNames } from "~/models/safety/sanctions/sanction";
import { Badge, EmptyState } from "~/ui/card";
import { DateTime } from "~/ui/date-time";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";
export { action } from "~/forms/hidden-route";

export const meta: MetaFunction = () => [{ title: titled(t("Appeals · Moderation")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const moderator = await requireModerator(request);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  return listAppeals(moderator.id, timedPage.safeParse(query).data?.cursor);
}

export default function Appeals() {
  const { appeals, next } = useLoaderData<typeof loader>();
  return (
    <ModerationPage
      title={t("Appeals")}
      current="appeals"
      text={t("Oldest first. A different moderator decides, if there is one.")}
    >
      {appeals.length ? (
        <ul className="card divided px-4">
          {appeals.map((appeal) => (
            <li key={appeal.id} className="py-3">
              <div className="cluster">
                <Link to={`${MODERATION_PATH}/appeals/${appeal.id}`} className="link py-1 font-semibold">
                  {appeal.memberName}
                </Link>
                {appeal.canDecide ? null : (
                  <Badge tone="quiet">{appeal.isReporter ? t("Your report") : t("Your decision")}</Badge>
                )}
              </div>
              <p className="text-soft">
                <Trans
                  text="{sanction} · appealed {date}"
                  values={{
                    sanction: sanctionNames[appeal.kind],
                    date: <DateTime at={appeal.createdAt} as="date" />,
                  }}
                />
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title={t("No open appeals")} text={t("New appeals appear here automatically.")} />
      )}
      <NextPage to={next && `${MODERATION_PATH}/appeals?cursor=${next.cursor}`} />
    </ModerationPage>
  );
}
