// What stands below a member's name: labeled lines, a trip, and a show that both go to

import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { t } from "~/language/text";
import { describeShared, type SharedShow } from "~/models/show/show";
import { showPath } from "~/models/show/show-path";
import { Icon } from "~/ui/icon";

/** Labeled lines such as Top Artists; lines without text are left out. */
export function MemberDetails({ lines }: { lines: { label: string; text: ReactNode }[] }) {
  return (
    <dl>
      {lines
        .filter((line) => line.text)
        .map((line) => (
          <div key={line.label} className="pt-2">
            <dt className="eyebrow">{line.label}</dt>
            <dd>{line.text}</dd>
          </div>
        ))}
    </dl>
  );
}

/** "Visiting Berlin, Mar 3–6"; renders nothing without a trip. */
export function TripLine({ trip }: { trip: string }) {
  if (!trip) return null;
  return (
    <p className="mt-2 flex items-center">
      <Icon name="place" size={20} className="mr-2 flex-none text-red" />
      <span className="min-w-0" dir="auto">
        {t("Visiting {trip}", { trip })}
      </span>
    </p>
  );
}

/** "Also going to Low on Friday"; renders nothing without a show. */
export function SharedShowLine({ show }: { show: SharedShow | null }) {
  if (!show) return null;
  return (
    <p className="mt-2 flex items-center">
      <Icon name="shows" size={20} className="mr-2 flex-none text-red" />
      <Link to={showPath(show.id)} className="link inline-block min-w-0 py-2" dir="auto">
        {t("Also going to {show}", { show: describeShared(show) })}
      </Link>
    </p>
  );
}
