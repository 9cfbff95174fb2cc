import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { useQueryForm } from "~/browser/use-query-form";
import { titled } from "~/community";
import { ShowDays, ShowRow } from "~/components/show/show-list";
import { describeMonth } from "~/days";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { DISTANCE_BOUNDS } from "~/matching/filters";
import { formatDistance } from "~/models/member/distance";
import { readDistanceUnit } from "~/models/member/distance.server";
import { profilePath } from "~/models/member/profile";
import { LISTED_DAYS, NEAR_MILES } from "~/models/show/show";
import { listMonths, listOwnShows, listShows } from "~/models/show/show-list.server";
import { NEW_SHOW_PATH, SHOWS_PATH } from "~/models/show/show-path";
import { readShowFilters } from "~/models/show/show-schema";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/card";
import { CheckField, SelectField } from "~/ui/field";
import { PageHeader, Pages } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Shows")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const params = new URL(request.url).searchParams;
  const { cursor, ...filters } = readShowFilters(params);
  const [listed, own] = await Promise.all([
    listShows(member, filters, cursor),
    cursor ? [] : listOwnShows(member),
  ]);
  const pageOf = (next?: string) => {
    const query = new URLSearchParams(params);
    query.delete("cursor");
    if (next) query.set("cursor", next);
    return `${SHOWS_PATH}?${query}`;
  };
  return {
    filters,
    shows: listed.shows,
    own,
    months: listMonths(member),
    hasTown: member.cell !== null,
    unit: readDistanceUnit(request, member),
    firstPage: cursor ? pageOf() : undefined,
    nextPage: listed.next && pageOf(listed.next.cursor),
  };
}

export default function Shows() {
  const { filters, shows, own, months, hasTown, unit, firstPage, nextPage } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const add = { to: `${NEW_SHOW_PATH}${search}`, label: t("Add Show") };
  return (
    <>
      <PageHeader title={t("Shows")} eyebrow={t("Side A · 4")} action={add} />
      <Outlet />
      {own.length ? (
        <section className="card mb-6" aria-labelledby="own-shows">
          <header className="border-b border-line px-4 py-3">
            <h2 id="own-shows">{t("You're going to")}</h2>
          </header>
          <ul className="divided px-4">
            {own.map((show) => (
              <li key={show.id}>
                <ShowRow show={show} unit={unit} hasDate isOwn />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <Filters filters={filters} months={months} hasTown={hasTown} unit={unit} />
      {hasTown ? null : (
        <p className="mb-4 text-sm">
          <Link to={profilePath("profile")} className="link">
            {t("Add your town to see what's on near you")}
          </Link>
        </p>
      )}
      {shows.length ? (
        <ShowDays shows={shows} unit={unit} />
      ) : (
        <EmptyState
          title={t("Nothing on yet")}
          text={describeEmpty(filters)}
          action={{ ...add, title: t("Add Show") }}
        >
          {filters.within < DISTANCE_BOUNDS.max || filters.mine || filters.month ? (
            <Link to={`${SHOWS_PATH}?within=${DISTANCE_BOUNDS.max}`} className="button button-quiet">
              {t("Show everything within {distance}", {
                distance: formatDistance(DISTANCE_BOUNDS.max, unit),
              })}
            </Link>
          ) : null}
        </EmptyState>
      )}
      <Pages first={firstPage} next={nextPage} />
    </>
  );
}

function describeEmpty({ mine, month }: { mine: boolean; month: string }): string {
  if (mine)
    return t(
      "None of your artists plays near you in this time, as far as anybody here knows. Know of a show?",
    );
  if (month) return t("Nobody has added a show for this month. Know of one?");
  return t("Nobody has added a show near you for the next {days} days. Know of one?", {
    days: LISTED_DAYS,
  });
}

type FiltersProps = Pick<
  ReturnType<typeof useLoaderData<typeof loader>>,
  "filters" | "months" | "hasTown" | "unit"
>;

const DISTANCES = [10, 25, NEAR_MILES, DISTANCE_BOUNDS.max];

/** A GET form, so that a list can be bookmarked and returned to. */
function Filters({ filters: { within, mine, month }, months, hasTown, unit }: FiltersProps) {
  const form = useQueryForm({ within: String(within), month, mine: mine ? ["on"] : [] });
  const distances = [...new Set([...DISTANCES, within])].sort((one, other) => one - other);
  return (
    <Form ref={form} method="get" action={SHOWS_PATH} className="mb-6">
      <div className="flex flex-wrap items-end [&>*]:mb-2 [&>*]:mr-4">
        {hasTown ? (
          <SelectField label={t("Within")} name="within" id="within" defaultValue={within}>
            {distances.map((miles) => (
              <option key={miles} value={miles}>
                {formatDistance(miles, unit)}
              </option>
            ))}
          </SelectField>
        ) : null}
        <SelectField label={t("Month")} name="month" id="month" defaultValue={month}>
          <option value="">{t("Next {days} days", { days: LISTED_DAYS })}</option>
          {months.map((name) => (
            <option key={name} value={name}>
              {describeMonth(name)}
            </option>
          ))}
        </SelectField>
        <CheckField label={t("My artists only")} name="mine" id="mine" defaultChecked={mine} />
        <Button>{t("Apply")}</Button>
      </div>
    </Form>
  );
}
