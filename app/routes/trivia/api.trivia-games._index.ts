import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite, listResponse, operation } from "~/http/api.server";
import { parseInput } from "~/http/parse-input.server";
import { addGame } from "~/models/trivia/new-game.server";
import { listGames } from "~/models/trivia/trivia.server";
import { gamePage } from "~/models/trivia/trivia-list-schema";
import { gameInput } from "~/models/trivia/trivia-schema";

export async function loader({ request }: LoaderFunctionArgs) {
  return apiRead(request, async (member) => {
    const { cursor } = parseInput(gamePage, Object.fromEntries(new URL(request.url).searchParams));
    const { games, next } = await listGames(member.id, { after: cursor });
    return listResponse(request, games, next);
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const add = operation(gameInput, (member, input) => addGame(member.id, input), 201);
  return apiWrite(request, { POST: add }, { reads: true });
}
