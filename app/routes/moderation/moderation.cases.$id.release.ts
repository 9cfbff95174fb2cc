import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { requireModerator } from "~/http/page.server";
import { MODERATION_PATH } from "~/models/safety/case/case";
import { releaseCase } from "~/models/safety/case/case-claim.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  const address = `${MODERATION_PATH}/cases/${encodeURIComponent(id)}`;
  const release = async ({ id: moderatorId }: { id: number }) => {
    await releaseCase(moderatorId, id);
    return {};
  };
  return submitButton(
    request,
    { page: address, errorTitle: "The case wasn't released", authorize: requireModerator },
    release,
  );
}
