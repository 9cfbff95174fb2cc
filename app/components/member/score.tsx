// A compatibility score as a round record label.
import { msg, t } from "~/language/text";

type ScoreTone = "success" | "primary" | "accent";

/** Returns success from 80, primary from 60, else accent. */
export function scoreTone(score: number): ScoreTone {
  if (score >= 80) return "success";
  return score >= 60 ? "primary" : "accent";
}

const descriptions = {
  success: msg("match, a strong match"),
  primary: msg("match, a good match"),
  accent: msg("match, some common ground"),
};
const fills = { success: "var(--green)", primary: "var(--red)", accent: "#fbf7ec" };
const textColors = { success: "text-on-green", primary: "text-on-red", accent: "text-ink-always" };

/**
 * Shows the score on a record label: green from 80, red from 60, white below; screen readers get a sentence. `className` sets
 * its place and size. It is part of a drawing, so its colors don't follow the theme.
 */
export function ScoreLabel({ score, className }: { score: number; className: string }) {
  const tone = scoreTone(score);
  return (
    <span
      className={`score inline-block flex-none text-center font-display font-extrabold forced-color-adjust-none ${textColors[tone]} ${className}`}
    >
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
      <b className="relative font-extrabold">{score}%</b>
      <span className="sr-only"> {score ? t(descriptions[tone]) : t("match")}</span>
    </span>
  );
}
