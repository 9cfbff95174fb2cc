// A short summary of a sanction.
import { Link } from "@remix-run/react";
import type { ReportReason } from "db/column-types";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { casePath } from "~/models/safety/case/case";
import { rules, type SanctionDto, sanctionNames } from "~/models/safety/sanctions/sanction";
import { Badge } from "~/ui/card";
import { DateTime } from "~/ui/date-time";

/** The rule's text, or its key if the rule no longer exists. */
export function ruleText(rule: string): string {
  const known = rules[rule as ReportReason];
  return known ? t(known) : rule;
}

/** Shown to moderators; `withCase` adds a link to the case. */
export function SanctionSummary({
  sanction,
  withCase = false,
}: {
  sanction: SanctionDto;
  withCase?: boolean;
}) {
  const { kind, rule, statement, removedNames, startsAt, endsAt, isOverturned, appeal, caseId } = sanction;
  return (
    <div>
      <p className="cluster">
        <b>{t(sanctionNames[kind])}</b>
        {isOverturned ? <Badge tone="green">{t("Overturned")}</Badge> : null}
        {appeal && !appeal.decidedAt ? <Badge tone="yellow">{t("Appealed")}</Badge> : null}
      </p>
      <p className="text-soft">
        <DateTime at={startsAt} as="date" />
        {endsAt ? (
          <>
            {" "}
            <Trans text="to {date}" values={{ date: <DateTime at={endsAt} as="date" /> }} />
          </>
        ) : null}
        {removedNames.length ? ` · ${removedNames.join(", ")}` : ""}
      </p>
      <p>{ruleText(rule)}</p>
      <p className="whitespace-pre-wrap">{statement}</p>
      {withCase ? (
        <Link to={casePath(caseId)} className="link inline-block py-1">
          {t("Open Case")}
        </Link>
      ) : null}
    </div>
  );
}
