import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { profilePath } from "~/models/member/profile";
import { takenBackMessage } from "~/models/member/wishes";
import { eraseWishes } from "~/models/member/wishes.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request }: ActionFunctionArgs) {
  return submitButton(request, { page: profilePath("meet") }, async (member) => {
    await eraseWishes(member.id);
    return { notice: takenBackMessage };
  });
}
