import type { ActionFunctionArgs } from "@remix-run/node";
import { pressButton } from "~/forms/press-button.server";
import { parseInput } from "~/http/api.server";
import { decisionInput, decisionNotice } from "~/models/decision";
import { decideOn } from "~/models/decision.server";
import { discoverPage } from "~/models/discover-screen";

export { pressInBrowser as clientAction } from "~/forms/press-button";

export async function loader() {
  throw new Response(null, { status: 404 });
}

/** Like and Pass on a card; the address's query is that of the page the card stands on, and `next` the next card. */
export async function action({ request }: ActionFunctionArgs) {
  const { searchParams } = new URL(request.url);
  return pressButton(request, discoverPage(searchParams), async (member, form) => {
    const input = parseInput(decisionInput, Object.fromEntries(form));
    const decided = await decideOn(member.id, input);
    searchParams.set("next", String(input.targetUserId));
    return { notice: decisionNotice(input, decided, `/discover/undo?${searchParams}`) };
  });
}

/** Never shown: a page only so that whoever visits the address sees the not-found screen. */
export default function Nothing() {
  return null;
}
