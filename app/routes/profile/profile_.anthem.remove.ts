import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { t } from "~/language/text";
import { anthemMessages } from "~/models/member/anthem";
import { saveAnthem } from "~/models/member/anthem.server";
import { profilePath } from "~/models/member/profile";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request }: ActionFunctionArgs) {
  return submitButton(
    request,
    { page: profilePath("page"), errorTitle: t("Failed to remove anthem") },
    async (member) => {
      await saveAnthem(member.id, null);
      return { flash: anthemMessages.removed };
    },
  );
}
