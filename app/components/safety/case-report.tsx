// The reports of a case: their list, and the open one.
import { Link } from "@remix-run/react";
import {
  type CaseNotice,
  type CasePage,
  type CaseReport,
  casePath,
  caseReportPath,
} from "~/models/safety/case/case";
import { noticeReasons } from "~/models/safety/notice/notice";
import { reasonLabels } from "~/models/safety/report";
import { ButtonLink } from "~/ui/button";
import { Badge, Card } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { EvidencePicture, EvidenceView } from "./evidence-snapshot";

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
        {reports.map(({ id: reportId, createdAt, reason, noticeReason, reporter }) => (
          <li key={reportId} className="py-2">
            <Link
              to={caseReportPath(id, reportId)}
              className="link"
              aria-current={reportId === open?.id ? "page" : undefined}
            >
              {noticeReason ? noticeReasons[noticeReason].label : reasonLabels[reason]}
            </Link>{" "}
            · {noticeReason ? "Notice" : (reporter ?? "A deleted member")} ·{" "}
            <DateTime at={createdAt} as="date" />
          </li>
        ))}
      </ul>
      {newerReports || olderReports ? (
        <p className="cluster mt-3">
          {newerReports ? <ButtonLink to={caseReportPath(id, newerReports)}>Newer reports</ButtonLink> : null}
          {olderReports ? <ButtonLink to={caseReportPath(id, olderReports)}>Older reports</ButtonLink> : null}
        </p>
      ) : null}
    </Card>
  );
}

/** Shows what was reported and by whom, with the evidence. */
export function CaseReportCard({ caseId, report }: { caseId: string; report: CaseReport }) {
  const { reporter, reported, thing, evidence, words, createdAt, reason, notice } = report;
  const title = notice ? noticeReasons[notice.reason].label : reasonLabels[reason];
  return (
    <Card title={title} note={<DateTime at={createdAt} as="date" />}>
      {notice ? (
        <NoticeText notice={notice} />
      ) : (
        <p>
          {reporter ? <b>{reporter.name}</b> : "A deleted member"} reported {thing}.
        </p>
      )}
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
            names={{ reporter: reporter?.name ?? (notice ? "The other member" : "Reporter"), reported }}
          />
        </details>
      ) : notice ? null : (
        <p className="mt-2 text-soft">The evidence has expired.</p>
      )}
    </Card>
  );
}

/** What somebody gave notice of, with who they are. */
function NoticeText({ notice: { sent, objectsToCase } }: { notice: CaseNotice }) {
  if (!sent) return <p className="text-soft">The notice has been deleted.</p>;
  const { about, words, name, email, isConfirmed, pictures } = sent;
  const count = pictures.length === 1 ? "1 picture was" : `${pictures.length} pictures were`;
  return (
    <>
      <p className="cluster">
        <span>
          Notice by <b>{name || "somebody who gave no name"}</b>
          {email ? `, ${email}` : ""}
        </span>
        {isConfirmed ? null : <Badge tone="yellow">Unconfirmed</Badge>}
      </p>
      {objectsToCase ? (
        <p>
          They object to{" "}
          <Link to={casePath(objectsToCase)} className="link">
            an earlier decision
          </Link>
          .
        </p>
      ) : null}
      <p className="mt-2 break-words">
        <b>About:</b> {about}
      </p>
      <blockquote className="mt-2 whitespace-pre-wrap border-l border-line pl-3">{words}</blockquote>
      {pictures.length ? (
        <details className="mt-2">
          <summary className="py-3 font-semibold">{count} sent with it</summary>
          <div className="cluster">
            {pictures.map((id) => (
              <EvidencePicture key={id} id={id} alt="Sent with the notice" />
            ))}
          </div>
        </details>
      ) : null}
    </>
  );
}
