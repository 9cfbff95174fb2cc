import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReportList } from "~/components/safety/report-list";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/card";
import { PageHeader } from "~/components/ui/page-header";
import { parseInput } from "~/http/body.server";
import { requireMember } from "~/http/page.server";
import { markSeen } from "~/live/notification-rows.server";
import { BACK_TO_SETTINGS } from "~/models/account/sign-in/session";
import { timedPage } from "~/models/cursor";
import { listReports } from "~/models/safety/report.server";
import { describeReported } from "~/models/safety/reported.server";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: "Your Reports · Settings · B-Side" }];

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
        title="Your Reports"
        back={BACK_TO_SETTINGS}
        text="Only you and our moderators can see these."
      />
      {reports.length ? (
        <ReportList reports={reports} />
      ) : (
        <EmptyState
          title="No reports"
          text="To report a member or a photo, use the three-dot menu. Messages and playlists have a Report link."
          action={{ to: "/help", label: "Help and Safety" }}
        />
      )}
      {next ? (
        <p className="mt-4">
          <ButtonLink to={`?cursor=${next.cursor}`}>Older reports</ButtonLink>
        </p>
      ) : null}
    </div>
  );
}
