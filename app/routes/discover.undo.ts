import type { ActionFunctionArgs } from "@remix-run/node";
import { pressButton } from "~/forms/press-button.server";
import { parseInput } from "~/http/api.server";
import { undoInput, undoneWords } from "~/models/decision";
import { removeDecision } from "~/models/decision.server";
import { discoverPage } from "~/models/discover-screen";

export { pressInBrowser as clientAction } from "~/forms/press-button";

export async function loader() {
  throw new Response(null, { status: 404 });
}

export async function action({ request }: ActionFunctionArgs) {
  const { searchParams } = new URL(request.url);
  return pressButton(request, discoverPage(searchParams), async (member, form) => {
    const { targetUserId } = parseInput(undoInput, Object.fromEntries(form));
    await removeDecision(member.id, targetUserId);
    return { notice: undoneWords };
  });
}

/** Never shown: a page only so that whoever visits the address sees the not-found screen. */
export default function Nothing() {
  return null;
}
