// The words of the question that a quoted answer answers.
import { promptTexts } from "~/models/member/prompt";
import { questionTexts } from "~/models/question/question";
import type { QuotedQuestion } from "./profile-quote";

/** The question that a quoted answer answers, as it is shown. */
export function questionIn(quoted: QuotedQuestion): string {
  return quoted.type === "prompt" ? promptTexts[quoted.prompt] : questionTexts[quoted.question];
}
