// The plan of two in one line, below the head of their chat, and when they meet.
import { Link } from "@remix-run/react";
import { t } from "~/language/text";
import type { Chat } from "~/models/conversation/message";
import type { PlanDto } from "~/models/conversation/plan/plan";
import { planPath } from "~/models/conversation/plan/plan-path";
import { DateTime } from "~/ui/date-time";
import { Icon } from "~/ui/icon";

/** Renders nothing without a plan. */
export function PlanLine({ chat: { id, partner, plan, status } }: { chat: Chat }) {
  if (!plan || status !== "open" || partner.hasLeft) return null;
  const { said, asks, place } = plan;
  return (
    <Link
      to={planPath(id)}
      className="flex min-h-11 items-center border-b border-line bg-paper px-3 py-2 hover:text-red"
    >
      <Icon name="calendar" size={20} className="mr-3 flex-none text-red" />
      <span className="flex min-w-0 flex-1 flex-wrap items-center">
        <span className="min-w-0 flex-1 basis-[9rem]">
          <span className={asks ? "font-semibold" : "text-sm text-soft"}>{said} </span>
          <span className="line-clamp-2" dir="auto">
            <PlanTime plan={plan} /> · {place}
          </span>
        </span>
        {asks ? <span className="link ml-3 flex-none">{t("Answer", { as: "button" })}</span> : null}
      </span>
    </Link>
  );
}

/** The day and the time, which are those of the place. */
export function PlanTime({ plan: { date, time } }: { plan: Pick<PlanDto, "date" | "time"> }) {
  return (
    <>
      <DateTime at={date} as="weekday" /> · <DateTime at={`${date}T${time}`} as="clockOfDay" />
    </>
  );
}
