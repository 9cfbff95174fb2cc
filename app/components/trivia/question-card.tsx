// The question of a round: asked, answered and waiting, or with its result.

import type { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useFocusOnFragment, useFocusOnMount } from "~/browser/use-focus";
import { COMMUNITY_NAME } from "~/community";
import { ArtistLink } from "~/components/artist/artist-link";
import { usePreview } from "~/components/music/listen-button";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { gamePath } from "~/models/trivia/game-path";
import { categoryNames, difficultyNames, optionLetter, type QuestionDto } from "~/models/trivia/trivia";
import { Button, ButtonAnchor } from "~/ui/button";
import { Badge } from "~/ui/card";
import { FieldError } from "~/ui/field";
import { Form } from "~/ui/form";
import { type FormRefusal, useRefusal } from "~/ui/form-refusal";
import { Icon } from "~/ui/icon";

/** A row of the answers. */
const ROW = "answer border-t border-line py-2 sm:flex sm:items-baseline";
const TERM = "text-soft sm:min-w-0 sm:flex-[0_0_144px] sm:pr-3";
const DETAIL = "flex items-baseline font-semibold sm:min-w-0 sm:flex-1";

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
    <section className="card px-3 pb-3 pt-2 md:p-4">
      <QuestionHead round={round} />
      <Form fetcher={sender} ref={form} action={gamePath(round.gameId)} onChange={changeChoice}>
        <input type="hidden" name="questionId" value={round.id} />
        <Question round={round} chosen={refusal?.typed?.answer} error={refusal?.error} />
        <Button variant="primary" className="mt-2 w-full md:mt-4" disabled={isHydrated && !hasChosen}>
          {t("Submit Answer")}
        </Button>
      </Form>
    </section>
  );
}

/** The question with the radio buttons of its answers; `chosen` was refused with `error`. */
export function Question({
  round,
  chosen,
  error,
}: {
  round: Pick<QuestionDto, "question" | "options" | "clipUrl">;
  chosen?: string;
  error?: string;
}) {
  return (
    <fieldset
      id="question"
      tabIndex={-1}
      className="mt-2 md:mt-4"
      aria-describedby={error ? "answer-error" : undefined}
    >
      <legend className="mb-2 font-display text-xl font-extrabold md:mb-4 md:text-3xl">
        {round.question}
      </legend>
      {round.clipUrl ? (
        <p className="mb-2">
          <ClipButton url={round.clipUrl} />
        </p>
      ) : null}
      <Options options={round.options} chosen={chosen} />
      <FieldError id="answer" error={error} />
    </fieldset>
  );
}

