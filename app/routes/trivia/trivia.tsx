import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { GameCard } from "~/components/trivia/game-card";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/card";
import { PostButton } from "~/components/ui/form";
import { PageHeader } from "~/components/ui/page-header";
import { parseInput } from "~/http/body.server";
import { requireMember } from "~/http/page.server";
import { CHALLENGE_TITLE } from "~/models/trivia/game-path";
import { PRACTICE_PATH } from "~/models/trivia/practice";
import { type GameDto, isFromStranger } from "~/models/trivia/trivia";
import { listGames } from "~/models/trivia/trivia.server";
import { gamePage } from "~/models/trivia/trivia-schema";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

const CREATE = { to: "/trivia/new", label: "New Game", title: CHALLENGE_TITLE };

export const meta: MetaFunction = () => [{ title: "Music Trivia · B-Side" }];

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
    { title: "Your Turn", games: games.filter(({ yourTurn }) => yourTurn) },
    { title: "In Play", games: inPlay.filter((game) => !isFromStranger(game, viewerId)) },
    {
      title: "From somebody you haven't met",
      games: inPlay.filter((game) => isFromStranger(game, viewerId)),
    },
  ];
  const finished = games.filter(({ status }) => isOver(status));
  return (
    <>
      <PageHeader title="Music Trivia" eyebrow="Side B · 3" action={isEmpty ? undefined : CREATE} />
      <Outlet />
      {isEmpty ? (
        <EmptyState
          title="No Games Yet"
          text="Five music questions, two players. The first correct answer gets the point."
          action={CREATE}
        >
          <Practice />
        </EmptyState>
      ) : null}
      {open.map((list) => (
        <GameList key={list.title} {...list} viewerId={viewerId} />
      ))}
      {isFirst && !isEmpty ? (
        <div className="cluster mb-8">
          <p className="text-soft">Five questions for you alone, with nobody to wait for.</p>
          <Practice />
        </div>
      ) : null}
      <GameList title="Finished" games={finished} viewerId={viewerId} />
      {isFirst ? null : <ButtonLink to="/trivia">Back to latest games</ButtonLink>}
      {next ? <ButtonLink to={`/trivia?cursor=${next.cursor}`}>Older games</ButtonLink> : null}
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
    <PostButton to={PRACTICE_PATH} pending="Dealing...">
      Practice Alone
    </PostButton>
  );
}
