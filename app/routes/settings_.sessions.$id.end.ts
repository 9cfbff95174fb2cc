import type { ActionFunctionArgs } from "@remix-run/node";
import { pressButton } from "~/forms/press-button.server";
import { SETTINGS_PATH, sessionWords } from "~/models/session";
import { endSession } from "~/models/session.server";

export { pressInBrowser as clientAction } from "~/forms/press-button";

export async function loader() {
  throw new Response(null, { status: 404 });
}

export async function action({ request, params }: ActionFunctionArgs) {
  return pressButton(request, SETTINGS_PATH, async (member) => {
    await endSession(member.id, params.id ?? "");
    return { notice: sessionWords.ended };
  });
}

/** Never shown: a page only so that whoever visits the address sees the not-found screen. */
export default function Nothing() {
  return null;
}
