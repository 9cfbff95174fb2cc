import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { gamePath } from "~/models/trivia/game-path";
import { addRematch } from "~/models/trivia/new-game.server";
import { triviaErrorTitle, triviaMessages } from "~/models/trivia/trivia";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  return submitButton(request, { page: gamePath(id), errorTitle: triviaErrorTitle }, async (member) => {
    const game = await addRematch(member.id, id);
    const viewerId = String(member.id);
    // If the opponent asked first, it is the member's turn to accept.
    const isOwn = game.player1Id === viewerId;
    const address = gamePath(game.id);
    return isOwn ? { flash: triviaMessages.created, to: `${address}#question` } : { to: address };
  });
}
