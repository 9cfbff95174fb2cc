// When two meet.
import type { PlanDto } from "~/models/conversation/plan/plan";
import { DateTime } from "~/ui/date-time";

/** The day and the time, in the local time of the place. */
export function PlanTime({ plan: { date, time } }: { plan: Pick<PlanDto, "date" | "time"> }) {
  return (
    <>
      <DateTime at={date} as="weekday" /> · <DateTime at={`${date}T${time}`} as="clockOfDay" />
    </>
  );
}
