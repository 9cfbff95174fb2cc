import type { ActionFunctionArgs } from "@remix-run/node";
import { mutate } from "~/forms/mutation.server";
import { t } from "~/language/text";
import { noticePath } from "~/models/safety/notice/notice";
import { confirmNotice } from "~/models/safety/notice/notice.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  const key = params.key ?? "";
  return mutate(request, { page: noticePath(encodeURIComponent(key)) }, async () => {
    await confirmNotice(key);
    return { flash: { title: t("Notice confirmed"), description: t("A moderator will look at it.") } };
  });
}
