import type { ActionFunctionArgs } from "@remix-run/node";
import { userAgentOf } from "~/auth/session.server";
import { env } from "~/env.server";
import { submitButton } from "~/forms/mutation.server";
import { requireConfirmed, requireSession } from "~/http/page.server";
import { SETTINGS_PATH, sessionMessages } from "~/models/account/sign-in/session";
import { endOtherSessions } from "~/models/account/sign-in/session.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request }: ActionFunctionArgs) {
  // Ending sessions can remove an authenticator app.
  const authorize = () =>
    env.signIn.issuer ? requireSession(request) : requireConfirmed(request, SETTINGS_PATH);
  return submitButton(request, { page: SETTINGS_PATH, authorize }, async ({ member, sessionId }) => {
    const browser = { sessionId, userAgent: userAgentOf(request) };
    return { flash: sessionMessages.othersEnded(await endOtherSessions(member.id, browser)) };
  });
}