/** The lettered answers of a question, one of which can be chosen. */
export function Options({ options, chosen }: { options: string[]; chosen?: string }) {
  return options.map((option, index) => (
    <label
      key={option}
      className="control relative flex min-h-[46px] cursor-pointer p-0 hover:border-ink [label+&]:mt-2"
    >
      <input
        type="radio"
        className="choice cover"
        name="answer"
        value={option}
        required
        defaultChecked={option === chosen}
      />
      <span className="option-face flex min-w-0 flex-auto items-center rounded-[5px]">
        <span className="flex w-12 flex-shrink-0 items-center justify-center self-stretch border-r border-line font-display text-xl font-extrabold">
          {optionLetter(index)}
        </span>
        <span className="min-w-0 flex-1 py-1 pl-3 leading-5">{option}</span>
        <Icon name="check" className="invisible mr-3 flex-shrink-0" />
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
        {t("Answer Submitted!")}
      </h2>
      {/* Without scripts only the frame notices that it's one's move again. */}
      <p className="game-status">{t("Waiting for your opponent...")}</p>
      <p className="mt-4 font-display text-xl font-extrabold">{round.question}</p>
      <dl className="mt-3">
        <div className={ROW}>
          <dt className={TERM}>{t("Your answer")}</dt>
          <dd className={DETAIL}>
            <span className="min-w-0">{answer}</span>
          </dd>
        </div>
      </dl>
    </section>
  );
}

type RoundProps = {
  round: Pick<QuestionDto, "roundNumber" | "question" | "category" | "correctAnswer">;
  given: { who: string; answer: string | null }[];
};

/**
 * Shows the correct answer of a round and the answers given, below `heading`; `isBrief` puts the question and the answers in a
 * disclosure, so that the next question stays in view. `takesFocus` as above.
 */
export function RoundResult({
  round,
  heading,
  given,
  isBrief = false,
  takesFocus = false,
}: RoundProps & { heading: string; isBrief?: boolean; takesFocus?: boolean }) {
  const focused = useFocusOnMount<HTMLHeadingElement>(takesFocus);
  const answers = <Answers round={round} given={given} />;
  return (
    <section
      className={`card ${isBrief ? "px-4 py-2" : "p-4"}`}
      aria-label={t("Round {number}", { number: round.roundNumber })}
    >
      <div className="cluster justify-between">
        <h2 ref={focused} tabIndex={-1} dir="auto" className={`min-w-0 ${isBrief ? "text-xl" : ""}`}>
          {heading}
        </h2>
        <span className="eyebrow">{t("Round {number}", { number: round.roundNumber })}</span>
      </div>
      {isBrief ? (
        <details>
          <summary className="link">
            <Trans text="Correct answer: {answer}" values={{ answer: <b>{round.correctAnswer}</b> }} />
          </summary>
          {answers}
        </details>
      ) : (
        answers
      )}
    </section>
  );
}

function Answers({ round, given }: RoundProps) {
  return (
    <>
      <p className="mt-2">{round.question}</p>
      <dl className="mt-3">
        <div className={ROW}>
          <dt className={TERM}>{t("Correct answer")}</dt>
          <dd className={DETAIL}>
            <span className="min-w-0">
              {round.category === "artist" && round.correctAnswer ? (
                <ArtistLink name={round.correctAnswer} />
              ) : (
                round.correctAnswer
              )}
            </span>
          </dd>
        </div>
        {given.map((each) => (
          <Given key={each.who} {...each} isRight={each.answer === round.correctAnswer} />
        ))}
      </dl>
    </>
  );
}

function Given({ who, answer, isRight }: { who: string; answer: string | null; isRight: boolean }) {
  return (
    <div className={ROW}>
      <dt className={TERM} dir="auto">
        {who}
      </dt>
      <dd className={isRight ? `${DETAIL} text-green` : DETAIL}>
        <span className="min-w-0">{answer}</span>
        <Icon name={isRight ? "check" : "close"} size={20} className="ml-2 flex-shrink-0 self-center" />
        <span className="sr-only">, {isRight ? t("right") : t("wrong")}</span>
      </dd>
    </div>
  );
}

/** The category and the difficulty of a question, after its `number`. */
export function QuestionHead({
  round,
  number,
}: {
  round: Pick<QuestionDto, "category" | "difficulty">;
  number?: string;
}) {
  return (
    <p className="cluster">
      {number ? <b>{number}</b> : null}
      <Badge>
        <span className="capitalize">{t(categoryNames[round.category])}</span>
      </Badge>
      <Badge tone="quiet">
        <span className="capitalize">{t(difficultyNames[round.difficulty])}</span>
      </Badge>
    </p>
  );
}

/** Plays the song of a question, without naming it; without scripts a link does. */
function ClipButton({ url }: { url: string }) {
  if (useHydrated()) return <Clip url={url} />;
  return (
    <ButtonAnchor href={url} icon="play" target="_blank">
      {t("Play the clip")}
    </ButtonAnchor>
  );
}

function Clip({ url }: { url: string }) {
  // The lock screen's text while it plays.
  const nameless = { artist: COMMUNITY_NAME, title: t("Music Trivia"), previewUrl: url };
  const { preview, toggle } = usePreview(nameless, []);
  const isPlaying = preview !== "failed" && preview?.isPlaying;
  return (
    <>
      <Button type="button" icon={isPlaying ? "pause" : "play"} onClick={toggle}>
        {isPlaying ? t("Pause the clip") : t("Play the clip")}
      </Button>
      <span role="status" className={preview === "failed" ? "ml-3 text-sm" : undefined}>
        {preview === "failed" ? t("No clip right now. You can answer without it.") : null}
      </span>
    </>
  );
}
