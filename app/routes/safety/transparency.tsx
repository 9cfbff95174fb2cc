import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { REPORT_REASONS, SANCTION_KINDS } from "db/column-types";
import { Card, EmptyState } from "~/components/ui/card";
import { DescriptionList } from "~/components/ui/description-list";
import { PageHeader } from "~/components/ui/page-header";
import { requireAccount } from "~/http/page.server";
import { reasonLabels } from "~/models/safety/report";
import { sanctionNames } from "~/models/safety/sanction";
import { type QuarterCounts, SMALLEST_COUNT } from "~/models/safety/transparency";
import { countByQuarter } from "~/models/safety/transparency.server";

const FEW = `Fewer than ${SMALLEST_COUNT}`;

export const meta: MetaFunction = () => [{ title: "Transparency · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAccount(request);
  return { quarters: await countByQuarter() };
}

export default function Transparency() {
  const { quarters } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Transparency"
        text={`What members reported and moderators decided, by quarter. People make every decision. ${FEW} is as exact as small numbers get, so no one can be recognized in them.`}
      />
      {quarters.length ? null : (
        <EmptyState
          title="No figures yet"
          text="A quarter appears here once it's over, if there was enough to count."
        />
      )}
      <div className="stack">
        {quarters.map((quarter) => (
          <Quarter key={quarter.name} quarter={quarter} />
        ))}
      </div>
    </>
  );
}

function Quarter({ quarter }: { quarter: QuarterCounts }) {
  const { name, reports, sanctions, medianHours, appeals, overturned } = quarter;
  return (
    <Card title={name}>
      <div className="transparency">
        <section>
          <h3>Reports</h3>
          <DescriptionList
            figures={REPORT_REASONS.map((reason) => ({
              label: reasonLabels[reason],
              value: reports[reason] ?? FEW,
            }))}
          />
        </section>
        <section>
          <h3>Decisions</h3>
          <DescriptionList
            figures={[
              ...SANCTION_KINDS.map((kind) => ({
                label: sanctionNames[kind],
                value: sanctions[kind] ?? FEW,
              })),
              { label: "Median time to decide", value: describeMedian(medianHours) },
              { label: "Appeals", value: appeals ?? FEW },
              { label: "Overturned", value: overturned ?? FEW },
            ]}
          />
        </section>
      </div>
    </Card>
  );
}

function describeMedian(hours: number | null): string {
  if (hours === null) return `${FEW} reports`;
  if (hours === 0) return "Under an hour";
  return hours === 1 ? "1 hour" : `${hours} hours`;
}
