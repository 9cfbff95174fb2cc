import type { ActionFunctionArgs } from "@remix-run/node";
import { submitForm } from "~/forms/form.server";
import { requireOperator } from "~/http/page.server";
import { t } from "~/language/text";
import { OPERATOR_PATH } from "~/models/operator/overview";
import { setNetworkHeld } from "~/models/safety/newcomer/network.server";
import { networkInput } from "~/models/safety/newcomer/newcomer-schema";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request }: ActionFunctionArgs) {
  const form = {
    schema: networkInput,
    authorize: requireOperator,
    page: OPERATOR_PATH,
    reject: () => undefined,
  };
  return submitForm(request, form, async (_, { network, held }) => {
    await setNetworkHeld(network, held);
    return { flash: { title: held ? t("New accounts from there wait for approval") : t("No longer held") } };
  });
}
