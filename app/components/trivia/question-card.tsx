// The question of a round: asked with its lettered answers, waiting for the other's, or told with what both have said.
import type { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { gameAddress, optionLetter, type ShownQuestion } from "~/models/trivia";
import { Button } from "./button";
import { FieldError } from "./field";
import { Icon } from "./icons";
import { Badge } from "./sleeve";
import { useTakenFocus } from "./taken-focus";

/** Why an answer was not taken, and which it was. */
export type AnswerRefused = { error?: string; typed?: Record<string, string> };

/** Asks. Give it the question's id as its key. */
export function QuestionCard({
  round,
  sender,
  refused,
}: {
  round: ShownQuestion;
  sender: ReturnType<typeof useFetcher<AnswerRefused>>;
  refused?: AnswerRefused;
}) {
  const form = useRef<HTMLFormElement>(null);
  const isAlive = useHydrated();
  const [hasChosen, setHasChosen] = useState(false);
  const typed = refused?.typed?.answer;

  function look() {
    setHasChosen(form.current !== null && new FormData(form.current).has("answer"));
  }
  // Something may have been chosen before scripts ran.
  useEffect(look, []);

  return (
    <section className="sleeve p-4">
      <QuestionHead round={round} />
      <sender.Form ref={form} method="post" action={gameAddress(round.gameId)} onChange={look}>
        <input type="hidden" name="questionId" value={round.id} />
        <fieldset className="mt-4" aria-describedby={refused?.error ? "answer-error" : undefined}>
          <legend className="question question-asked mb-4">{round.question}</legend>
          {round.options.map((option, place) => (
            <label key={option} className="option">
              <input type="radio" name="answer" value={option} required defaultChecked={option === typed} />
              <span className="option-face">
                <span className="option-letter">{optionLetter(place)}</span>
                <span className="option-words">{option}</span>
                <Icon name="check" className="option-mark" />
              </span>
            </label>
          ))}
          <FieldError id="answer" error={refused?.error} />
        </fieldset>
        <Button look="primary" className="mt-4 w-full" disabled={isAlive && !hasChosen}>
          Submit Answer
        </Button>
      </sender.Form>
    </section>
  );
}

/** One's own answer is in. With `takesFocus` it takes the place of the form that was just sent. */
export function AnsweredCard({
  round,
  answer,
  takesFocus,
}: {
  round: ShownQuestion;
  answer: string | null;
  takesFocus: boolean;
}) {
  const heading = useTakenFocus<HTMLHeadingElement>(takesFocus);
  return (
    <section className="sleeve p-4">
      <QuestionHead round={round} />
      <h2 ref={heading} tabIndex={-1} className="mt-4">
        Answer Submitted!
      </h2>
      <p>Waiting for your opponent...</p>
      <p className="question mt-4">{round.question}</p>
      <dl className="mt-3">
        <div className="given">
          <dt>Your answer</dt>
          <dd>
            <span className="given-words">{answer}</span>
          </dd>
        </div>
      </dl>
    </section>
  );
}

/** A round that both have answered: what was right, and who has said what. `takesFocus` as above. */
export function RoundResult({
  round,
  own,
  theirs,
  opponentName,
  viewerId,
  takesFocus = false,
}: {
  round: ShownQuestion;
  own: string | null;
  theirs: string | null;
  opponentName: string;
  viewerId: string;
  takesFocus?: boolean;
}) {
  const heading = useTakenFocus<HTMLHeadingElement>(takesFocus);
  const point =
    round.pointTo === viewerId
      ? "The point is yours"
      : round.pointTo
        ? `The point is ${opponentName}'s`
        : "Nobody has the point";
  return (
    <section className="sleeve p-4" aria-label={`Round ${round.roundNumber}`}>
      <div className="cluster justify-between">
        <h2 ref={heading} tabIndex={-1} dir="auto" className="min-w-0">
          {point}
        </h2>
        <span className="catalogue">Round {round.roundNumber}</span>
      </div>
      <p className="mt-2">{round.question}</p>
      <dl className="mt-3">
        <div className="given">
          <dt>Correct answer</dt>
          <dd>
            <span className="given-words">{round.correctAnswer}</span>
          </dd>
        </div>
        <Given who="You" answer={own} round={round} />
        <Given who={opponentName} answer={theirs} round={round} />
      </dl>
    </section>
  );
}

function Given({ who, answer, round }: { who: string; answer: string | null; round: ShownQuestion }) {
  const isRight = answer === round.correctAnswer;
  return (
    <div className="given">
      <dt dir="auto">{who}</dt>
      <dd className={isRight ? "given-right" : undefined}>
        <span className="given-words">{answer}</span>
        <Icon name={isRight ? "check" : "close"} size={20} className="given-mark" />
        <span className="sr-only">, {isRight ? "right" : "wrong"}</span>
      </dd>
    </div>
  );
}

function QuestionHead({ round }: { round: ShownQuestion }) {
  return (
    <p className="cluster">
      <Badge>
        <span className="capitalize">{round.category}</span>
      </Badge>
      <Badge tone="quiet">
        <span className="capitalize">{round.difficulty}</span>
      </Badge>
    </p>
  );
}
