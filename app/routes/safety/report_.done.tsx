import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { COMMUNITY_NAME, titled } from "~/community";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { REPORTS_PATH } from "~/models/safety/report";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Report Sent")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireMember(request);
  return null;
}

export default function ReportDone() {
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader
        title={t("Report Sent")}
        text={t("Thank you for keeping {community} safe.", { community: COMMUNITY_NAME })}
      />
      <Card title={t("What Happens Next")}>
        <ol className="tips list-decimal">
          <li>
            {t("A moderator, not a machine, reviews your report. Danger and anyone under 18 come first.")}
          </li>
          <li>{t("They see what you reported as it is now, even if it's changed or deleted later.")}</li>
          <li>{t("If it breaks our rules, we take action. We never reveal who reported.")}</li>
          <li>{t("We'll tell you the outcome the next time you visit.")}</li>
        </ol>
        <p className="cluster mt-4">
          <ButtonLink to={REPORTS_PATH} variant="primary">
            {t("Your Reports")}
          </ButtonLink>
          <ButtonLink to="/help">{t("Help and Safety")}</ButtonLink>
        </p>
      </Card>
    </div>
  );
}
