import type { ActionFunctionArgs } from "@remix-run/node";
import { returnPath } from "~/auth/return-path";
import { submitButton } from "~/forms/mutation.server";
import { parseInput } from "~/http/body.server";
import { SETTINGS_PATH } from "~/models/account/sign-in/session";
import { distancesSavedMessage } from "~/models/member/distance";
import { saveDistances } from "~/models/member/distance.server";
import { distancesInput } from "~/models/member/settings-schema";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request }: ActionFunctionArgs) {
  return submitButton(request, { page: returnPath(request, SETTINGS_PATH) }, async (member, form) => {
    await saveDistances(member.id, parseInput(distancesInput, { unit: form.get("unit") || null }));
    return { flash: distancesSavedMessage };
  });
}
