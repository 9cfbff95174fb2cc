import type { ActionFunctionArgs } from "@remix-run/node";
import { submitCaseButton } from "~/actions/safety/moderation-forms.server";
import { t } from "~/language/text";
import { claimCase } from "~/models/safety/case/case-claim.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action(args: ActionFunctionArgs) {
  return submitCaseButton(args, t("The case wasn't claimed"), async (moderatorId, id) => {
    await claimCase(moderatorId, id);
    return {};
  });
}
