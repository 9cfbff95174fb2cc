import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getCurrentSession } from "~/auth/session.server";
import { COMMUNITY_NAME, titled } from "~/community";
import { KeptData } from "~/components/document/kept-data";
import { VisitorPage } from "~/components/sign-in/visitor-page";
import { GRACE_DAYS } from "~/durations";
import { t } from "~/language/text";
import { describeKeptData } from "~/models/document/kept-data.server";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Your Data")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  // Reading the session sets a member's language.
  await getCurrentSession(request);
  return describeKeptData();
}

export default function Data() {
  const kept = useLoaderData<typeof loader>();
  return (
    <VisitorPage
      width="prose"
      title={t("Your Data")}
      text={t(
        "What {community} keeps about members, why, for how long, and what becomes of it. This page is made from the list that the export and the deletion of accounts follow.",
        { community: COMMUNITY_NAME },
      )}
    >
      <ul className="tips mb-6">
        <li>{t("There are no analytics, no ads and no trackers.")}</li>
        <li>
          {t(
            "You can download what is yours at any time: Settings, Download Your Data. It comes as a ZIP file.",
          )}
        </li>
        <li>
          {t("If you delete your account, you can come back for {graceDays} days. Then it is erased.", {
            graceDays: GRACE_DAYS,
          })}
        </li>
        <li>
          {t(
            "Moderators see what was reported, as it was at that moment. They never read along, and every look is logged.",
          )}
        </li>
      </ul>
      <KeptData {...kept} />
    </VisitorPage>
  );
}
