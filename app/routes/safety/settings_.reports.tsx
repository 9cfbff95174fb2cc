import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { parseInput } from "~/http/body.server";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { BACK_TO_SETTINGS } from "~/models/account/sign-in/session";
import { timedPage } from "~/models/cursor";
import { markSeen } from "~/models/notification/notification-reading.server";
import { describeReported } from "~/models/safety/evidence/reported.server";
import { type ReportDto, reasonLabels, reportStatuses } from "~/models/safety/report";
import { listReports } from "~/models/safety/report.server";
import { ButtonLink } from "~/ui/button";
import { Badge, Card, EmptyState } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Your Reports · Settings")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const { cursor } = parseInput(timedPage, Object.fromEntries(new URL(request.url).searchParams));
  await markSeen(member.id, ["report"]);
  const { reports, next } = await listReports(member.id, cursor);
  const named = reports.map((report) => ({ ...report, thing: describeReported(report) }));
  return { reports: named, next };
}

export default function YourReports() {
  const { reports, next } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader
        title={t("Your Reports")}
        back={BACK_TO_SETTINGS}
        text={t("Only you and our moderators can see these.")}
      />
      {reports.length ? (
        <ReportList reports={reports} />
      ) : (
        <EmptyState
          title={t("No reports")}
          text={t(
            "To report a member or a photo, use the three-dot menu. Messages and playlists have a Report link.",
          )}
          action={{ to: "/help", label: t("Help and Safety") }}
        />
      )}
      {next ? (
        <p className="mt-4">
          <ButtonLink to={`?cursor=${next.cursor}`}>{t("Older reports")}</ButtonLink>
        </p>
      ) : null}
    </div>
  );
}

const tones = {
  received: "plain",
  reviewing: "yellow",
  acted: "green",
  dismissed: "quiet",
  overturned: "quiet",
} as const;

/** Shows one card per report with its status. `thing` is what was reported, as a phrase. */
function ReportList({ reports }: { reports: (ReportDto & { thing: string })[] }) {
  return (
    <ul className="stack">
      {reports.map((report) => (
        <li key={report.id}>
          <Card>
            <p className="cluster">
              <b>{t(reasonLabels[report.reason])}</b>
              <Badge tone={tones[report.status]}>{t(reportStatuses[report.status].label)}</Badge>
            </p>
            <p>{t(reportStatuses[report.status].sentence)}</p>
            <p className="mt-1 text-soft">
              <Trans
                text="You reported {thing} on {date}."
                values={{ thing: report.thing, date: <DateTime at={report.createdAt} as="date" /> }}
              />
            </p>
            {report.words ? (
              <p className="mt-1 whitespace-pre-line text-soft">{t("“{title}”", { title: report.words })}</p>
            ) : null}
          </Card>
        </li>
      ))}
    </ul>
  );
}
