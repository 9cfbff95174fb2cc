import { apiRoute, listResponse, operation } from "~/http/api.server";
import { addGame } from "~/models/trivia/new-game.server";
import { listGames } from "~/models/trivia/trivia.server";
import { gameInput, gamePage } from "~/models/trivia/trivia-schema";

export const loader = apiRoute({
  GET: operation(gamePage, async (member, { cursor }, { request }) => {
    const { games, next } = await listGames(member.id, { after: cursor });
    return listResponse(request, games, next);
  }),
  POST: operation(gameInput, (member, input) => addGame(member.id, input), 201),
});
export const action = loader;
