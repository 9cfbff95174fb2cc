// The plan of the two in one line, below the head of their chat.
import { Link } from "@remix-run/react";
import { t } from "~/language/text";
import type { Chat } from "~/models/conversation/message";
import { planPath } from "~/models/conversation/plan/plan-path";
import { Icon } from "~/ui/icon";
import { PlanTime } from "./plan-time";

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
