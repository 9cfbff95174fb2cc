// The question of a round: asked, answered and waiting, or with its result.
import type { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useFocusOnFragment, useFocusOnMount } from "~/browser/use-focus";
import { ArtistLink } from "~/components/artist/artist-link";
import { Button } from "~/components/ui/button";
import { Badge } from "~/components/ui/card";
import { FieldError } from "~/components/ui/field";
import { Form } from "~/components/ui/form";
import { type FormRefusal, useRefusal } from "~/components/ui/form-refusal";
import { Icon } from "~/components/ui/icon";
import { gamePath } from "~/models/trivia/game-path";
import { type GameDetail, getPlayers, optionLetter, type QuestionDto } from "~/models/trivia/trivia";

/** Asks the question with its lettered answers. Needs the question's id as its key. */
export function QuestionCard({
  round,
  sender,
  answered,
}: {
  round: QuestionDto;
  sender: ReturnType<typeof useFetcher<FormRefusal>>;
  answered?: FormRefusal;
}) {
  useFocusOnFragment("question");
  const form = useRef<HTMLFormElement>(null);
  const isHydrated = useHydrated();
  const [hasChosen, setHasChosen] = useState(false);
  // Another tab may have answered an earlier question.
  const isAboutThis = (answered?.typed?.questionId ?? round.id) === round.id;
  const { refusal, dismiss } = useRefusal(isAboutThis ? answered : undefined);

  function readChoice() {
    setHasChosen(form.current !== null && new FormData(form.current).has("answer"));
  }
  function changeChoice() {
    readChoice();
    dismiss();
  }
  // Picks up an answer selected before hydration.
  useEffect(readChoice, []);

  return (
    <section className="card p-4">
      <QuestionHead round={round} />
      <Form fetcher={sender} ref={form} action={gamePath(round.gameId)} onChange={changeChoice}>
        <input type="hidden" name="questionId" value={round.id} />
        <fieldset
          id="question"
          tabIndex={-1}
          className="mt-4"
          aria-describedby={refusal ? "answer-error" : undefined}
        >
          <legend className="question question-open mb-4">{round.question}</legend>
          <Options round={round} chosen={refusal?.typed?.answer} />
          <FieldError id="answer" error={refusal?.error} />
        </fieldset>
        <Button variant="primary" className="mt-4 w-full" disabled={isHydrated && !hasChosen}>
          Submit Answer
        </Button>
      </Form>
    </section>
  );
}

function Options({ round, chosen }: { round: QuestionDto; chosen: string | undefined }) {
  return round.options.map((option, index) => (
    <label key={option} className="control option">
      <input
        type="radio"
        className="choice cover"
        name="answer"
        value={option}
        required
        defaultChecked={option === chosen}
      />
      <span className="option-face">
        <span className="option-letter">{optionLetter(index)}</span>
        <span className="option-text">{option}</span>
        <Icon name="check" className="option-mark" />
      </span>
    </label>
  ));
}

/** Confirms the viewer's answer. With `takesFocus` it takes the focus from the form that was just sent. */
export function AnsweredCard({
  round,
  answer,
  takesFocus,
}: {
  round: QuestionDto;
  answer: string | null;
  takesFocus: boolean;
}) {
  const heading = useFocusOnMount<HTMLHeadingElement>(takesFocus);
  return (
    <section className="card p-4">
      <QuestionHead round={round} />
      <h2 ref={heading} tabIndex={-1} className="mt-4">
        Answer Submitted!
      </h2>
      {/* Without scripts only the frame notices that it's one's move again. */}
      <p className="game-status">Waiting for your opponent...</p>
      <p className="question mt-4">{round.question}</p>
      <dl className="mt-3">
        <div className="answer">
          <dt>Your answer</dt>
          <dd>
            <span className="min-w-0">{answer}</span>
          </dd>
        </div>
      </dl>
    </section>
  );
}

type RoundProps = { game: GameDetail; round: QuestionDto; viewerId: string };

/**
 * Shows the correct answer of a round, both players' answers and who got the point; `isBrief` leaves the question and the
 * answers in a disclosure, so that the next question stays in view. `takesFocus` as above, with the score in view.
 */
export function RoundResult({
  game,
  round,
  viewerId,
  isBrief = false,
  takesFocus = false,
}: RoundProps & { isBrief?: boolean; takesFocus?: boolean }) {
  const heading = useFocusOnMount<HTMLHeadingElement>(takesFocus, "score");
  const answers = <Answers game={game} round={round} viewerId={viewerId} />;
  return (
    <section className={`card ${isBrief ? "px-4 py-2" : "p-4"}`} aria-label={`Round ${round.roundNumber}`}>
      <div className="cluster justify-between">
        <h2 ref={heading} tabIndex={-1} dir="auto" className={`min-w-0 ${isBrief ? "text-lead" : ""}`}>
          {describePoint(game, round, viewerId)}
        </h2>
        <span className="eyebrow">Round {round.roundNumber}</span>
      </div>
      {isBrief ? (
        <details>
          <summary className="link">
            Correct answer: <b>{round.correctAnswer}</b>
          </summary>
          {answers}
        </details>
      ) : (
        answers
      )}
    </section>
  );
}

function describePoint(game: GameDetail, round: QuestionDto, viewerId: string): string {
  if (!round.pointTo) return "No point this round";
  return round.pointTo === viewerId
    ? "Your point"
    : `${getPlayers(game, viewerId).opponent.firstName}'s point`;
}

function Answers({ game, round, viewerId }: RoundProps) {
  const { opponent, own, theirs } = getPlayers(game, viewerId);
  return (
    <>
      <p className="mt-2">{round.question}</p>
      <dl className="mt-3">
        <div className="answer">
          <dt>Correct answer</dt>
          <dd>
            <span className="min-w-0">
              {round.category === "artist" && round.correctAnswer ? (
                <ArtistLink name={round.correctAnswer} />
              ) : (
                round.correctAnswer
              )}
            </span>
          </dd>
        </div>
        <Given who="You" answer={round[own]} round={round} />
        <Given who={opponent.firstName} answer={round[theirs]} round={round} />
      </dl>
    </>
  );
}

function Given({ who, answer, round }: { who: string; answer: string | null; round: QuestionDto }) {
  const isRight = answer === round.correctAnswer;
  return (
    <div className="answer">
      <dt dir="auto">{who}</dt>
      <dd className={isRight ? "answer-correct" : undefined}>
        <span className="min-w-0">{answer}</span>
        <Icon name={isRight ? "check" : "close"} size={20} className="answer-mark" />
        <span className="sr-only">, {isRight ? "right" : "wrong"}</span>
      </dd>
    </div>
  );
}

function QuestionHead({ round }: { round: QuestionDto }) {
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
