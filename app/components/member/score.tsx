// A compatibility score: the round record label with its number, and the groove that shows it as a bar.
import { scoreTone } from "./score-tone";

const words = { success: "a strong match", primary: "a good match", accent: "some common ground" };
const fills = { success: "var(--green)", primary: "var(--red)", accent: "#fbf7ec" };

/** The score on a record label: green from 80, red from 60, a white label below; said in words as well. */
export function ScoreLabel({ score, size = "regular" }: { score: number; size?: "regular" | "large" }) {
  const tone = scoreTone(score);
  return (
    <span className={`score score-${tone} ${size === "large" ? "score-large" : ""}`}>
      <svg aria-hidden="true" viewBox="0 0 64 64">
        <circle cx="32" cy="32" r="32" fill="var(--vinyl)" />
        <g fill="none" stroke="var(--vinyl-groove)">
          <circle cx="32" cy="32" r="30" />
          <circle cx="32" cy="32" r="27.5" />
        </g>
        <circle cx="32" cy="32" r="24.5" fill={fills[tone]} />
        <circle cx="32" cy="32" r="31.5" fill="none" stroke="var(--vinyl-groove)" />
        <circle cx="32" cy="49" r="1.75" fill="var(--vinyl)" />
      </svg>
      <b>{score}%</b>
      <span className="sr-only"> match, {words[tone]}</span>
    </span>
  );
}

/** How far something is, as a record's groove: `label` is read out, `value` of `max` is drawn. */
export function Groove({
  value,
  max = 100,
  label,
  tone = "primary",
}: {
  value: number;
  max?: number;
  label: string;
  tone?: "success" | "primary" | "accent";
}) {
  const percent = max > 0 ? Math.min(100, Math.max(0, (100 * value) / max)) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className={`groove groove-${tone}`}
    >
      <span style={{ width: `${percent}%` }} />
    </div>
  );
}
