import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { SharedPlanCard } from "~/components/conversation/plan/shared-plan";
import { VisitorPage } from "~/components/sign-in/visitor-page";
import { linkPageHeaders } from "~/http/page.server";
import { t } from "~/language/text";
import { viewSharedPlan } from "~/models/conversation/plan/plan-link.server";

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
