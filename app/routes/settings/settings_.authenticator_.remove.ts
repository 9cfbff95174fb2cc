import type { ActionFunctionArgs } from "@remix-run/node";
import { submitAuthenticatorRemoval } from "~/actions/account/authenticator-forms.server";

export { clientAction, default, loader } from "~/forms/button-route";

export function action({ request }: ActionFunctionArgs) {
  return submitAuthenticatorRemoval(request);
}
