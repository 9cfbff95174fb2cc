import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { dismissWaiting } from "~/models/conversation/waiting.server";

export { clientAction, default, loader } from "~/forms/button-route";

/** Puts off the question about those who wait for an answer. */
export async function action({ request }: ActionFunctionArgs) {
  return submitButton(request, { page: "/discover" }, async (member) => {
    await dismissWaiting(member.id);
    return {};
  });
}
