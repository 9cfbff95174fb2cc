import { apiRoute, operation } from "~/http/api.server";
import { setGoing } from "~/models/show/going.server";
import { goingInput } from "~/models/show/show-schema";

export const loader = apiRoute({
  /** Says whether the member goes, goes and would like company, or doesn't go. */
  PUT: operation(goingInput, async (member, { going }, { params }) => ({
    going: await setGoing(member.id, params.id ?? "", going),
  })),
  DELETE: { status: 204, run: (member, _, { params }) => setGoing(member.id, params.id ?? "", "no") },
});
export const action = loader;
