// The form that saves whether a member reads distances in miles or kilometers.
import type { DistanceUnit } from "db/column-types";
import { ChoiceForm } from "~/forms/choice-form";
import { t } from "~/language/text";
import { DISTANCES_PATH, distanceUnitNames } from "~/models/member/distance";

/** Without scripts it returns to the page `from`. */
export function DistancesForm({ chosen, from }: { chosen: DistanceUnit | null; from: string }) {
  return (
    <ChoiceForm
      action={DISTANCES_PATH}
      from={from}
      name="unit"
      label={t("Distances")}
      chosen={chosen ?? ""}
      options={{ "": t("As in my language"), ...distanceUnitNames }}
    />
  );
}
