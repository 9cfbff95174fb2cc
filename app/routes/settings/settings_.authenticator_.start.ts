import type { ActionFunctionArgs } from "@remix-run/node";
import { submitAuthenticatorStart } from "~/actions/account/authenticator-forms.server";

export { clientAction, default, loader } from "~/forms/button-route";

export function action({ request }: ActionFunctionArgs) {
  return submitAuthenticatorStart(request);
}
