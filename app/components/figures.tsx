// Numbers with their names, one below the other.

/** A column of named numbers. */
export function Figures({ figures }: { figures: { label: string; value: number; unit?: string }[] }) {
  return (
    <dl className="divided">
      {figures.map(({ label, value, unit = "" }) => (
        <div key={label} className="flex items-baseline justify-between py-2">
          <dt>{label}</dt>
          <dd className="ml-3 font-display text-title font-extrabold">
            {value.toLocaleString("en-US")}
            {unit}
          </dd>
        </div>
      ))}
    </dl>
  );
}
