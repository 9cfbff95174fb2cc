// Shows in lists: by day, with the first artist's sleeve.
import { Link } from "@remix-run/react";
import type { DistanceUnit } from "db/column-types";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { describeDistance } from "~/models/match/member-card";
import { nameShow, type ShowDto, shortTown } from "~/models/show/show";
import { showPath } from "~/models/show/show-path";
import { Badge } from "~/ui/card";
import { DateTime } from "~/ui/date-time";
import { Sleeve } from "~/ui/sleeve";

/** The shows under headings with their days; `level` is the level of these headings. */
export function ShowDays({
  shows,
  unit,
  level: Heading = "h2",
}: {
  shows: ShowDto[];
  unit: DistanceUnit;
  level?: "h2" | "h3";
}) {
  const days = [...new Set(shows.map(({ date }) => date))];
  return (
    <>
      {days.map((date) => (
        <section key={date} className="mb-6" aria-labelledby={`day-${date}`}>
          <Heading
            id={`day-${date}`}
            className="border-b-[3px] border-rule pb-1 font-display text-xl font-extrabold"
          >
            <DateTime at={date} as="day" />
          </Heading>
          <ul className="divided">
            {shows
              .filter((show) => show.date === date)
              .map((show) => (
                <li key={show.id}>
                  <ShowRow show={show} unit={unit} />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/**
 * One link: the artists as on a poster, the place, and why it is listed; `hasDate` adds the day, and in a list of the viewer's
 * own shows (`isOwn`) going isn't repeated for each.
 */
export function ShowRow({
  show,
  unit,
  hasDate = false,
  isOwn = false,
}: {
  show: ShowDto;
  unit: DistanceUnit;
  hasDate?: boolean;
  isOwn?: boolean;
}) {
  const { artists, venue, town, doors, isCancelled, yours, going } = show;
  const far = describeFar(show, unit);
  return (
    <Link to={showPath(show.id)} className="flex items-start py-3 hover:text-red">
      <Sleeve artist="" title={artists[0] ?? ""} size="medium" />
      <span className="ml-3 min-w-0 flex-1">
        <b
          className={`block font-display text-[1.5rem] font-extrabold leading-[1.75rem] ${isCancelled ? "line-through" : ""}`}
          dir="auto"
        >
          {nameShow(artists)}
        </b>
        {hasDate ? (
          <span className="block font-semibold">
            <DateTime at={show.date} as="day" />
          </span>
        ) : null}
        <span className="block" dir="auto">
          {`${venue}, ${shortTown(town)}`}
        </span>
        <span className="block text-sm text-soft">
          {doors ? <Doors date={show.date} time={doors} /> : null}
          {doors && far ? " · " : null}
          {far}
        </span>
        {isCancelled || yours || (going !== "no" && !isOwn) ? (
          <span className="cluster mt-1">
            {isCancelled ? <Badge tone="red">{t("Cancelled")}</Badge> : null}
            {yours ? (
              <Badge tone={yours.isListed ? "yellow" : "plain"}>{describeYours(yours, artists)}</Badge>
            ) : null}
            {going !== "no" && !isOwn ? <Badge tone="green">{t("You're going")}</Badge> : null}
          </span>
        ) : null}
      </span>
    </Link>
  );
}

/** "Doors 7:30 PM". */
export function Doors({ date, time }: { date: string; time: string }) {
  return <Trans text="Doors {time}" values={{ time: <DateTime at={`${date}T${time}`} as="clockOfDay" /> }} />;
}

function describeFar({ distance, town }: ShowDto, unit: DistanceUnit): string {
  return distance === null ? "" : describeDistance({ distance, location: town }, unit);
}

/** "On your list", or the artist of the list to whom one of the show's is alike. */
function describeYours({ artist, isListed }: NonNullable<ShowDto["yours"]>, artists: string[]): string {
  if (!isListed) return t("For people who love {artist}", { artist });
  return artists[0] === artist ? t("On your list") : t("{artist} is on your list", { artist });
}
