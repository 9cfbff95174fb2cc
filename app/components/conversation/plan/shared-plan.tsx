// A plan as a friend sees it.
import { formatList } from "~/language/intl";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import type { SharedPlan } from "~/models/conversation/plan/plan";
import { DateTime } from "~/ui/date-time";
import { PlanCard } from "./plan-card";

/** The plan, the sharer's note, and whether they have said that they are home. */
export function SharedPlanCard({ plan }: { plan: SharedPlan }) {
  const { sharer, other, note, home } = plan;
  return (
    <PlanCard plan={plan} said={formatList([sharer, other])}>
      {note ? (
        <p className="whitespace-pre-wrap border-l-2 border-line pl-3" dir="auto">
          {note}
        </p>
      ) : null}
      {home ? (
        <p className="mt-4 font-semibold">
          {home.since ? null : <span className="eyebrow block">{t("Home safe?")}</span>}
          {home.since ? (
            <Trans text="Home since {date}" values={{ date: <DateTime at={home.since} as="clockOfDay" /> }} />
          ) : (
            t("No answer yet")
          )}
        </p>
      ) : null}
    </PlanCard>
  );
}
