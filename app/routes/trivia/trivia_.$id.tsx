import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { submitAnswer } from "~/actions/trivia/trivia-form.server";
import { COMMUNITY_NAME, titled } from "~/community";
import { GameBoard } from "~/components/trivia/game-board";
import { createClientAction } from "~/forms/client-action";
import { orNotFound, requireMember } from "~/http/page.server";
import { msg, t } from "~/language/text";
import { markSeen } from "~/models/notification/notification-reading.server";
import { canClaim, getPlayers } from "~/models/trivia/trivia";
import { findAfterGame, getGame } from "~/models/trivia/trivia.server";
import type { FormRefusal } from "~/ui/form-refusal";
import { PageHeader } from "~/ui/page-header";

export { unlessUnreachable as shouldRevalidate } from "~/browser/revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  {
    title: data
      ? titled(
          t("{name} · Music Trivia", {
            name: getPlayers(data.game, data.viewerId).opponent.firstName,
          }),
        )
      : COMMUNITY_NAME,
  },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const member = await requireMember(request);
  const game = orNotFound(await getGame(member.id, params.id ?? ""));
  await markSeen(member.id, ["game"], game.id);
  const viewerId = String(member.id);
  const afterGame = await findAfterGame(member.id, game);
  return { game, viewerId, afterGame, isClaimable: canClaim(game, viewerId, Date.now()) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  return submitAnswer(request, params.id ?? "");
}

export const clientAction = createClientAction({
  unreachable: msg("No connection. Your answer wasn't sent. Try again."),
  noReason: msg("Something went wrong. Your answer wasn't sent. Try again."),
  isToast: false,
});

export default function Game() {
  const { game, viewerId, afterGame, isClaimable } = useLoaderData<typeof loader>();
  const answered = useActionData<FormRefusal>();
  const { opponent } = getPlayers(game, viewerId);
  return (
    <>
      <PageHeader
        title={t("Trivia with {name}", { name: opponent.firstName })}
        back={{ to: "/trivia", label: t("Back to games") }}
      />
      <Outlet />
      <GameBoard
        key={game.id}
        game={game}
        viewerId={viewerId}
        isClaimable={isClaimable}
        afterGame={afterGame}
        answered={answered}
      />
    </>
  );
}
