import type { ActionFunctionArgs } from "@remix-run/node";
import { pressButton } from "~/forms/press-button.server";
import { CONNECTIONS_PATH, connectionWords } from "~/models/connection";
import { removeConnection } from "~/models/connection.server";

export { pressInBrowser as clientAction } from "~/forms/press-button";

export async function loader() {
  throw new Response(null, { status: 404 });
}

export async function action({ request, params }: ActionFunctionArgs) {
  return pressButton(request, CONNECTIONS_PATH, async (member) => {
    return { notice: connectionWords.disconnected(await removeConnection(member.id, params.id ?? "")) };
  });
}

/** Never shown: a page only so that whoever visits the address sees the not-found screen. */
export default function Nothing() {
  return null;
}
