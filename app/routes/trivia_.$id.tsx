import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  isRouteErrorResponse,
  Outlet,
  useActionData,
  useLoaderData,
} from "@remix-run/react";
import { IconLink } from "~/components/button";
import { GameTable } from "~/components/game-table";
import { PageHead } from "~/components/page-head";
import type { AnswerRefused } from "~/components/question-card";
import { Badge } from "~/components/sleeve";
import { submitAnswer } from "~/forms/trivia-form.server";
import { found, requireMember } from "~/http/member.server";
import { mayClaim, sidesOf, statusBadge, untilNow } from "~/models/trivia";
import { getGame } from "~/models/trivia.server";
import { UNANSWERED } from "~/revalidate";

export { unlessUnanswered as shouldRevalidate } from "~/revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  {
    title: data
      ? `${sidesOf(data.game, data.viewerId).opponent.firstName} · Music Trivia · B-Side`
      : "B-Side",
  },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const game = found(await getGame(member.id, params.id ?? ""));
  const viewerId = String(member.id);
  return { game: untilNow(game), viewerId, isClaimable: mayClaim(game, viewerId, Date.now()) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  return submitAnswer(request, params.id ?? "");
}

/** What is not answered is told beside the answers: the choice stays. */
export async function clientAction({ serverAction, request }: ClientActionFunctionArgs) {
  const sent = request.clone();
  try {
    return await serverAction<typeof action>();
  } catch (trouble) {
    if (trouble instanceof Response) throw trouble;
    const error = isRouteErrorResponse(trouble)
      ? `${trouble.status}: ${trouble.data || trouble.statusText}`
      : "There is no connection. Your answer was not sent; try again.";
    const answer = String((await sent.formData()).get("answer") ?? "");
    const refused: AnswerRefused = { error, typed: { answer } };
    // Only as a response does it keep the status that spares the page from loading again, which would fail as well.
    const headers = { "Content-Type": "application/json" };
    return new Response(JSON.stringify(refused), { status: UNANSWERED, headers });
  }
}

export default function Game() {
  const { game, viewerId, isClaimable } = useLoaderData<typeof loader>();
  const refused = useActionData<AnswerRefused>();
  const { opponent } = sidesOf(game, viewerId);
  const { words, tone } = statusBadge(game.status);
  return (
    <>
      <IconLink name="Back to games" icon="back" to="/trivia" className="-ml-2" />
      <PageHead
        title={`Trivia with ${opponent.firstName}`}
        catalogue="Side B · 3"
        beside={<Badge tone={tone}>{words}</Badge>}
      />
      <Outlet />
      <GameTable key={game.id} game={game} viewerId={viewerId} isClaimable={isClaimable} refused={refused} />
    </>
  );
}
