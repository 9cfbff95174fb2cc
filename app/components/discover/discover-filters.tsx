// The filter panel of Discover: a form of its own address, so that filters can be kept, shared and gone back to.
import { Form } from "@remix-run/react";
import { AGE_BOUNDS, COMPATIBILITY_BOUNDS, DISTANCE_BOUNDS } from "~/models/discover-bounds";
import type { FilterFields } from "~/models/discover-screen";
import type { FieldMessages } from "~/models/refusal";
import { Button } from "./button";
import { Chip } from "./chip";
import { ErrorSummary, FieldGroup } from "./field";
import { Icon } from "./icons";
import { RangeField, SliderField } from "./slider";

/**
 * Age Range, Distance, Music Genres, Min Compatibility. On small screens it is folded away behind a switch that shows
 * `summary`; a refused search leaves it open. `version` changes with the address and folds it again.
 */
export function DiscoverFilters({
  fields,
  errors = {},
  summary,
  version,
}: {
  fields: FilterFields;
  errors?: FieldMessages;
  summary: string;
  version: string;
}) {
  const refused = Object.entries(errors).map(([id, message]) => ({ id, message }));
  return (
    <section aria-label="Filters" className="filters">
      <input
        key={version}
        type="checkbox"
        id="show-filters"
        className="filters-switch"
        defaultChecked={refused.length > 0}
      />
      <label htmlFor="show-filters" className="button button-quiet filters-label">
        <Icon name="search" size={20} />
        Filters
      </label>
      <p className="filters-summary">{summary}</p>
      <div className="filters-panel sleeve p-4">
        <ErrorSummary errors={refused} />
        <Form method="get" action="/discover" className="stack">
          <RangeField
            legend="Age Range"
            names={["ageMin", "ageMax"]}
            labels={["From age", "To age"]}
            values={[fields.ageMin, fields.ageMax]}
            {...AGE_BOUNDS}
            format={formatAge}
            error={errors.ageMin ?? errors.ageMax}
          />
          <div>
            <SliderField
              label="Distance"
              name="maxDistance"
              value={fields.maxDistance}
              {...DISTANCE_BOUNDS}
              format={formatMiles}
              error={errors.maxDistance}
            />
            <AnyChip label="Any distance" name="maxDistance" chosen={fields.anyDistance} />
          </div>
          <FieldGroup legend="Music Genres" id="genres" error={errors.genres}>
            <div key={version} className="cluster">
              {fields.genres.map(({ name, chosen }) => (
                <Chip key={name} label={name} name="genres" value={name} defaultChecked={chosen} />
              ))}
            </div>
          </FieldGroup>
          <div>
            <SliderField
              label="Min Compatibility"
              name="minCompatibility"
              value={fields.minCompatibility}
              {...COMPATIBILITY_BOUNDS}
              format={formatPercent}
              error={errors.minCompatibility}
            />
            <AnyChip label="Any compatibility" name="minCompatibility" chosen={fields.anyCompatibility} />
          </div>
          <Button>Apply Filters</Button>
        </Form>
      </div>
    </section>
  );
}

/** Keeps a limit lifted that is lifted: of two values of one name the last counts, and 0 is no limit. */
function AnyChip({ label, name, chosen }: { label: string; name: string; chosen: boolean }) {
  if (!chosen) return null;
  return (
    <p className="mt-2">
      <Chip label={label} name={name} value="0" defaultChecked />
    </p>
  );
}

function formatAge(age: number) {
  return age >= AGE_BOUNDS.max ? `${age}+` : String(age);
}

function formatMiles(miles: number) {
  return `${miles} miles`;
}

function formatPercent(percent: number) {
  return `${percent}%`;
}
