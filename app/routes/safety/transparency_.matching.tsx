import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { Months, PlacesCard } from "~/components/match/matching-cards";
import { VisitorPage } from "~/components/sign-in/visitor-page";
import { env } from "~/env.server";
import { requireOperator } from "~/http/page.server";
import { t } from "~/language/text";
import { getPlaces } from "~/models/match/first-pages.server";
import { FEWEST } from "~/models/match/matching-figures";
import { getMonths } from "~/models/match/month-figures.server";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("How Matching Works Out")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  if (!env.transparency) await requireOperator(request);
  const [places, months] = await Promise.all([getPlaces(), getMonths()]);
  return { places: places ?? null, months };
}

export default function Matching() {
  const { places, months } = useLoaderData<typeof loader>();
  return (
    <VisitorPage
      width="wide"
      title={t("How Matching Works Out")}
      text={t(
        "How evenly people are shown and answered, counted once a month. Figures about fewer than {count} people are left out, so no one can be recognized.",
        { count: FEWEST },
      )}
    >
      <div className="stack">
        <PlacesCard places={places} />
        <Months months={months} />
        <p className="small-print">
          {t(
            "No one can pay to be shown, and nothing but music counts toward a percentage. Members can check theirs with “Check this number”, below its reasons. Newcomers are people who first appeared in Discover that month. Under Who Is Shown, they are people who are new now.",
          )}
        </p>
      </div>
    </VisitorPage>
  );
}
