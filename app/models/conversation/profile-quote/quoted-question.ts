// The text of the question of a quoted answer.
import { t } from "~/language/text";
import { promptTexts } from "~/models/member/prompt";
import { questionTexts } from "~/models/question/question";
import type { QuotedQuestion } from "./profile-quote";

/** The question of a quoted answer, as it is shown. */
export function questionIn(quoted: QuotedQuestion): string {
  return t(quoted.type === "prompt" ? promptTexts[quoted.prompt] : questionTexts[quoted.question]);
}
