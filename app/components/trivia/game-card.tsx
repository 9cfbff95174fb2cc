// The card of a trivia game in a list.
import { Link } from "@remix-run/react";
import { faceOf } from "~/models/public-member";
import { gamePath } from "~/models/trivia/game-path";
import { type GameDto, getPlayers, lineBelowBadge, roundsPlayed, statusBadge } from "~/models/trivia/trivia";
import { Avatar } from "~/ui/avatar";
import { Badge } from "~/ui/card";
import { ProgressBar } from "~/ui/progress/progress-bar";

/** A list item that is one link. */
export function GameCard({ game, viewerId }: { game: GameDto; viewerId: string }) {
  const { opponent, ownScore, opponentScore } = getPlayers(game, viewerId);
  const { label, tone } = statusBadge(game, viewerId);
  return (
    <li>
      <Link to={gamePath(game.id)} className="game-card card">
        <span className="game-opponent">
          <Avatar face={faceOf(opponent, opponent.firstArtist)} round />
          <span>
            <b className="block font-display text-lead font-extrabold" dir="auto">
              {opponent.firstName}
            </b>
            <Badge tone={tone}>{label}</Badge>
          </span>
          <strong className="game-score">
            <span className="sr-only">Score: </span>
            {ownScore} – {opponentScore}
          </strong>
        </span>
        <ProgressBar
          value={roundsPlayed(game)}
          max={game.totalRounds}
          label={`Rounds played with ${opponent.firstName}`}
          tone={game.status === "completed" ? "accent" : "primary"}
        />
        <span className="game-summary spread">
          <span className="mr-3">{lineBelowBadge(game, viewerId)}</span>
          <span className="text-soft">
            Round {game.currentRound} of {game.totalRounds}
          </span>
        </span>
      </Link>
    </li>
  );
}
