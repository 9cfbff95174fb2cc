import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite, operation, versionedResponse } from "~/http/api.server";
import type { OwnWishes } from "~/models/member/wishes";
import { readOwnWishes, saveWishes } from "~/models/member/wishes.server";
import { wishesInput } from "~/models/member/wishes-schema";
import { versionOf } from "~/models/shared/version.server";

export async function loader({ request }: LoaderFunctionArgs) {
  return apiRead(request, async (member) => versionedWishes(readOwnWishes(member)));
}

export async function action({ request }: ActionFunctionArgs) {
  const save = operation(wishesInput, async (member, input, version) =>
    versionedWishes(await saveWishes(member.id, input, version)),
  );
  return apiWrite(request, { PUT: save }, { reads: true });
}

function versionedWishes(wishes: OwnWishes) {
  return versionedResponse(wishes, versionOf(wishes));
}
