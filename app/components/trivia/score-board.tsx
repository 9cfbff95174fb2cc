// The score of a trivia game and its rounds.
import { Link } from "@remix-run/react";
import { type GameDetail, getPlayers, roundsPlayed } from "~/models/trivia/trivia";
import { ProgressBar } from "~/ui/progress/progress-bar";

type GameProps = { game: GameDetail; viewerId: string };

/** Shows both scores with a record between them, and the round. */
export function ScoreBoard({ game, viewerId }: GameProps) {
  const { opponent, ownScore, opponentScore } = getPlayers(game, viewerId);
  return (
    <section aria-label="Score" className="card score-card">
      <div className="score-board">
        <div>
          <b className="score-points">{ownScore}</b>
          <span className="block truncate">You</span>
        </div>
        <div>
          <Disc round={game.currentRound} />
          <p className="font-semibold">
            Round {game.currentRound} of {game.totalRounds}
          </p>
        </div>
        <div>
          <b className="score-points">{opponentScore}</b>
          <Link to={`/members/${opponent.id}`} className="link block truncate" dir="auto">
            {opponent.firstName}
          </Link>
        </div>
      </div>
      <ProgressBar value={roundsPlayed(game)} max={game.totalRounds} label="Rounds played" />
    </section>
  );
}

/** Draws a record whose label carries the round's number. */
function Disc({ round }: { round: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 64 64" width="72" height="72" className="score-disc">
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
    <section aria-label="Rounds" className="card px-4 py-2">
      <ol className="divided">
        {Array.from({ length: game.totalRounds }, (_, index) => {
          const number = index + 1;
          const round = game.questions.find(({ roundNumber }) => roundNumber === number);
          const isPlayed = round !== undefined && round.correctAnswer !== null;
          const isNow = !isOver && number === game.currentRound;
          return (
            <li key={number} className={`round ${isNow ? "font-semibold" : ""}`}>
              <span className="round-number">{number}</span>
              <span className={`min-w-0 flex-1 ${isPlayed || isNow ? "capitalize" : "text-soft"}`}>
                {round && (isPlayed || isNow) ? round.category : isOver ? "Not played" : "Coming up"}
              </span>
              {isNow ? <span>Now</span> : null}
              {isPlayed ? (
                <span dir="auto" className="round-point">
                  <span className="sr-only">Point: </span>
                  {round.pointTo === null
                    ? "No one"
                    : round.pointTo === viewerId
                      ? "You"
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
