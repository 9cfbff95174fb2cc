import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { requireAccount } from "~/http/page.server";
import { ACCOUNT_STATUS_PATH } from "~/models/safety/sanctions/account-status";
import { acknowledge } from "~/models/safety/sanctions/sanction.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  const confirm = async (member: { id: number }) => {
    await acknowledge(member.id, params.id ?? "");
    return {};
  };
  return submitButton(request, { page: ACCOUNT_STATUS_PATH, authorize: requireAccount }, confirm);
}
