import { apiRoute, operation } from "~/http/api.server";
import { type Listening, saveListening } from "~/models/music/listen.server";
import { listeningInput } from "~/models/music/listen-schema";

export const loader = apiRoute({
  GET: { run: async ({ listenService }): Promise<Listening> => ({ service: listenService }) },
  PUT: operation(listeningInput, (member, input) => saveListening(member.id, input)),
});
export const action = loader;
