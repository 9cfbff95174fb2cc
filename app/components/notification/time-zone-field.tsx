// The field of a member's time zone.
import { useEffect, useRef } from "react";
import { BasicSelect } from "~/forms/basic-form";
import { t } from "~/language/text";

/** The browser's own time zone is chosen until another one is saved. */
export function TimeZoneField({ current, timeZones }: { current: string | null; timeZones: string[] }) {
  const select = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const field = select.current?.querySelector("select");
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (field && !current && timeZones.includes(own)) field.value = own;
  }, [current, timeZones]);
  const zones = current && !timeZones.includes(current) ? [current, ...timeZones] : timeZones;
  return (
    <div ref={select}>
      <BasicSelect
        name="timeZone"
        label={t("Time zone")}
        none="UTC"
        options={Object.fromEntries(zones.map((name) => [name, name.replace(/_/g, " ")]))}
      />
    </div>
  );
}
