// An open game: its status, the round just played, the current question, and how to leave.
import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useFocusAfterwards, useFocusOnMount } from "~/browser/use-focus";
import { t } from "~/language/text";
import { Trans } from "~/language/trans";
import { gamePath } from "~/models/trivia/game-path";
import {
  type AfterGame,
  CLAIM_DAYS,
  claimableAt,
  currentQuestion,
  describeEnding,
  type GameDetail,
  gameAfter,
  gameLine,
  getPlayers,
  playerStatusFor,
  type QuestionDto,
  roundJustPlayed,
  wasPlayed,
} from "~/models/trivia/trivia";
import { ButtonLink } from "~/ui/button";
import { DateTime } from "~/ui/date-time";
import { opensDialog } from "~/ui/dialog/dialog-link";
import { PostButton } from "~/ui/form";
import type { FormRefusal } from "~/ui/form-refusal";
import { GameFrame } from "./game-frame";
import { AnsweredCard, QuestionCard, RoundResult } from "./question-card";
import { RoundList, ScoreBoard } from "./score-board";

type GameProps = { game: GameDetail; viewerId: string };

/** `answered` is the refusal of an answer sent without scripts; `isClaimable` lets the viewer claim the game. */
export function GameBoard({
  game: saved,
  viewerId,
  isClaimable,
  afterGame,
  answered,
}: GameProps & { isClaimable: boolean; afterGame?: AfterGame; answered?: FormRefusal }) {
  const { sender, game, hasSent } = useAnswerSender(saved, viewerId);
  const status = playerStatusFor(game, viewerId);
  const { own } = getPlayers(game, viewerId);
  const round = currentQuestion(game);
  const played = roundJustPlayed(game);
  const isAsked = status === "to-answer";
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-[minmax(0,1fr)_304px] md:grid-rows-[auto_1fr] md:items-start md:gap-[16px_24px]">
      <ScoreBoard game={game} viewerId={viewerId} />
      <div className="stack md:col-start-1 md:row-span-2 md:row-start-1">
        {status === "over" ? (
          <GameEnd game={game} viewerId={viewerId} afterGame={afterGame} takesFocus={hasSent !== undefined} />
        ) : isAsked ? null : (
          <div>
            <GameFrame game={game} />
            {/* A player who waits reads it below their answer. */}
            {status === "waiting" && round ? null : (
              <p role="status" className="card game-status px-4 py-3">
                {gameLine(game, viewerId)}
              </p>
            )}
          </div>
        )}
        {status === "challenged" ? <Challenge game={game} /> : null}
        {played && status !== "over" ? (
          <RoundResult
            key={played.id}
            round={played}
            {...describeRound(game, played, viewerId)}
            isBrief
            takesFocus={hasSent === played.id}
          />
        ) : null}
        {status === "no-question" ? (
          <section className="card p-4">
            <h2>{t("Waiting for questions...")}</h2>
            <p className="text-soft">{t("This round's question isn't ready yet.")}</p>
          </section>
        ) : null}
        {round && (status === "to-answer" || status === "challenged") ? (
          <QuestionCard key={round.id} round={round} sender={sender} answered={sender.data ?? answered} />
        ) : null}
        {/* Above the question, it would push the answers out of view. */}
        {isAsked ? (
          <p role="status" className="card px-4 py-3">
            {gameLine(game, viewerId)}
          </p>
        ) : null}
        {isAsked ? <GameFrame game={game} className="mt-4" /> : null}
        {round && status === "waiting" ? (
          <AnsweredCard key={round.id} round={round} answer={round[own]} takesFocus={hasSent === round.id} />
        ) : null}
        {status === "over" ? <Rounds game={game} viewerId={viewerId} /> : null}
        {status === "over" ? null : (
          <LeaveActions game={game} viewerId={viewerId} isClaimable={isClaimable && status === "waiting"} />
        )}
      </div>
      <RoundList game={game} viewerId={viewerId} />
    </div>
  );
}

/** Sends answers, with the game as it will be afterwards. `hasSent` is the question that was answered last. */
function useAnswerSender(saved: GameDetail, viewerId: string) {
  const asked = currentQuestion(saved);
  const sender = useFetcher<FormRefusal>({ key: `answer-${asked?.id}` });
  const game = sender.formData ? gameAfter(saved, viewerId, Object.fromEntries(sender.formData)) : saved;
  const [hasSent, setHasSent] = useState<string>();
  useEffect(() => {
    if (sender.state === "submitting") setHasSent(asked?.id);
  }, [sender.state, asked?.id]);
  return { sender, game, hasSent };
}

/** Accept and Decline, for a challenge that can also simply be answered. */
function Challenge({ game }: { game: GameDetail }) {
  useFocusAfterwards("question");
  return (
    <section className="card p-4">
      <h2>{t("Do you accept?")}</h2>
      <p className="mt-1">
        {t(
          "{count} rounds: the first to answer correctly gets the point, the highest score wins. Answering accepts the challenge.",
          { count: game.totalRounds },
        )}
      </p>
      <div className="cluster mt-3">
        <PostButton to={`${gamePath(game.id)}/accept`} icon="check">
          {t("Accept")}
        </PostButton>
        <ButtonLink to={`${gamePath(game.id)}/resign`} {...opensDialog(t("Decline"))}>
          {t("Decline")}
        </ButtonLink>
      </div>
    </section>
  );
}

