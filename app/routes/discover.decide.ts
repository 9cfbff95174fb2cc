import type { ActionFunctionArgs } from "@remix-run/node";
import { pressButton } from "~/forms/press-button.server";
import { parseInput } from "~/http/api.server";
import { decisionInput, decisionNotice } from "~/models/decision";
import { decideOn } from "~/models/decision.server";

export { pressInBrowser as clientAction } from "~/forms/press-button";

export async function loader() {
  throw new Response(null, { status: 404 });
}

/** Like and Pass on a card; the address's query is that of the page the card stands on. */
export async function action({ request }: ActionFunctionArgs) {
  const { search } = new URL(request.url);
  return pressButton(request, `/discover${search}`, async (member, form) => {
    const input = parseInput(decisionInput, Object.fromEntries(form));
    const decided = await decideOn(member.id, input);
    return { notice: decisionNotice(input, decided, `/discover/undo${search}`) };
  });
}

/** Never shown: a page only so that whoever visits the address sees the not-found screen. */
export default function Nothing() {
  return null;
}
