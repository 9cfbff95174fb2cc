// One report of a case.
import type { ReportSubject } from "db/column-types";
import { Card } from "~/components/ui/card";
import { DateTime } from "~/components/ui/date-time";
import type { CaseReport } from "~/models/safety/case/case";
import { reasonLabels } from "~/models/safety/report";
import { EvidenceView } from "./evidence-snapshot";

const subjects: Record<ReportSubject, string> = {
  member: "NAME",
  photo: "NAME's photo",
  message: "a message from NAME",
  conversation: "their conversation with NAME",
  playlist: "NAME's playlist",
};

/** Shows what was reported and by whom, with collapsible evidence that starts expanded if `isOpen`. */
export function CaseReportCard({
  report,
  memberName,
  isOpen,
}: {
  report: CaseReport;
  memberName: string;
  isOpen: boolean;
}) {
  const { reporter, snapshot, attachments, words, createdAt, reason, subject } = report;
  const reported = snapshot?.profile.firstName ?? memberName;
  return (
    <Card title={reasonLabels[reason]} note={<DateTime at={createdAt} as="date" />}>
      <p>
        {reporter ? <b>{reporter.name}</b> : "A deleted member"} reported{" "}
        {subjects[subject].replace("NAME", reported)}.
      </p>
      {reporter ? (
        <p className="text-soft">
          Their reports: {reporter.upheld} upheld, {reporter.dismissed} dismissed, {reporter.open} open.
        </p>
      ) : null}
      {words ? (
        <blockquote className="mt-2 whitespace-pre-wrap border-l border-line pl-3">{words}</blockquote>
      ) : null}
      {snapshot ? (
        <details open={isOpen} className="mt-2">
          <summary className="py-2 font-semibold">Evidence</summary>
          <EvidenceView
            snapshot={snapshot}
            attachments={attachments}
            names={{ reporter: reporter?.name ?? "Reporter", reported }}
          />
        </details>
      ) : (
        <p className="mt-2 text-soft">The evidence has expired.</p>
      )}
    </Card>
  );
}
