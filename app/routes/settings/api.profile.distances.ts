import { apiRoute, operation } from "~/http/api.server";
import { type Distances, saveDistances } from "~/models/member/distance.server";
import { distancesInput } from "~/models/member/settings-schema";

export const loader = apiRoute({
  GET: { run: async ({ distanceUnit }): Promise<Distances> => ({ unit: distanceUnit }) },
  PUT: operation(distancesInput, (member, input) => saveDistances(member.id, input)),
});
export const action = loader;
