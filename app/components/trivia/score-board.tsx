// The score of a trivia game, how far it is, and who has the point of which round.
import { Link } from "@remix-run/react";
import { type GameDetail, roundsPlayed, sidesOf } from "~/models/trivia";
import { Groove } from "./score";

type Shown = { game: GameDetail; viewerId: string };

/** The two scores with the record between them, and the round. */
export function ScoreBoard({ game, viewerId }: Shown) {
  const { opponent, ownScore, opponentScore } = sidesOf(game, viewerId);
  return (
    <section aria-label="Score" className="sleeve p-4">
      <div className="score-board">
        <div>
          <b className="score-points">{ownScore}</b>
          <span className="score-name">You</span>
        </div>
        <Disc round={game.currentRound} />
        <div>
          <b className="score-points">{opponentScore}</b>
          <Link to={`/members/${opponent.id}`} className="score-name link" dir="auto">
            {opponent.firstName}
          </Link>
        </div>
      </div>
      <Groove value={roundsPlayed(game)} max={game.totalRounds} label="Rounds played" />
      <p className="mt-2 font-semibold">
        Round {game.currentRound} of {game.totalRounds}
      </p>
    </section>
  );
}

/** The record that is played: its label has the number of the round. */
function Disc({ round }: { round: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 64 64" width="72" height="72">
      <circle cx="32" cy="32" r="31.5" fill="var(--vinyl)" stroke="var(--vinyl-groove)" />
      <g fill="none" stroke="var(--vinyl-groove)">
        <circle cx="32" cy="32" r="28" />
        <circle cx="32" cy="32" r="24.5" />
        <circle cx="32" cy="32" r="21" />
      </g>
      <circle cx="32" cy="32" r="15" fill="var(--red)" />
      <circle cx="32" cy="43.5" r="1.25" fill="var(--vinyl)" />
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

/** The rounds as the tracks of a side: what each is about, and who has its point. */
export function RoundList({ game, viewerId }: Shown) {
  const { opponent } = sidesOf(game, viewerId);
  const isOver = game.status === "completed";
  return (
    <section aria-label="Rounds" className="sleeve px-4 py-2">
      <ol>
        {Array.from({ length: game.totalRounds }, (_, place) => {
          const number = place + 1;
          const round = game.questions.find(({ roundNumber }) => roundNumber === number);
          const isPlayed = round !== undefined && round.correctAnswer !== null;
          const isNow = !isOver && number === game.currentRound;
          return (
            <li key={number} className={`round ${isNow ? "round-now" : ""}`}>
              <span className="round-number">{number}</span>
              <span className={`round-words ${isPlayed || isNow ? "capitalize" : "text-soft"}`}>
                {round && (isPlayed || isNow) ? round.category : isOver ? "Not played" : "To come"}
              </span>
              {isNow ? <span>Now</span> : null}
              {isPlayed ? (
                <span dir="auto" className="round-point">
                  <span className="sr-only">Point: </span>
                  {round.pointTo === null
                    ? "Nobody"
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
