// The moderators' queue.
import { Link } from "@remix-run/react";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { type CaseRow, type Clock, casePath, severityNames, WAITING } from "~/models/safety/case/case";
import { noticeReasons } from "~/models/safety/notice/notice";
import { reasonLabels } from "~/models/safety/report";
import { Badge } from "~/ui/card";
import { DateTime } from "~/ui/date-time";

const tones = ["quiet", "yellow", "red"] as const;

/** A case's severity as a word and a color. */
export function SeverityBadge({ severity }: { severity: number }) {
  return <Badge tone={tones[severity]}>{severityNames[severity] ? t(severityNames[severity]) : ""}</Badge>;
}

/** How much time is left until a case is due. */
export function ClockBadge({ clock }: { clock: Clock | null }) {
  if (!clock) return null;
  return <Badge tone={clock.isRed ? "red" : "yellow"}>{clock.text}</Badge>;
}

function describeReasons({ reasons, noticeReasons: noticed }: CaseRow): string {
  const notices = noticed.map((reason) => t("Notice: {reason}", { reason: noticeReasons[reason].label }));
  return [...notices, ...reasons.map((reason) => t(reasonLabels[reason]))].join(", ");
}

/** Lists open cases in order, each as a link. */
export function CaseList({ cases }: { cases: CaseRow[] }) {
  return (
    <ul className="card divided px-4">
      {cases.map((row) => (
        <li key={row.id} className="py-3">
          <div className="cluster">
            <Link to={casePath(row.id)} className="link py-1 font-semibold">
              {row.memberName}
            </Link>
            <SeverityBadge severity={row.severity} />
            <ClockBadge clock={row.clock} />
            {row.claimedBy ? (
              <Badge tone={row.isMine ? "green" : "plain"}>
                {row.isMine ? t("Yours", { as: "case" }) : row.claimedBy}
              </Badge>
            ) : null}
            {row.asksMe ? <Badge tone="green">{t("Asks for your opinion")}</Badge> : null}
            {row.lastSaid ? (
              <Badge tone={row.lastSaid === "answer" ? "green" : "quiet"}>
                {row.lastSaid === "answer" ? t("Answered") : t(WAITING)}
              </Badge>
            ) : null}
          </div>
          <p className="text-soft">
            <Trans
              text="{reasons} · {count, plural, one {1 report} other {# reports}} · open since {date}"
              values={{
                reasons: describeReasons(row),
                count: row.reportCount,
                date: <DateTime at={row.openedAt} as="date" />,
              }}
            />
          </p>
        </li>
      ))}
    </ul>
  );
}
