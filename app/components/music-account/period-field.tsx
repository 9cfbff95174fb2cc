// The time over which a service counts what a member plays most.
import { PLAY_PERIODS, type PlayPeriod } from "db/column-types";
import { t } from "~/language/text";
import { DEFAULT_PERIOD, periodLabels } from "~/models/music-account/music-account";
import { SelectField } from "~/ui/field";

export function PeriodField({ id, chosen = DEFAULT_PERIOD }: { id: string; chosen?: string }) {
  return (
    <SelectField name="period" id={id} label={t("Most played")} defaultValue={chosen}>
      {PLAY_PERIODS.map((period: PlayPeriod) => (
        <option key={period} value={period}>
          {t(periodLabels[period])}
        </option>
      ))}
    </SelectField>
  );
}
