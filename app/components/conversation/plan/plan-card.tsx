// Where and when two members meet, set like a ticket: for the two of them, and for a friend.
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useFocusOnChange } from "~/browser/use-focus";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import type { PlanDto } from "~/models/conversation/plan/plan";
import { showPath } from "~/models/show/show-path";
import { DateTime } from "~/ui/date-time";
import { PlanTime } from "./plan-time";

type When = Pick<PlanDto, "date" | "time">;

/** The card of a plan; `said` is the line above it, and `children` its actions. */
export function PlanCard({
  plan,
  said,
  children,
}: {
  plan: When & Pick<PlanDto, "place"> & Partial<Pick<PlanDto, "show">>;
  said: string;
  children?: ReactNode;
}) {
  const { show, place } = plan;
  const heading = useFocusOnChange<HTMLHeadingElement>(said);
  const isMoved = show && !show.isOff && show.date !== plan.date;
  return (
    <section className="card mb-6 border-t-[3px] border-t-rule p-4" aria-labelledby="plan">
      <p className="eyebrow">{said}</p>
      <h2 ref={heading} tabIndex={-1} id="plan" className="mt-1 text-3xl [overflow-wrap:anywhere]" dir="auto">
        {place}
      </h2>
      <p className="mt-1 font-display text-xl font-extrabold">
        <PlanTime plan={plan} />
      </p>
      {show && !show.isOff ? (
        <p className="mt-2">
          <Link to={showPath(show.id)} className="link inline-block py-1">
            {show.name}
          </Link>
        </p>
      ) : null}
      {isMoved ? (
        <p className="mt-2">
          <Trans
            text="<b>The show has moved to {date}.</b> Your plan is still for the day above."
            values={{ date: <DateTime at={show.date} as="weekday" /> }}
            tags={{ b: <b /> }}
          />
        </p>
      ) : null}
      {show?.isOff ? (
        <p className="mt-2">
          <b>{t("The show is off.")}</b>{" "}
          {show.name
            ? t("{name} won't play, but your plan still stands.", { name: show.name })
            : t("Your plan still stands.")}
        </p>
      ) : null}
      {children ? <div className="mt-4">{children}</div> : null}
    </section>
  );
}
