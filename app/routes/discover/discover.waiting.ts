import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { dismissWaiting } from "~/models/conversation/list/waiting.server";

export { clientAction, default, loader } from "~/forms/button-route";

/** Dismisses the question about unanswered conversations until tomorrow. */
export async function action({ request }: ActionFunctionArgs) {
  return submitButton(request, { page: "/discover" }, async (member) => {
    await dismissWaiting(member.id);
    return {};
  });
}
