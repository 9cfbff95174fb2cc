// The reports of a case: their list, and the open one.
import { Link } from "@remix-run/react";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
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
    <Card title={t("{count, plural, one {# report} other {# reports}}", { count: reportCount })}>
      <ul className="divided">
        {reports.map(({ id: reportId, createdAt, reason, noticeReason, reporter }) => (
          <li key={reportId} className="py-2">
            <Link
              to={caseReportPath(id, reportId)}
              className="link"
              aria-current={reportId === open?.id ? "page" : undefined}
            >
              {t(noticeReason ? noticeReasons[noticeReason].label : reasonLabels[reason])}
            </Link>{" "}
            · {noticeReason ? t("Notice") : (reporter ?? t("A deleted member"))} ·{" "}
            <DateTime at={createdAt} as="date" />
          </li>
        ))}
      </ul>
      {newerReports || olderReports ? (
        <p className="cluster mt-3">
          {newerReports ? (
            <ButtonLink to={caseReportPath(id, newerReports)}>{t("Newer reports")}</ButtonLink>
          ) : null}
          {olderReports ? (
            <ButtonLink to={caseReportPath(id, olderReports)}>{t("Older reports")}</ButtonLink>
          ) : null}
        </p>
      ) : null}
    </Card>
  );
}

/** Shows what was reported and by whom, with the evidence. */
export function CaseReportCard({ caseId, report }: { caseId: string; report: CaseReport }) {
  const { reporter, reported, thing, evidence, words, createdAt, reason, notice } = report;
  const title = t(notice ? noticeReasons[notice.reason].label : reasonLabels[reason]);
  return (
    <Card title={title} note={<DateTime at={createdAt} as="date" />}>
      {notice ? (
        <NoticeText notice={notice} />
      ) : (
        <p>
          <Trans
            text="{reporter} reported {thing}."
            values={{ reporter: reporter ? <b>{reporter.name}</b> : t("A deleted member"), thing }}
          />
        </p>
      )}
      {reporter ? (
        <p className="text-soft">
          {t("Their reports: {upheld} upheld, {dismissed} dismissed, {open} open.", {
            upheld: reporter.upheld,
            dismissed: reporter.dismissed,
            open: reporter.open,
          })}
        </p>
      ) : null}
      {words ? (
        <blockquote className="mt-2 whitespace-pre-wrap border-l border-line pl-3">{words}</blockquote>
      ) : null}
      {evidence ? (
        <details open className="mt-2">
          <summary className="py-3 font-semibold">{t("Evidence")}</summary>
          <EvidenceView
            {...{ caseId, report, evidence }}
            names={{ reporter: reporter?.name ?? (notice ? t("The other member") : t("Reporter")), reported }}
          />
        </details>
      ) : notice ? null : (
        <p className="mt-2 text-soft">{t("The evidence has expired.")}</p>
      )}
    </Card>
  );
}

/** A notice's text, with its sender. */
function NoticeText({ notice: { sent, objectsToCase } }: { notice: CaseNotice }) {
  if (!sent) return <p className="text-soft">{t("The notice has been deleted.")}</p>;
  const { about, words, name, email, isConfirmed, pictures } = sent;
  return (
    <>
      <p className="cluster">
        <span>
          <Trans text="Notice by {name}" values={{ name: <b>{name || t("somebody who gave no name")}</b> }} />
          {email ? `, ${email}` : ""}
        </span>
        {isConfirmed ? null : <Badge tone="yellow">{t("Unconfirmed")}</Badge>}
      </p>
      {objectsToCase ? (
        <p>
          <Trans
            text="They object to <link>an earlier decision</link>."
            tags={{ link: <Link to={casePath(objectsToCase)} className="link" /> }}
          />
        </p>
      ) : null}
      <p className="mt-2 break-words">
        <b>{t("About:")}</b> {about}
      </p>
      <blockquote className="mt-2 whitespace-pre-wrap border-l border-line pl-3">{words}</blockquote>
      {pictures.length ? (
        <details className="mt-2">
          <summary className="py-3 font-semibold">
            {t("{count, plural, one {1 picture was sent with it} other {# pictures were sent with it}}", {
              count: pictures.length,
            })}
          </summary>
          <div className="cluster">
            {pictures.map((id) => (
              <EvidencePicture key={id} id={id} alt={t("Sent with the notice")} />
            ))}
          </div>
        </details>
      ) : null}
    </>
  );
}
