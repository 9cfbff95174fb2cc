// A progress bar: a record's grooves with the needle at the value.

const tones = { success: "bg-green", primary: "bg-red", accent: "bg-edge" };

/** Draws `value` of `max`; `label` is read out. */
export function ProgressBar({
  value,
  max = 100,
  label,
  tone = "primary",
}: {
  value: number;
  max?: number;
  label: string;
  tone?: keyof typeof tones;
}) {
  const percent = max > 0 ? Math.min(100, Math.max(0, (100 * value) / max)) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className="relative h-[13px] border-y border-edge bg-[repeating-linear-gradient(transparent,transparent_3px,var(--edge)_3px,var(--edge)_4px)]"
    >
      <span
        className={`relative block h-[11px] after:absolute after:-right-0.5 after:-top-[5px] after:h-[21px] after:w-1 after:rounded-[2px] after:bg-ink forced-colors:bg-[color:Highlight] forced-colors:after:bg-[color:CanvasText] ${tones[tone]}`}
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
