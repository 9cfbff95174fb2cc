// Practice: the round just played, the current question, and the end.
import { Form } from "@remix-run/react";
import { useFocusOnMount } from "~/browser/use-focus";
import { t } from "~/language/text";
import { CHALLENGE_TITLE } from "~/models/trivia/game-path";
import { countRight, PRACTICE_PATH, type Practice, type PracticeRound } from "~/models/trivia/practice";
import { Button, ButtonLink } from "~/ui/button";
import { opensDialog } from "~/ui/dialog/dialog-link";
import { PostButton } from "~/ui/form";
import { ProgressBar } from "~/ui/progress/progress-bar";
import { Question, QuestionHead, RoundResult } from "./question-card";

/** Deals a new practice and leads to its first question. */
export function PracticeButton({ label }: { label: string }) {
  return (
    <PostButton to={PRACTICE_PATH} variant="primary" pending={t("Dealing...")}>
      {label}
    </PostButton>
  );
}

export function PracticeBoard({ practice }: { practice: Practice }) {
  const { rounds, answers, totalRounds } = practice;
  const asked = rounds.find(({ answer }) => answer === null);
  const played = rounds.filter(({ answer }) => answer !== null);
  const last = played.at(-1);
  return (
    <div className="stack max-w-[776px]">
      {asked && last ? <Result key={last.roundNumber} round={last} isBrief /> : null}
      {asked ? <AskedCard key={asked.roundNumber} practice={practice} round={asked} /> : null}
      {asked && last ? (
        <section aria-label={t("Score")} className="card px-4 py-2 md:py-4">
          <p className="mb-1 font-semibold">
            {t("{count} of {total} right", { count: countRight(practice), total: answers.length })}
          </p>
          <ProgressBar value={answers.length} max={totalRounds} label={t("Questions answered")} />
        </section>
      ) : null}
      {asked ? null : <PracticeEnd practice={practice} />}
      {asked ? null : played.map((round) => <Result key={round.roundNumber} round={round} />)}
    </div>
  );
}

/** Leads to the address that includes the answer. */
function AskedCard({ practice, round }: { practice: Practice; round: PracticeRound }) {
  return (
    <section className="card px-3 pb-3 pt-2 md:p-4">
      <QuestionHead
        round={round}
        number={t("Question {number} of {total}", {
          number: round.roundNumber,
          total: practice.totalRounds,
        })}
      />
      <Form method="get" action={PRACTICE_PATH} preventScrollReset replace>
        <input type="hidden" name="cards" value={practice.cards} />
        {practice.answers.map((answer, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are in the order of the rounds
          <input key={index} type="hidden" name="answer" value={answer} />
        ))}
        <Question round={round} />
        <Button variant="primary" className="mt-2 w-full md:mt-4">
          {t("Submit Answer")}
        </Button>
      </Form>
    </section>
  );
}

/** While questions are left, it takes the focus from the one just answered. */
function Result({ round, isBrief = false }: { round: PracticeRound; isBrief?: boolean }) {
  return (
    <RoundResult
      round={round}
      heading={round.answer === round.correctAnswer ? t("Right") : t("Wrong")}
      given={[{ who: t("You"), answer: round.answer }]}
      isBrief={isBrief}
      takesFocus={isBrief}
    />
  );
}

function PracticeEnd({ practice }: { practice: Practice }) {
  const heading = useFocusOnMount<HTMLHeadingElement>(true);
  return (
    <section role="status" className="card px-4 py-6 text-center">
      <h2 ref={heading} tabIndex={-1} className="eyebrow text-xl">
        {t("Practice over")}
      </h2>
      <p className="text-balance font-display text-3xl font-extrabold md:text-5xl">
        {t("{count} of {total} right", {
          count: countRight(practice),
          total: practice.totalRounds,
        })}
      </p>
      <div className="cluster mt-4 justify-center">
        <PracticeButton label={t("Practice again")} />
        <ButtonLink to="/trivia/new" {...opensDialog(t(CHALLENGE_TITLE))}>
          {t("Challenge somebody")}
        </ButtonLink>
      </div>
    </section>
  );
}
