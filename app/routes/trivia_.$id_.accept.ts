import type { ActionFunctionArgs } from "@remix-run/node";
import { pressButton } from "~/forms/press-button.server";
import { gameAddress, triviaWords } from "~/models/trivia";
import { acceptGame } from "~/models/trivia.server";

export { pressInBrowser as clientAction } from "~/forms/press-button";

export async function loader() {
  throw new Response(null, { status: 404 });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  return pressButton(request, gameAddress(id), async (member) => {
    await acceptGame(member.id, id);
    return { notice: triviaWords.accepted };
  });
}

/** Never shown: a page only so that whoever visits the address sees the not-found screen. */
export default function Nothing() {
  return null;
}
