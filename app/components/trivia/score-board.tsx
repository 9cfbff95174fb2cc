// The score of a trivia game and its rounds.
import { Link } from "@remix-run/react";
import { t } from "~/language/text";
import { categoryNames, type GameDetail, getPlayers, roundsPlayed } from "~/models/trivia/trivia";
import { ProgressBar } from "~/ui/progress/progress-bar";

type GameProps = { game: GameDetail; viewerId: string };

const POINTS = "block font-display text-[2.25rem] font-extrabold leading-none md:text-[4.5rem]";

/** Shows both scores with a record between them, and the round; on a phone the question comes before them. */
export function ScoreBoard({ game, viewerId }: GameProps) {
  const { opponent, ownScore, opponentScore } = getPlayers(game, viewerId);
  return (
    <section aria-label={t("Score")} className="card px-4 py-2 max-md:order-1 md:py-4">
      <div className="mb-2 grid grid-cols-[minmax(2.25em,1fr)_minmax(0,auto)_minmax(2.25em,1fr)] items-center gap-2 text-center">
        <div className="min-w-0">
          <b className={POINTS}>{ownScore}</b>
          <span className="block truncate">{t("You")}</span>
        </div>
        <div className="min-w-0">
          <Disc round={game.currentRound} />
          <p className="font-semibold">
            {t("Round {number} of {total}", {
              number: game.currentRound,
              total: game.totalRounds,
            })}
          </p>
        </div>
        <div className="min-w-0">
          <b className={POINTS}>{opponentScore}</b>
          <Link to={`/members/${opponent.id}`} className="link block truncate" dir="auto">
            {opponent.firstName}
          </Link>
        </div>
      </div>
      <ProgressBar value={roundsPlayed(game)} max={game.totalRounds} label={t("Rounds played")} />
    </section>
  );
}

/** Draws a record whose label carries the round's number. */
function Disc({ round }: { round: number }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 64 64"
      width="72"
      height="72"
      className="hidden md:inline-block md:align-baseline"
    >
      <circle cx="32" cy="32" r="31.5" fill="var(--vinyl)" stroke="var(--vinyl-groove)" />
      <g fill="none" stroke="var(--vinyl-groove)">
        <circle cx="32" cy="32" r="28" />
        <circle cx="32" cy="32" r="24.5" />
        <circle cx="32" cy="32" r="21" />
      </g>
      <circle cx="32" cy="32" r="15" fill="var(--red)" />
      <text
        x="32"
        y="38"
        textAnchor="middle"
        fill="var(--on-red)"
        fontFamily="var(--display)"
        fontWeight="800"
        fontSize="18"
      >
        {round}
      </text>
    </svg>
  );
}

/** Lists the rounds with their category and who got the point. */
export function RoundList({ game, viewerId }: GameProps) {
  const { opponent } = getPlayers(game, viewerId);
  const isOver = game.status === "completed";
  return (
    <section aria-label={t("Rounds")} className="card px-4 py-2 max-md:order-2">
      <ol className="divided">
        {Array.from({ length: game.totalRounds }, (_, index) => {
          const number = index + 1;
          const round = game.questions.find(({ roundNumber }) => roundNumber === number);
          const isPlayed = round !== undefined && round.correctAnswer !== null;
          const isNow = !isOver && number === game.currentRound;
          return (
            <li key={number} className={`flex min-h-9 items-baseline py-1.5 ${isNow ? "font-semibold" : ""}`}>
              <span className="w-6 flex-shrink-0 font-display font-extrabold text-soft">{number}</span>
              <span className={`min-w-0 flex-1 ${isPlayed || isNow ? "capitalize" : "text-soft"}`}>
                {round && (isPlayed || isNow)
                  ? t(categoryNames[round.category])
                  : isOver
                    ? t("Not played")
                    : t("Coming up")}
              </span>
              {isNow ? <span>{t("Now")}</span> : null}
              {isPlayed ? (
                <span dir="auto" className="min-w-0 max-w-[60%] text-right">
                  <span className="sr-only">{t("Point:")} </span>
                  {round.pointTo === null
                    ? t("No one")
                    : round.pointTo === viewerId
                      ? t("You")
                      : opponent.firstName}
                </span>
              ) : null}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
