import type { ActionFunctionArgs } from "@remix-run/node";
import { pressButton } from "~/forms/press-button.server";
import { gameAddress, sidesOf, triviaTrouble, triviaWords } from "~/models/trivia";
import { addRematch } from "~/models/trivia.server";

export { pressInBrowser as clientAction } from "~/forms/press-button";

export async function loader() {
  throw new Response(null, { status: 404 });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  return pressButton(
    request,
    gameAddress(id),
    async (member) => {
      const game = await addRematch(member.id, id);
      const viewerId = String(member.id);
      // The other may have asked first: then it is on oneself to accept.
      const isOwn = game.player1Id === viewerId;
      const { firstName } = sidesOf(game, viewerId).opponent;
      return { notice: isOwn ? triviaWords.created(firstName) : undefined, to: gameAddress(game.id) };
    },
    triviaTrouble,
  );
}

/** Never shown: a page only so that whoever visits the address sees the not-found screen. */
export default function Nothing() {
  return null;
}
