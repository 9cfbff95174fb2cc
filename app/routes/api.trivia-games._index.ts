import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite, listAnswer, operation, parseInput } from "~/http/api.server";
import { addGame, listGames } from "~/models/trivia.server";
import { gameInput } from "~/models/trivia-input";
import { gamePage } from "~/models/trivia-page";

export async function loader({ request }: LoaderFunctionArgs) {
  return apiRead(request, async (member) => {
    const { cursor } = parseInput(gamePage, Object.fromEntries(new URL(request.url).searchParams));
    const { games, next } = await listGames(member.id, { after: cursor });
    return listAnswer(request, games, next);
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const add = operation(gameInput, (member, input) => addGame(member.id, input), 201);
  return apiWrite(request, { POST: add }, { reads: true });
}
