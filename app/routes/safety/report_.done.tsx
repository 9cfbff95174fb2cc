import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { COMMUNITY_NAME, titled } from "~/community";
import { requireMember } from "~/http/page.server";
import { REPORTS_PATH } from "~/models/safety/report";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled("Report Sent") }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireMember(request);
  return null;
}

export default function ReportDone() {
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader title="Report Sent" text={`Thank you for keeping ${COMMUNITY_NAME} safe.`} />
      <Card title="What Happens Next">
        <ol className="tips list-decimal">
          <li>A moderator, not a machine, reviews your report. Danger and anyone under 18 come first.</li>
          <li>They see what you reported as it is now, even if it's changed or deleted later.</li>
          <li>If it breaks our rules, we take action. We never reveal who reported.</li>
          <li>We'll tell you the outcome the next time you visit.</li>
        </ol>
        <p className="cluster mt-4">
          <ButtonLink to={REPORTS_PATH} variant="primary">
            Your Reports
          </ButtonLink>
          <ButtonLink to="/help">Help and Safety</ButtonLink>
        </p>
      </Card>
    </div>
  );
}
