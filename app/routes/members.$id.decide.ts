import type { ActionFunctionArgs } from "@remix-run/node";
import { pressButton } from "~/forms/press-button.server";
import { parseInput } from "~/http/api.server";
import { decisionInput, decisionNotice } from "~/models/decision";
import { decideOn } from "~/models/decision.server";

export { pressInBrowser as clientAction } from "~/forms/press-button";

export async function loader() {
  throw new Response(null, { status: 404 });
}

/** Like and Pass on a member's page. */
export async function action({ request, params }: ActionFunctionArgs) {
  const page = `/members/${params.id}`;
  return pressButton(request, page, async (member, form) => {
    const input = parseInput(decisionInput, { targetUserId: params.id, liked: form.get("liked") });
    const decided = await decideOn(member.id, input);
    return { notice: decisionNotice(input, decided, `${page}/undo`) };
  });
}

/** Never shown: a page only so that whoever visits the address sees the not-found screen. */
export default function Nothing() {
  return null;
}
