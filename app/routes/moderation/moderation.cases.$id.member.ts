import type { ActionFunctionArgs } from "@remix-run/node";
import { submitCaseButton } from "~/actions/safety/moderation-forms.server";
import { t } from "~/language/text";
import { casePath, MODERATION_PATH } from "~/models/safety/case/case";
import { assignCase } from "~/models/safety/notice/notice.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action(args: ActionFunctionArgs) {
  return submitCaseButton(args, t("The notice wasn't moved"), async (moderatorId, id, form) => {
    const read = (name: string) => String(form.get(name) ?? "");
    const hasMore = await assignCase(moderatorId, id, { reportId: read("report"), address: read("about") });
    const flash = { title: t("Notice moved"), description: t("It's in that member's case now.") };
    return { flash, to: hasMore ? casePath(id) : MODERATION_PATH };
  });
}
