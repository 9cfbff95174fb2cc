import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { CONNECTIONS_PATH, connectionErrors, connectionMessages } from "~/models/connection/connection";
import { refreshConnection } from "~/models/connection/refresh.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  const refresh = async (member: { id: number }) => {
    return { notice: connectionMessages.refreshed(await refreshConnection(member.id, params.id ?? "")) };
  };
  return submitButton(request, { page: CONNECTIONS_PATH, errorTitle: connectionErrors.title }, refresh);
}
