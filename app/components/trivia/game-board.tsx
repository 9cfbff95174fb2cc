// An opened game: where it stands, the round just played, the question now, and the ways out.
import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import {
  CLAIM_DAYS,
  claimableAt,
  currentQuestion,
  endingWords,
  type GameDetail,
  gameAddress,
  gameAfter,
  gameLine,
  roundJustPlayed,
  sidesOf,
  standingOf,
} from "~/models/trivia";
import { Button, ButtonLink } from "./button";
import { GameFrame } from "./game-frame";
import { Moment } from "./moment";
import { AnsweredCard, type AnswerRefused, QuestionCard, RoundResult } from "./question-card";
import { RoundList, ScoreBoard } from "./score-board";
import { useTakenFocus } from "./taken-focus";

type Shown = { game: GameDetail; viewerId: string };

/** `refused` is what a page without scripts was answered; `isClaimable` whether the viewer may claim the game now. */
export function GameTable({
  game: saved,
  viewerId,
  isClaimable,
  refused,
}: Shown & { isClaimable: boolean; refused?: AnswerRefused }) {
  const asked = currentQuestion(saved);
  const sender = useFetcher<AnswerRefused>({ key: `answer-${asked?.id}` });
  const game = sender.formData ? gameAfter(saved, viewerId, Object.fromEntries(sender.formData)) : saved;
  const [hasSent, setHasSent] = useState<string>();
  useEffect(() => {
    if (sender.state === "submitting") setHasSent(asked?.id);
  }, [sender.state, asked?.id]);
  const standing = standingOf(game, viewerId);
  const { opponent, own, theirs } = sidesOf(game, viewerId);
  const round = currentQuestion(game);
  const played = roundJustPlayed(game);
  return (
    <div className="game-columns">
      <ScoreBoard game={game} viewerId={viewerId} />
      <div className="game-middle stack">
        {standing === "over" ? (
          <GameEnd game={game} viewerId={viewerId} takesFocus={hasSent !== undefined} />
        ) : (
          <div>
            <GameFrame game={game} />
            <p role="status" className="game-standing">
              {gameLine(game, viewerId)}
            </p>
          </div>
        )}
        {standing === "challenged" ? <Challenge game={game} /> : null}
        {played && standing !== "over" ? (
          <RoundResult
            key={played.id}
            round={played}
            own={played[own]}
            theirs={played[theirs]}
            opponentName={opponent.firstName}
            viewerId={viewerId}
            takesFocus={hasSent === played.id}
          />
        ) : null}
        {standing === "no-question" ? (
          <section className="sleeve p-4">
            <h2>Waiting for questions...</h2>
            <p className="text-soft">This round has none yet.</p>
          </section>
        ) : null}
        {round && (standing === "to-answer" || standing === "challenged") ? (
          <QuestionCard key={round.id} round={round} sender={sender} refused={sender.data ?? refused} />
        ) : null}
        {round && standing === "waiting" ? (
          <AnsweredCard key={round.id} round={round} answer={round[own]} takesFocus={hasSent === round.id} />
        ) : null}
        {standing === "over" ? <Rounds game={game} viewerId={viewerId} /> : null}
        {standing === "over" ? null : (
          <WaysOut game={game} viewerId={viewerId} isClaimable={isClaimable && standing === "waiting"} />
        )}
      </div>
      <RoundList game={game} viewerId={viewerId} />
    </div>
  );
}

/** What the challenged may do besides answering. */
function Challenge({ game }: { game: GameDetail }) {
  const fetcher = useFetcher({ key: `accept-${game.id}` });
  return (
    <section className="sleeve p-4">
      <h2>Do you accept?</h2>
      <p className="mt-1">
        {game.totalRounds} rounds: the first to answer correctly gets the point, the highest score wins. To
        answer is to accept.
      </p>
      <div className="cluster mt-3">
        <fetcher.Form method="post" action={`${gameAddress(game.id)}/accept`}>
          <Button icon="check" disabled={fetcher.state !== "idle"}>
            Accept
          </Button>
        </fetcher.Form>
        <ButtonLink to={`${gameAddress(game.id)}/resign`} preventScrollReset>
          Decline
        </ButtonLink>
      </div>
    </section>
  );
}

function GameEnd({ game, viewerId, takesFocus }: Shown & { takesFocus: boolean }) {
  const { opponent, ownScore, opponentScore } = sidesOf(game, viewerId);
  const { title, how } = endingWords(game, viewerId);
  const wasPlayed = game.ending !== "declined" && game.ending !== "withdrawn";
  const fetcher = useFetcher({ key: `rematch-${game.id}` });
  const heading = useTakenFocus<HTMLHeadingElement>(takesFocus);
  return (
    <section role="status" className="sleeve game-end">
      <h2 ref={heading} tabIndex={-1} className="catalogue">
        {wasPlayed ? "Game Complete!" : "Challenge over"}
      </h2>
      <p className="game-verdict">{title}</p>
      {how ? <p dir="auto">{how}</p> : null}
      {wasPlayed ? (
        <p>
          Final score: {ownScore} – {opponentScore}
        </p>
      ) : null}
      <div className="mt-4">
        {game.rematchId ? (
          <ButtonLink to={gameAddress(game.rematchId)} look="primary">
            Go to the rematch
          </ButtonLink>
        ) : (
          <fetcher.Form method="post" action={`${gameAddress(game.id)}/rematch`}>
            <Button look="primary" icon="undo" disabled={fetcher.state !== "idle"}>
              {wasPlayed ? "Rematch" : `Challenge ${opponent.firstName}`}
            </Button>
          </fetcher.Form>
        )}
      </div>
    </section>
  );
}

/** All rounds of a finished game that both have answered. */
function Rounds({ game, viewerId }: Shown) {
  const { opponent, own, theirs } = sidesOf(game, viewerId);
  return (
    <>
      {game.questions
        .filter(({ correctAnswer }) => correctAnswer !== null)
        .reverse()
        .map((round) => (
          <RoundResult
            key={round.id}
            round={round}
            own={round[own]}
            theirs={round[theirs]}
            opponentName={opponent.firstName}
            viewerId={viewerId}
          />
        ))}
    </>
  );
}

function WaysOut({ game, viewerId, isClaimable }: Shown & { isClaimable: boolean }) {
  const { opponent } = sidesOf(game, viewerId);
  const fetcher = useFetcher({ key: `claim-${game.id}` });
  const isWaiting = game.toMove.length === 1 && !game.toMove.includes(viewerId);
  const isChallenger = game.status === "waiting" && game.player1Id === viewerId;
  return (
    <footer className="text-soft">
      {isClaimable ? (
        <fetcher.Form method="post" action={`${gameAddress(game.id)}/claim`} className="mb-3">
          <p className="mb-2">
            {opponent.firstName} has made no move for {CLAIM_DAYS} days.
          </p>
          <Button look="primary" disabled={fetcher.state !== "idle"}>
            Claim the game
          </Button>
        </fetcher.Form>
      ) : isWaiting ? (
        <p className="mb-2 text-note">
          Without a move by {opponent.firstName} you can claim the game on{" "}
          <Moment at={new Date(claimableAt(game)).toISOString()} as="date" />.
        </p>
      ) : null}
      {game.status === "waiting" && !isChallenger ? null : (
        <ButtonLink to={`${gameAddress(game.id)}/resign`} preventScrollReset>
          {isChallenger ? "Withdraw" : "Resign"}
        </ButtonLink>
      )}
    </footer>
  );
}