function GameEnd({
  game,
  viewerId,
  afterGame,
  takesFocus,
}: GameProps & { afterGame?: AfterGame; takesFocus: boolean }) {
  const { opponent, ownScore, opponentScore } = getPlayers(game, viewerId);
  const { title, how } = describeEnding(game, viewerId);
  const hasResult = wasPlayed(game);
  const rematch = afterGame?.canTalk ? "quiet" : "primary";
  const heading = hasResult
    ? t("Game Complete!")
    : game.ending === "ended"
      ? t("Game over")
      : t("Challenge over");
  const focused = useFocusOnMount<HTMLHeadingElement>(takesFocus);
  return (
    <section role="status" className="card px-4 py-6 text-center">
      <h2 ref={focused} tabIndex={-1} className="eyebrow text-xl">
        {heading}
      </h2>
      <p className="text-balance font-display text-3xl font-extrabold md:text-5xl">{title}</p>
      {how ? <p dir="auto">{how}</p> : null}
      {hasResult ? (
        <p>{t("Final score: {own} – {theirs}", { own: ownScore, theirs: opponentScore })}</p>
      ) : null}
      <div className="cluster mt-4 justify-center">
        {afterGame ? <NextWith {...afterGame} opponent={opponent} /> : null}
        {game.rematchId ? (
          <ButtonLink to={gamePath(game.rematchId)} variant={rematch}>
            {t("Go to rematch")}
          </ButtonLink>
        ) : game.canRematch ? (
          <PostButton to={`${gamePath(game.id)}/rematch`} variant={rematch} icon="undo">
            {hasResult ? t("Rematch") : t("Challenge {name}", { name: opponent.firstName })}
          </PostButton>
        ) : null}
      </div>
    </section>
  );
}

/** Leads to the conversation with the opponent, or else to their page. */
function NextWith({ canTalk, conversationId, opponent }: AfterGame & { opponent: GameDetail["player1"] }) {
  if (!canTalk)
    return (
      <ButtonLink to={`/members/${opponent.id}`}>
        {t("See {name}'s page", { name: opponent.firstName })}
      </ButtonLink>
    );
  const button = { variant: "primary", icon: "messages", children: t("Talk about it") } as const;
  if (conversationId) return <ButtonLink to={`/messages/${conversationId}#write`} {...button} />;
  return (
    <PostButton
      to="/matches/talk"
      fields={{ targetUserId: opponent.id }}
      pending={t("Starting...")}
      {...button}
    />
  );
}

/** Who got the point of a round, and both answers. */
function describeRound(game: GameDetail, round: QuestionDto, viewerId: string) {
  const { opponent, own, theirs } = getPlayers(game, viewerId);
  const point =
    round.pointTo === viewerId ? t("Your point") : t("{name}'s point", { name: opponent.firstName });
  return {
    heading: round.pointTo ? point : t("No point this round"),
    given: [
      { who: t("You"), answer: round[own] },
      { who: opponent.firstName, answer: round[theirs] },
    ],
  };
}

/** Lists the completed rounds of a finished game. */
function Rounds({ game, viewerId }: GameProps) {
  return (
    <>
      {game.questions
        .filter(({ correctAnswer }) => correctAnswer !== null)
        .reverse()
        .map((round) => (
          <RoundResult key={round.id} round={round} {...describeRound(game, round, viewerId)} />
        ))}
    </>
  );
}

function LeaveActions({ game, viewerId, isClaimable }: GameProps & { isClaimable: boolean }) {
  const { opponent } = getPlayers(game, viewerId);
  const isWaiting = game.toMove.length === 1 && !game.toMove.includes(viewerId);
  const isChallenger = game.status === "waiting" && game.player1Id === viewerId;
  return (
    <footer className="text-soft">
      {isClaimable ? (
        <p className="mb-2">
          {t("{name} hasn't moved in {days} days.", {
            name: opponent.firstName,
            days: CLAIM_DAYS,
          })}
        </p>
      ) : isWaiting ? (
        <p className="mb-2 text-sm">
          <Trans
            text="If {name} doesn't move by {date}, you can claim the game."
            values={{
              name: opponent.firstName,
              date: <DateTime at={new Date(claimableAt(game)).toISOString()} as="date" />,
            }}
          />
        </p>
      ) : null}
      <div className="cluster">
        {isClaimable ? (
          <PostButton to={`${gamePath(game.id)}/claim`} variant="primary">
            {t("Claim the game")}
          </PostButton>
        ) : null}
        {game.status === "waiting" && !isChallenger ? null : (
          <ButtonLink
            to={`${gamePath(game.id)}/resign`}
            {...opensDialog(isChallenger ? t("Withdraw") : t("Resign"))}
          >
            {isChallenger ? t("Withdraw") : t("Resign")}
          </ButtonLink>
        )}
      </div>
    </footer>
  );
}
