import type { ActionFunctionArgs } from "@remix-run/node";
import { submitPhotoRemoval } from "~/actions/profile/photos-form.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  return submitPhotoRemoval(request, params.id ?? "");
}
