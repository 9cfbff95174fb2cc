// The reports a member has filed, with their outcomes.

import { type ReportDto, reasonLabels, reportStatuses } from "~/models/safety/report";
import { Badge, Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";

const tones = {
  received: "plain",
  reviewing: "yellow",
  acted: "green",
  dismissed: "quiet",
  overturned: "quiet",
} as const;

/** Shows one card per report with its status. `thing` is what was reported, as a phrase. */
export function ReportList({ reports }: { reports: (ReportDto & { thing: string })[] }) {
  return (
    <ul className="stack">
      {reports.map((report) => (
        <li key={report.id}>
          <Card>
            <p className="cluster">
              <b>{reasonLabels[report.reason]}</b>
              <Badge tone={tones[report.status]}>{reportStatuses[report.status].label}</Badge>
            </p>
            <p>{reportStatuses[report.status].sentence}</p>
            <p className="mt-1 text-soft">
              You reported {report.thing} on <DateTime at={report.createdAt} as="date" />.
            </p>
            {report.words ? <p className="mt-1 whitespace-pre-line text-soft">“{report.words}”</p> : null}
          </Card>
        </li>
      ))}
    </ul>
  );
}
