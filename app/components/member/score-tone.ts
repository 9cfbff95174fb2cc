// Which of three tones a score is shown in.

export type ScoreTone = "success" | "primary" | "accent";

/** 80 and more is success, 60 and more primary, the rest accent. */
export function scoreTone(score: number): ScoreTone {
  if (score >= 80) return "success";
  return score >= 60 ? "primary" : "accent";
}
