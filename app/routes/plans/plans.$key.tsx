import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { PlanCard } from "~/components/conversation/plan/plan-card";
import { VisitorPage } from "~/components/sign-in/visitor-page";
import { linkPageHeaders } from "~/http/page.server";
import { formatList } from "~/language/intl";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import type { SharedPlan } from "~/models/conversation/plan/plan";
import { viewSharedPlan } from "~/models/conversation/plan/plan-link.server";
import { DateTime } from "~/ui/date-time";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [
  { title: titled(t("A Plan")) },
  { name: "robots", content: "noindex" },
];

// Not translated: codes.
const headers = {
  ...linkPageHeaders,
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow",
};

/** Answers the same for a plan that has ended, for whatever reason, and for an unknown key. */
export async function loader({ params }: LoaderFunctionArgs) {
  const plan = await viewSharedPlan(params.key ?? "");
  return data({ plan: plan ?? null }, { headers, status: plan ? 200 : 404 });
}

export default function FriendsPage() {
  const { plan } = useLoaderData<typeof loader>();
  if (!plan) return <VisitorPage title={t("This plan has ended")} />;
  return (
    <VisitorPage
      title={t("{sharer} is meeting {other}", { sharer: plan.sharer, other: plan.other })}
      text={t(
        "{sharer} shares this with you, so that somebody knows. Keep this page's address to yourself.",
        { sharer: plan.sharer },
      )}
    >
      <SharedPlanCard plan={plan} />
    </VisitorPage>
  );
}

/** The plan, the sharer's note, and whether they have said that they are home. */
function SharedPlanCard({ plan }: { plan: SharedPlan }) {
  const { sharer, other, note, home } = plan;
  return (
    <PlanCard plan={plan} said={formatList([sharer, other])}>
      {note ? (
        <p className="whitespace-pre-wrap border-l-2 border-line pl-3" dir="auto">
          {note}
        </p>
      ) : null}
      {home ? (
        <p className="mt-4 font-semibold">
          {home.since ? null : <span className="eyebrow block">{t("Home safe?")}</span>}
          {home.since ? (
            <Trans text="Home since {date}" values={{ date: <DateTime at={home.since} as="clockOfDay" /> }} />
          ) : (
            t("No answer yet")
          )}
        </p>
      ) : null}
    </PlanCard>
  );
}
