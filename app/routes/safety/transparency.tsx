import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { NOTICE_REASONS, REPORT_REASONS, SANCTION_KINDS } from "db/column-types";
import { titled } from "~/community";
import { VisitorPage } from "~/components/sign-in/visitor-page";
import { env } from "~/env.server";
import { MATCHING_PATH } from "~/models/match/matching-figures";
import { noticeReasons } from "~/models/safety/notice/notice";
import { reasonLabels } from "~/models/safety/report";
import { sanctionNames } from "~/models/safety/sanctions/sanction";
import { type QuarterCounts, SMALLEST_COUNT } from "~/models/safety/staff/transparency";
import { getQuarters } from "~/models/safety/staff/transparency.server";
import { Card, EmptyState } from "~/ui/card";
import { DescriptionList } from "~/ui/description-list";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

const FEW = `Fewer than ${SMALLEST_COUNT}`;

export const meta: MetaFunction = () => [{ title: titled("Transparency") }];

export async function loader() {
  return { quarters: await getQuarters(), showsMatching: env.transparency };
}

export default function Transparency() {
  const { quarters, showsMatching } = useLoaderData<typeof loader>();
  return (
    <VisitorPage
      width="wide"
      title="Transparency"
      text={`What people reported and what moderators decided, by quarter. People make every decision. Small numbers appear as “${FEW}”, so no one can be recognized.`}
    >
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
        {showsMatching ? (
          <p>
            <Link to={MATCHING_PATH} className="link">
              How evenly members are shown and answered
            </Link>
          </p>
        ) : null}
      </div>
    </VisitorPage>
  );
}

function Quarter({ quarter }: { quarter: QuarterCounts }) {
  const { name, reports, notices, objections, sanctions, medianHours, plans, met, appeals, overturned } =
    quarter;
  return (
    <Card title={name}>
      <div className="grid grid-cols-1 gap-[16px_32px] md:grid-cols-2">
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
          <h3>Notices</h3>
          <DescriptionList
            figures={[
              ...NOTICE_REASONS.map((reason) => ({
                label: noticeReasons[reason].label,
                value: notices[reason] ?? FEW,
              })),
              { label: "Objections to decisions", value: objections ?? FEW },
            ]}
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
        <section>
          <h3>Plans to Meet</h3>
          <DescriptionList
            figures={[
              { label: "Plans made", value: plans ?? FEW },
              { label: "Of them met", value: met ?? FEW },
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
