// The reports of a case: their list, and the open one.
import { Link } from "@remix-run/react";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { DateTime } from "~/components/ui/date-time";
import { type CasePage, type CaseReport, casePath } from "~/models/safety/case/case";
import { reasonLabels } from "~/models/safety/report";
import { EvidenceView } from "./evidence-snapshot";

/** Links to the reports of a case; nothing if there is only one. */
export function CaseReportList({
  page: { id, reports, reportCount, report: open, newerReports, olderReports },
}: {
  page: CasePage;
}) {
  if (reportCount < 2) return null;
  return (
    <Card title={`${reportCount} reports`}>
      <ul className="divided">
        {reports.map(({ id: reportId, createdAt, reason, reporter }) => (
          <li key={reportId} className="py-2">
            <Link
              to={casePath(id, reportId)}
              className="link"
              aria-current={reportId === open?.id ? "page" : undefined}
            >
              {reasonLabels[reason]}
            </Link>{" "}
            · {reporter ?? "A deleted member"} · <DateTime at={createdAt} as="date" />
          </li>
        ))}
      </ul>
      {newerReports || olderReports ? (
        <p className="cluster mt-3">
          {newerReports ? <ButtonLink to={casePath(id, newerReports)}>Newer reports</ButtonLink> : null}
          {olderReports ? <ButtonLink to={casePath(id, olderReports)}>Older reports</ButtonLink> : null}
        </p>
      ) : null}
    </Card>
  );
}

/** Shows what was reported and by whom, with the evidence. */
export function CaseReportCard({ caseId, report }: { caseId: string; report: CaseReport }) {
  const { reporter, reported, thing, evidence, words, createdAt, reason } = report;
  return (
    <Card title={reasonLabels[reason]} note={<DateTime at={createdAt} as="date" />}>
      <p>
        {reporter ? <b>{reporter.name}</b> : "A deleted member"} reported {thing}.
      </p>
      {reporter ? (
        <p className="text-soft">
          Their reports: {reporter.upheld} upheld, {reporter.dismissed} dismissed, {reporter.open} open.
        </p>
      ) : null}
      {words ? (
        <blockquote className="mt-2 whitespace-pre-wrap border-l border-line pl-3">{words}</blockquote>
      ) : null}
      {evidence ? (
        <details open className="mt-2">
          <summary className="py-3 font-semibold">Evidence</summary>
          <EvidenceView
            {...{ caseId, report, evidence }}
            names={{ reporter: reporter?.name ?? "Reporter", reported }}
          />
        </details>
      ) : (
        <p className="mt-2 text-soft">The evidence has expired.</p>
      )}
    </Card>
  );
}
