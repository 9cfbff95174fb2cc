import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { Months, PlacesCard } from "~/components/match/matching-cards";
import { VisitorPage } from "~/components/sign-in/visitor-page";
import { env } from "~/env.server";
import { requireOperator } from "~/http/page.server";
import { getPlaces } from "~/models/match/first-pages.server";
import { FEWEST } from "~/models/match/matching-figures";
import { getMonths } from "~/models/match/month-figures.server";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled("How Matching Works Out") }];

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
      title="How Matching Works Out"
      text={`How evenly members are shown and answered, counted once a month. What is about fewer than ${FEWEST} people isn't told, so no one can be recognized.`}
    >
      <div className="stack">
        <PlacesCard places={places} />
        <Months months={months} />
        <p className="small-print">
          No one can pay to be shown, and nothing but music makes a percentage. Members can check theirs:
          “Check this number” is below the reasons of each. Newcomers are those who appeared in Discover in
          that month; among places, those who are new now.
        </p>
      </div>
    </VisitorPage>
  );
}
