import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { ButtonLink } from "~/components/button";
import { GameCard } from "~/components/game-card";
import { PageHead } from "~/components/page-head";
import { EmptyState } from "~/components/sleeve";
import { parseInput } from "~/http/api.server";
import { page, requireMember } from "~/http/member.server";
import { listGames } from "~/models/trivia.server";
import { gamePage } from "~/models/trivia-page";

export { unlessUnanswered as shouldRevalidate } from "~/revalidate";

export const meta: MetaFunction = () => [{ title: "Music Trivia · B-Side" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const { cursor } = await page(async () => parseInput(gamePage, query));
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
  const lists = [
    { title: "Going On", games: games.filter(({ status }) => !isOver(status)) },
    { title: "Finished", games: games.filter(({ status }) => isOver(status)) },
  ].filter((list) => list.games.length);
  return (
    <>
      <PageHead
        title="Music Trivia"
        catalogue="Side B · 3"
        beside={
          isEmpty ? null : (
            <ButtonLink to="/trivia/new" look="primary" icon="plus" preventScrollReset>
              New Game
            </ButtonLink>
          )
        }
      />
      <Outlet />
      {isEmpty ? (
        <EmptyState
          title="No Games Yet"
          text="Five questions about music, two of you, and the first right answer gets the point."
          action={{ to: "/trivia/new", label: "New Game" }}
        />
      ) : null}
      {lists.map(({ title, games }) => (
        <section key={title} aria-label={title} className="mb-8">
          <h2 className="mb-3">{title}</h2>
          <ul className="game-list">
            {games.map((game) => (
              <GameCard key={game.id} game={game} viewerId={viewerId} />
            ))}
          </ul>
        </section>
      ))}
      {isFirst ? null : <ButtonLink to="/trivia">Back to the first games</ButtonLink>}
      {next ? <ButtonLink to={`/trivia?cursor=${next.cursor}`}>More games</ButtonLink> : null}
    </>
  );
}
