// What a friend sees of a plan.
import type { SharedPlan } from "~/models/conversation/plan/plan";
import { DateTime } from "~/ui/date-time";
import { PlanCard } from "./plan-card";

/** The plan, the sharer's note, and whether they have said that they are home. */
export function SharedPlanCard({ plan }: { plan: SharedPlan }) {
  const { sharer, other, note, home } = plan;
  return (
    <PlanCard plan={plan} said={`${sharer} and ${other}`}>
      {note ? (
        <p className="whitespace-pre-wrap border-l-2 border-line pl-3" dir="auto">
          {note}
        </p>
      ) : null}
      {home ? (
        <p className="mt-4 font-semibold">
          {home.since ? null : <span className="eyebrow block">Home safe?</span>}
          {home.since ? (
            <>
              Home since <DateTime at={home.since} as="clockOfDay" />
            </>
          ) : (
            "No answer yet"
          )}
        </p>
      ) : null}
    </PlanCard>
  );
}
