import type { ActionFunctionArgs } from "@remix-run/node";
import { submitPasskeyRemoval } from "~/actions/account/passkey-forms.server";

export { clientAction, default, loader } from "~/forms/button-route";

export function action({ request, params }: ActionFunctionArgs) {
  return submitPasskeyRemoval(request, params.id ?? "");
}
