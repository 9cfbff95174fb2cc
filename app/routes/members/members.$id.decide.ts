import type { ActionFunctionArgs } from "@remix-run/node";
import { submitDecision } from "~/actions/match/decision-form.server";

export { clientAction, default, loader } from "~/forms/button-route";

/** Like and Pass on a member's page. */
export async function action({ request, params }: ActionFunctionArgs) {
  const page = `/members/${params.id}`;
  return submitDecision(request, { page, nextPath: "/discover", targetUserId: params.id });
}
