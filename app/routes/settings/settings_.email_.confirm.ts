import type { ActionFunctionArgs } from "@remix-run/node";
import { submitEmailConfirmation } from "~/actions/account/email-forms.server";
import { requireMail } from "~/http/page.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request }: ActionFunctionArgs) {
  requireMail();
  return submitEmailConfirmation(request);
}
