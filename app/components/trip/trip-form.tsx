// The form that adds a trip.
import { TownField } from "~/components/place/town-field";
import { BasicCheckbox, BasicField, BasicForm, BasicSubmit } from "~/forms/basic-form";
import { t } from "~/language/text";

/** Posts to its own page. `dates` are the first and the last day on which a trip can begin. */
export function TripForm({
  id,
  defaults,
  towns,
  dates,
}: {
  id: string;
  defaults: { town: string; from: string; until: string };
  towns: string[];
  dates: { first: string; last: string };
}) {
  const day = { type: "date", required: true, min: dates.first, placeholder: "2026-12-04" } as const;
  return (
    <BasicForm id="add-trip" schema={fetchSchema} defaults={defaults}>
      <input type="hidden" name="id" value={id} autoComplete="off" />
      <TownField name="town" label={t("Town")} required saved={defaults.town} towns={towns} />
      <BasicField name="from" label={t("First day")} {...day} max={dates.last} />
      <BasicField name="until" label={t("Last day")} {...day} />
      <BasicCheckbox name="isEarly" label={t("Show me there from a week before")} />
      <BasicSubmit pending={t("Adding...")}>{t("Add Trip")}</BasicSubmit>
    </BasicForm>
  );
}

async function fetchSchema() {
  return (await import("~/models/trip/trip-schema")).tripInput;
}
