// A trivia game in a list of them.
import { Link } from "@remix-run/react";
import { avatarUrl } from "~/models/person";
import { gameAddress, gameLine, roundsPlayed, type ShownGame, sidesOf, statusBadge } from "~/models/trivia";
import { Avatar } from "./avatar";
import { Groove } from "./score";
import { Badge } from "./sleeve";

/** A whole card that is one link. */
export function GameCard({ game, viewerId }: { game: ShownGame; viewerId: string }) {
  const { opponent, ownScore, opponentScore } = sidesOf(game, viewerId);
  const { words, tone } = statusBadge(game.status);
  return (
    <li>
      <Link to={gameAddress(game.id)} className="game-card sleeve">
        <span className="game-who">
          <Avatar url={avatarUrl(opponent)} round />
          <span>
            <b className="block font-display text-lead font-extrabold" dir="auto">
              {opponent.firstName}
            </b>
            <Badge tone={tone}>{words}</Badge>
          </span>
          <strong className="game-score">
            <span className="sr-only">Score: </span>
            {ownScore} – {opponentScore}
          </strong>
        </span>
        <Groove
          value={roundsPlayed(game)}
          max={game.totalRounds}
          label={`Rounds played with ${opponent.firstName}`}
          tone={game.status === "completed" ? "accent" : "primary"}
        />
        <span className="game-line">
          <span className="mr-3">{gameLine(game, viewerId)}</span>
          <span className="text-soft">
            Round {game.currentRound} of {game.totalRounds}
          </span>
        </span>
      </Link>
    </li>
  );
}
