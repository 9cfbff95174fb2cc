// A progress bar, drawn as a record's groove.

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
      className="progress-bar"
    >
      <span className={tones[tone]} style={{ width: `${percent}%` }} />
    </div>
  );
}
