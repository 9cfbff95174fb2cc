import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { gamePath } from "~/models/trivia/game-path";
import { acceptGame } from "~/models/trivia/play.server";
import { triviaMessages } from "~/models/trivia/trivia";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  return submitButton(request, { page: gamePath(id) }, async (member) => {
    await acceptGame(member.id, id);
    return { flash: triviaMessages.accepted };
  });
}
