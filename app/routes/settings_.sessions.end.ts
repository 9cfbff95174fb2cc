import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { requireSession } from "~/http/page.server";
import { SETTINGS_PATH, sessionMessages } from "~/models/account/session";
import { endOtherSessions } from "~/models/account/session.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request }: ActionFunctionArgs) {
  return submitButton(request, { page: SETTINGS_PATH }, async (member) => {
    const { sessionId } = await requireSession(request);
    return { notice: sessionMessages.othersEnded(await endOtherSessions(member.id, sessionId)) };
  });
}
