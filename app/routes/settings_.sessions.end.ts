import type { ActionFunctionArgs } from "@remix-run/node";
import { pressButton } from "~/forms/press-button.server";
import { found } from "~/http/member.server";
import { getVisit } from "~/http/session.server";
import { SETTINGS_PATH, sessionWords } from "~/models/session";
import { endOtherSessions } from "~/models/session.server";

export { pressInBrowser as clientAction } from "~/forms/press-button";

export async function loader() {
  throw new Response(null, { status: 404 });
}

export async function action({ request }: ActionFunctionArgs) {
  return pressButton(request, SETTINGS_PATH, async (member) => {
    const { sessionId } = found(await getVisit(request));
    return { notice: sessionWords.othersEnded(await endOtherSessions(member.id, sessionId)) };
  });
}

/** Never shown: a page only so that whoever visits the address sees the not-found screen. */
export default function Nothing() {
  return null;
}
