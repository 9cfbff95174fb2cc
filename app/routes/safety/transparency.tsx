import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { NOTICE_REASONS, REPORT_REASONS, SANCTION_KINDS } from "db/column-types";
import { titled } from "~/community";
import { VisitorPage } from "~/components/sign-in/visitor-page";
import { env } from "~/env.server";
import { msg, t } from "~/language/text";
import { MATCHING_PATH } from "~/models/match/matching-figures";
import { noticeReasons } from "~/models/safety/notice/notice";
import { reasonLabels } from "~/models/safety/report";
import { sanctionNames } from "~/models/safety/sanctions/sanction";
import { type QuarterCounts, SMALLEST_COUNT } from "~/models/safety/staff/transparency";
import { getQuarters } from "~/models/safety/staff/transparency.server";
import { Card, EmptyState } from "~/ui/card";
import { DescriptionList } from "~/ui/description-list";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

const few = () => t("Fewer than {count}", { count: SMALLEST_COUNT });

/** The names of quarters, from the first on. */
const quarterNames = [
  msg("January to March"),
  msg("April to June"),
  msg("July to September"),
  msg("October to December"),
];

export const meta: MetaFunction = () => [{ title: titled(t("Transparency")) }];

export async function loader() {
  return { quarters: await getQuarters(), showsMatching: env.transparency };
}

export default function Transparency() {
  const { quarters, showsMatching } = useLoaderData<typeof loader>();
  return (
    <VisitorPage
      width="wide"
      title={t("Transparency")}
      text={t(
        "What people reported and what moderators decided, by quarter. People make every decision. Small numbers appear as “{few}”, so no one can be recognized.",
        { few: few() },
      )}
    >
      {quarters.length ? null : (
        <EmptyState
          title={t("No figures yet")}
          text={t("A quarter appears here once it's over, if there was enough to count.")}
        />
      )}
      <div className="stack">
        {quarters.map((quarter) => (
          <Quarter key={`${quarter.year} ${quarter.quarter}`} quarter={quarter} />
        ))}
        {showsMatching ? (
          <p>
            <Link to={MATCHING_PATH} className="link">
              {t("How evenly members are shown and answered")}
            </Link>
          </p>
        ) : null}
      </div>
    </VisitorPage>
  );
}

function Quarter({ quarter }: { quarter: QuarterCounts }) {
  const { year, reports, notices, objections, sanctions, medianHours, plans, met, appeals, overturned } =
    quarter;
  const name = quarterNames[quarter.quarter - 1];
  return (
    <Card title={`${year}, ${name && t(name)}`}>
      <div className="grid grid-cols-1 gap-[16px_32px] md:grid-cols-2">
        <section>
          <h3>{t("Reports")}</h3>
          <DescriptionList
            figures={REPORT_REASONS.map((reason) => ({
              label: t(reasonLabels[reason]),
              value: reports[reason] ?? few(),
            }))}
          />
        </section>
        <section>
          <h3>{t("Notices")}</h3>
          <DescriptionList
            figures={[
              ...NOTICE_REASONS.map((reason) => ({
                label: t(noticeReasons[reason].label),
                value: notices[reason] ?? few(),
              })),
              { label: t("Objections to decisions"), value: objections ?? few() },
            ]}
          />
        </section>
        <section>
          <h3>{t("Decisions")}</h3>
          <DescriptionList
            figures={[
              ...SANCTION_KINDS.map((kind) => ({
                label: t(sanctionNames[kind]),
                value: sanctions[kind] ?? few(),
              })),
              { label: t("Median time to decide"), value: describeMedian(medianHours) },
              { label: t("Appeals"), value: appeals ?? few() },
              { label: t("Overturned"), value: overturned ?? few() },
            ]}
          />
        </section>
        <section>
          <h3>{t("Plans to Meet")}</h3>
          <DescriptionList
            figures={[
              { label: t("Plans made"), value: plans ?? few() },
              { label: t("Of them met"), value: met ?? few() },
            ]}
          />
        </section>
      </div>
    </Card>
  );
}

function describeMedian(hours: number | null): string {
  if (hours === null) return t("Fewer than {count} reports", { count: SMALLEST_COUNT });
  if (hours === 0) return t("Under an hour");
  return t("{hours, plural, one {1 hour} other {# hours}}", { hours });
}
