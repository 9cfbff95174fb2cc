import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, Outlet, useLoaderData } from "@remix-run/react";
import { titled } from "~/community";
import { parseInput } from "~/http/body.server";
import { requireMember } from "~/http/page.server";
import { t } from "~/language/text";
import { faceOf } from "~/models/public-member";
import { CHALLENGE_TITLE, gamePath } from "~/models/trivia/game-path";
import { PRACTICE_PATH } from "~/models/trivia/practice";
import {
  type GameDto,
  getPlayers,
  isFromStranger,
  lineBelowBadge,
  roundsPlayed,
  statusBadge,
} from "~/models/trivia/trivia";
import { listGames } from "~/models/trivia/trivia.server";
import { gamePage } from "~/models/trivia/trivia-schema";
import { Avatar } from "~/ui/avatar";
import { ButtonLink } from "~/ui/button";
import { Badge, EmptyState } from "~/ui/card";
import { PostButton } from "~/ui/form";
import { PageHeader } from "~/ui/page-header";
import { ProgressBar } from "~/ui/progress/progress-bar";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction = () => [{ title: titled(t("Music Trivia")) }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const { cursor } = parseInput(gamePage, query);
  return {
    ...(await listGames(member.id, { after: cursor })),
    viewerId: String(member.id),
    isFirst: !cursor,
  };
}

export default function Trivia() {
  const { games, next, viewerId, isFirst } = useLoaderData<typeof loader>();
  const isEmpty = isFirst && games.length === 0;
  const isOver = (status: string) => status === "completed";
  const inPlay = games.filter(({ status, yourTurn }) => !yourTurn && !isOver(status));
  const open = [
    { title: t("Your Turn"), games: games.filter(({ yourTurn }) => yourTurn) },
    { title: t("In Play"), games: inPlay.filter((game) => !isFromStranger(game, viewerId)) },
    {
      title: t("From somebody you haven't met"),
      games: inPlay.filter((game) => isFromStranger(game, viewerId)),
    },
  ];
  const finished = games.filter(({ status }) => isOver(status));
  const create = { to: "/trivia/new", label: t("New Game"), title: t(CHALLENGE_TITLE) };
  return (
    <>
      <PageHeader title={t("Music Trivia")} eyebrow={t("Side B · 3")} action={isEmpty ? undefined : create} />
      <Outlet />
      {isEmpty ? (
        <EmptyState
          title={t("No Games Yet")}
          text={t("Five music questions, two players. The first correct answer gets the point.")}
          action={create}
        >
          <Practice />
        </EmptyState>
      ) : null}
      {open.map((list) => (
        <GameList key={list.title} {...list} viewerId={viewerId} />
      ))}
      {isFirst && !isEmpty ? (
        <div className="cluster mb-8">
          <p className="text-soft">{t("Five questions for you alone, with nobody to wait for.")}</p>
          <Practice />
        </div>
      ) : null}
      <GameList title={t("Finished")} games={finished} viewerId={viewerId} />
      {isFirst ? null : <ButtonLink to="/trivia">{t("Back to latest games")}</ButtonLink>}
      {next ? <ButtonLink to={`/trivia?cursor=${next.cursor}`}>{t("Older games")}</ButtonLink> : null}
    </>
  );
}

function GameList({ title, games, viewerId }: { title: string; games: GameDto[]; viewerId: string }) {
  if (games.length === 0) return null;
  return (
    <section aria-label={title} className="mb-8">
      <h2 className="mb-3">{title}</h2>
      <ul className="card-grid">
        {games.map((game) => (
          <GameCard key={game.id} game={game} viewerId={viewerId} />
        ))}
      </ul>
    </section>
  );
}

/** Deals a practice and leads to its first question. */
function Practice() {
  return (
    <PostButton to={PRACTICE_PATH} pending={t("Dealing...")}>
      {t("Practice Alone")}
    </PostButton>
  );
}

/** A list item that is one link. */
function GameCard({ game, viewerId }: { game: GameDto; viewerId: string }) {
  const { opponent, ownScore, opponentScore } = getPlayers(game, viewerId);
  const { label, tone } = statusBadge(game, viewerId);
  return (
    <li>
      <Link to={gamePath(game.id)} className="card flex min-w-0 flex-col p-4 hover:border-red">
        <span className="mb-3 flex items-center">
          <Avatar face={faceOf(opponent, opponent.firstArtist)} round />
          <span className="ml-3 min-w-0 flex-1">
            <b className="block font-display text-xl font-extrabold" dir="auto">
              {opponent.firstName}
            </b>
            <Badge tone={tone}>{label}</Badge>
          </span>
          <strong className="ml-3 flex-shrink-0 whitespace-nowrap font-display text-3xl font-extrabold">
            <span className="sr-only">{t("Score:")} </span>
            {ownScore} – {opponentScore}
          </strong>
        </span>
        <ProgressBar
          value={roundsPlayed(game)}
          max={game.totalRounds}
          label={t("Rounds played with {name}", { name: opponent.firstName })}
          tone={game.status === "completed" ? "accent" : "primary"}
        />
        <span className="spread mt-auto pt-3">
          <span className="mr-3">{lineBelowBadge(game, viewerId)}</span>
          <span className="text-soft">
            {t("Round {number} of {total}", {
              number: game.currentRound,
              total: game.totalRounds,
            })}
          </span>
        </span>
      </Link>
    </li>
  );
}
