import type { ActionFunctionArgs } from "@remix-run/node";
import { submitForm } from "~/forms/form.server";
import { requireOperator } from "~/http/page.server";
import { t } from "~/language/text";
import { OPERATOR_INVITATIONS_PATH } from "~/models/account/invitation/invitation";
import { endInvitationsOf } from "~/models/account/invitation/invitation.server";
import { inviterInput } from "~/models/account/invitation/invitation-schema";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request }: ActionFunctionArgs) {
  const page = OPERATOR_INVITATIONS_PATH;
  const form = { schema: inviterInput, authorize: requireOperator, page, reject: () => undefined };
  return submitForm(request, form, async (_, { inviter }) => {
    const count = await endInvitationsOf(inviter);
    return {
      flash: { title: t("{count, plural, one {1 invitation ended} other {# invitations ended}}", { count }) },
    };
  });
}
