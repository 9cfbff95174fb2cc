// The tone a score is shown in.

export type ScoreTone = "success" | "primary" | "accent";

/** Returns success from 80, primary from 60, else accent. */
export function scoreTone(score: number): ScoreTone {
  if (score >= 80) return "success";
  return score >= 60 ? "primary" : "accent";
}
