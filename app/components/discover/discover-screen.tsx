// The screen of Discover: results beside the filters, which are a GET form, so that a search can be bookmarked and shared.
import { Form } from "@remix-run/react";
import type { DistanceUnit } from "db/column-types";
import type { ComponentProps, ReactNode } from "react";
import { useFocusOnChange } from "~/browser/use-focus";
import { useQueryForm } from "~/browser/use-query-form";
import { FindArtist } from "~/components/artist/find-artist";
import { formatPercent } from "~/language/intl";
import { t } from "~/language/text";
import { AGE_BOUNDS, COMPATIBILITY_BOUNDS, DISTANCE_BOUNDS } from "~/matching/filters";
import type { DiscoverOrder } from "~/models/match/discover";
import type { FilterFields } from "~/models/match/discover-schema";
import { formatDistance } from "~/models/member/distance";
import { genreName } from "~/models/music/genre";
import type { FieldMessages } from "~/refusal";
import { Button } from "~/ui/button";
import { Chip } from "~/ui/chip";
import { ErrorSummary, FieldGroup } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { RangeField, SliderField } from "~/ui/slider/slider";

/**
 * The screen's `header`, the results (`children`), then the panel with Age Range, Distance, Music Genres, Min Compatibility and
 * Verified Listeners, so that cards come first in the tab order. On small screens a switch beside the header shows one or the
 * other; every `visit` shows the results again, unless the search was refused. `small` says how few people there are, where
 * it moves no card.
 */
export function DiscoverScreen({
  header,
  fields,
  errors = {},
  summary,
  small = null,
  unit,
  hasPhotoChecks,
  order,
  visit,
  children,
}: {
  header: ReactNode;
  fields: FilterFields;
  errors?: FieldMessages;
  summary: string;
  small?: string | null;
  unit: DistanceUnit;
  hasPhotoChecks: boolean;
  order: DiscoverOrder;
  visit: string;
  children: ReactNode;
}) {
  // Hiding the panel drops the focus of its Apply button.
  const toggle = useFocusOnChange<HTMLInputElement>(visit);
  const { ageMin, ageMax, ...others } = errors;
  const age = ageMin ? { ageMin } : ageMax ? { ageMax } : {};
  const refused = Object.entries({ ...age, ...others }).map(([id, message]) => ({ id, message }));

  return (
    <div className="discover lg:grid lg:grid-cols-[minmax(0,1fr)_272px] lg:items-start lg:gap-[0_24px]">
      <input
        key={visit}
        ref={toggle}
        type="checkbox"
        id="show-filters"
        className="choice filters-toggle lg:hidden"
        defaultChecked={refused.length > 0}
      />
      <label
        htmlFor="show-filters"
        className="button button-quiet relative z-raised float-right ml-3 mt-[7px] lg:hidden"
      >
        <Icon name="search" size={20} />
        {t("Filters")}
      </label>
      {header}
      {/* One line, whatever was searched for: the cards stand where their placeholders were. Large text needs more lines. */}
      <p className="filters-summary small-print h-[1.25rem] truncate lg:hidden [@media(max-width:19em)]:h-auto [@media(max-width:19em)]:whitespace-normal">
        {small ?? summary}
      </p>
      <div className="discover-results max-lg:clear-both max-lg:mt-2 max-md:mt-1 lg:row-start-2">
        {children}
      </div>
      {/* As high as the title beside it, so that the cards stand where their placeholders were. */}
      <FindArtist className="max-lg:clear-both max-lg:mx-auto max-lg:mt-8 max-lg:max-w-form lg:col-start-2 lg:row-start-1 lg:mb-6 lg:[&>.text-sm]:hidden" />
      <section
        aria-label={t("Filters")}
        className="filters card p-4 max-lg:clear-both max-lg:mt-2 max-lg:hidden max-md:mt-1 lg:col-start-2 lg:row-start-2"
      >
        {small ? <p className="mb-3 max-lg:hidden">{small}</p> : null}
        <ErrorSummary errors={refused} />
        <FilterForm
          fields={fields}
          errors={errors}
          unit={unit}
          hasPhotoChecks={hasPhotoChecks}
          order={order}
        />
      </section>
    </div>
  );
}

function FilterForm({
  fields,
  errors,
  unit,
  hasPhotoChecks,
  order,
}: {
  order: DiscoverOrder;
  fields: FilterFields;
  errors: FieldMessages;
  unit: DistanceUnit;
  hasPhotoChecks: boolean;
}) {
  const form = useQueryForm({
    genres: fields.genres.filter(({ chosen }) => chosen).map(({ name }) => name),
  });
  return (
    <Form ref={form} method="get" action="/discover" className="stack">
      <RangeField
        legend={t("Age Range")}
        names={["ageMin", "ageMax"]}
        labels={[t("Minimum age"), t("Maximum age")]}
        values={[fields.ageMin, fields.ageMax]}
        {...AGE_BOUNDS}
        format={formatAge}
        error={errors.ageMin ?? errors.ageMax}
      />
      <LimitField
        label={t("Distance")}
        name="maxDistance"
        value={fields.maxDistance}
        {...DISTANCE_BOUNDS}
        format={(miles) => formatDistance(miles, unit)}
        inWords={unit !== "miles"}
        error={errors.maxDistance}
        any={fields.anyDistance ? t("Any distance") : undefined}
      />
      <FieldGroup legend={t("Music Genres")} id="genres" error={errors.genres}>
        <div className="cluster">
          {fields.genres.map(({ name, chosen }) => (
            <Chip key={name} label={genreName(name)} name="genres" value={name} defaultChecked={chosen} />
          ))}
        </div>
      </FieldGroup>
      <LimitField
        label={t("Min Compatibility")}
        name="minCompatibility"
        value={fields.minCompatibility}
        {...COMPATIBILITY_BOUNDS}
        format={formatPercent}
        error={errors.minCompatibility}
        any={fields.anyCompatibility ? t("Any compatibility") : undefined}
      />
      <FieldGroup legend={t("Real People")} id="verifiedListeners" error={errors.verifiedListeners}>
        <Chip
          label={t("Verified listeners only")}
          name="verifiedListeners"
          value="1"
          defaultChecked={fields.verifiedListeners}
        />
        {hasPhotoChecks ? (
          <Chip
            label={t("Photo-checked only")}
            name="photoChecked"
            value="1"
            defaultChecked={fields.photoChecked}
          />
        ) : null}
      </FieldGroup>
      <FieldGroup legend={t("Order")} id="order">
        <Chip label={t("New first")} name="order" value="new" defaultChecked={order === "new"} />
      </FieldGroup>
      <Button>{t("Apply Filters")}</Button>
    </Form>
  );
}

/**
 * A slider with a chip labeled `any` below it that lifts its limit. The last of two values with one name counts, and 0
 * means no limit.
 */
function LimitField({ any, ...slider }: ComponentProps<typeof SliderField> & { any: string | undefined }) {
  return (
    <div>
      <SliderField {...slider} />
      {any ? (
        <p className="mt-2">
          <Chip label={any} name={slider.name} value="0" defaultChecked />
        </p>
      ) : null}
    </div>
  );
}

function formatAge(age: number) {
  return age >= AGE_BOUNDS.max ? `${age}+` : String(age);
}
