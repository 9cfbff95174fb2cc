// A list of named numbers or facts.

import { formatNumber } from "~/language/intl";

/** A column of named numbers or facts. */
export function DescriptionList({
  figures,
}: {
  figures: { label: string; value: number | string; unit?: string }[];
}) {
  return (
    <dl className="divided">
      {figures.map(({ label, value, unit = "" }) => (
        <div key={label} className="flex flex-wrap items-baseline justify-between py-2">
          <dt className="mr-3">{label}</dt>
          <dd className="min-w-0 font-display text-3xl font-extrabold">
            {typeof value === "number" ? formatNumber(value) : value}
            {unit}
          </dd>
        </div>
      ))}
    </dl>
  );
}
