// The form that saves whether a member reads distances in miles or kilometers.
import { useFetcher } from "@remix-run/react";
import { DISTANCE_UNITS, type DistanceUnit } from "db/column-types";
import { Button } from "~/components/ui/button";
import { SelectField } from "~/components/ui/field";
import { Form } from "~/components/ui/form";
import { DISTANCES_PATH, distanceUnitNames } from "~/models/member/distance";

/** Without scripts it returns to the page `from`. */
export function DistancesForm({ chosen, from }: { chosen: DistanceUnit | null; from: string }) {
  const fetcher = useFetcher({ key: DISTANCES_PATH });
  const isSaving = fetcher.state !== "idle";
  return (
    <Form fetcher={fetcher} action={`${DISTANCES_PATH}?${new URLSearchParams({ from })}`}>
      <SelectField name="unit" label="Distances" defaultValue={chosen ?? ""}>
        <option value="">As in my language</option>
        {DISTANCE_UNITS.map((unit) => (
          <option key={unit} value={unit}>
            {distanceUnitNames[unit]}
          </option>
        ))}
      </SelectField>
      <Button isPending={isSaving} className="mt-3">
        {isSaving ? "Saving..." : "Save"}
      </Button>
    </Form>
  );
}
