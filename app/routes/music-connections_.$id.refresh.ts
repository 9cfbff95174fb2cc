import type { ActionFunctionArgs } from "@remix-run/node";
import { pressButton } from "~/forms/press-button.server";
import { CONNECTIONS_PATH, connectionTrouble, connectionWords } from "~/models/connection";
import { refreshConnection } from "~/models/listening.server";

export { pressInBrowser as clientAction } from "~/forms/press-button";

export async function loader() {
  throw new Response(null, { status: 404 });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const refresh = async (member: { id: number }) => {
    return { notice: connectionWords.read(await refreshConnection(member.id, params.id ?? "")) };
  };
  return pressButton(request, CONNECTIONS_PATH, refresh, connectionTrouble.title);
}

/** Never shown: a page only so that whoever visits the address sees the not-found screen. */
export default function Nothing() {
  return null;
}
