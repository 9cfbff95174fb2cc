// Others' answers to the question of the day.
import { Link } from "@remix-run/react";
import { LikeThis } from "~/components/member/like-this";
import { t } from "~/language/text";
import type { ShownQuestion } from "~/models/question/question";
import { reportPath } from "~/models/safety/report";
import { Avatar } from "~/ui/avatar";
import { Badge } from "~/ui/card";
import { AnswerText } from "./answer-text";

/** The answers in the order of the scores, each with its author and actions. */
export function AnswerList({ question, answers }: Pick<ShownQuestion, "question" | "answers">) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-[repeat(2,minmax(0,1fr))] [&_.prompt-answer]:text-[1.5rem]">
      {answers.map(({ id, name, face, score, answer, canSendNote, reportId }) => (
        <li key={id}>
          <article className="card p-4" aria-label={`${name}'s answer`}>
            <AnswerText answer={answer} />
            <div className="mt-3 flex items-center">
              <Link to={`/members/${id}`} className="flex min-w-0 flex-1 items-center hover:text-red">
                <Avatar face={face} round />
                <b className="ml-3 min-w-0">
                  <bdi>{name}</bdi>
                </b>
              </Link>
              {score ? <Badge>{t("{score}% match", { score })}</Badge> : null}
            </div>
            <div className="cluster mt-3">
              {canSendNote ? (
                <LikeThis
                  memberId={id}
                  quote={{ type: "answer", question: question.id }}
                  about={`${name}'s answer`}
                />
              ) : null}
              <Link
                to={reportPath("answer", reportId)}
                className="link py-3 text-sm"
                aria-label={t("Report {name}'s answer", { name })}
              >
                {t("Report", { as: "button" })}
              </Link>
            </div>
          </article>
        </li>
      ))}
    </ul>
  );
}
