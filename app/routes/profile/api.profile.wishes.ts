import { apiRoute, operation, versionedResponse } from "~/http/api.server";
import type { OwnWishes } from "~/models/member/wishes";
import { eraseWishes, readOwnWishes, saveWishes } from "~/models/member/wishes.server";
import { wishesInput } from "~/models/member/wishes-schema";
import { versionOf } from "~/models/version.server";

export const loader = apiRoute({
  GET: { run: async (member) => versionedWishes(readOwnWishes(member)) },
  PUT: operation(wishesInput, async (member, input, { version }) =>
    versionedWishes(await saveWishes(member.id, input, version)),
  ),
  DELETE: { run: (member) => eraseWishes(member.id), status: 204 },
});

function versionedWishes(wishes: OwnWishes) {
  return versionedResponse(wishes, versionOf(wishes));
}
export const action = loader;
