// The question of the day on the home screen, or the answers of the member and others.

import { FaceRow } from "~/components/member/face-row";
import { t } from "~/language/text";
import { nameListenable } from "~/models/music/listen";
import type { ShownQuestion } from "~/models/question/question";
import { QUESTION_PATH } from "~/models/question/question";
import { ButtonLink } from "~/ui/button";
import { AnswerText } from "./answer-text";

const SHOWN = 3;

/** Shows the answers of others only beside the member's own. The form has a page of its own, because Home is heavy enough. */
export function QuestionCard({ question, answer, answers, next }: ShownQuestion) {
  return (
    <section className="card mb-6 p-4" aria-labelledby="todays-question">
      <p className="eyebrow">{t("Today's question")}</p>
      <h2 id="todays-question" className="mb-3 text-3xl font-black leading-[1.05] md:text-[2.5rem]">
        {question.text}
      </h2>
      {answer ? <AnswerText answer={answer} /> : null}
      {answers.length ? (
        <ul className="divided mt-3">
          {answers.slice(0, SHOWN).map(({ id, name, face, answer: { text, song } }) => (
            <li key={id}>
              <FaceRow to={QUESTION_PATH} face={face} name={name}>
                <span className="line-clamp-2 text-sm" dir="auto">
                  {text || nameListenable({ artist: song?.artist ?? "", title: song?.title ?? t("A song") })}
                </span>
              </FaceRow>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="cluster mt-3">
        <ButtonLink to={QUESTION_PATH} variant={answer ? "quiet" : "primary"}>
          {answer
            ? answers.length
              ? t("See What Others Said")
              : t("Change Your Answer")
            : t("Answer", { as: "button" })}
        </ButtonLink>
        <p className="text-sm text-soft">{next}</p>
      </div>
    </section>
  );
}
