import type { ActionFunctionArgs } from "@remix-run/node";
import { submitPhotoMove } from "~/actions/profile/photos-form.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  return submitPhotoMove(request, params.id ?? "");
}
