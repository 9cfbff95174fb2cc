import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { requireModerator } from "~/http/page.server";
import { MODERATION_PATH } from "~/models/safety/case/case";
import { assignCase } from "~/models/safety/notice/notice-assignment.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  const id = params.id ?? "";
  const page = `${MODERATION_PATH}/cases/${encodeURIComponent(id)}`;
  return submitButton(
    request,
    { page, errorTitle: "The notice wasn't moved", authorize: requireModerator },
    async (moderator, form) => {
      await assignCase(moderator.id, id, String(form.get("about") ?? ""));
      const notice = { title: "Notice moved", description: "It's in that member's case now." };
      return { notice, to: MODERATION_PATH };
    },
  );
}
