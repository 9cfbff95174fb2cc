import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { CONNECTIONS_PATH, connectionMessages } from "~/models/connection/connection";
import { removeConnection } from "~/models/connection/connection.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  return submitButton(request, { page: CONNECTIONS_PATH }, async (member) => {
    return { flash: connectionMessages.disconnected(await removeConnection(member.id, params.id ?? "")) };
  });
}
