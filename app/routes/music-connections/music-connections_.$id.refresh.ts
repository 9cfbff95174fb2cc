import type { ActionFunctionArgs } from "@remix-run/node";
import { submitButton } from "~/forms/mutation.server";
import { parseInput } from "~/http/body.server";
import { CONNECTIONS_PATH, connectionErrors, connectionMessages } from "~/models/connection/connection";
import { refreshInput } from "~/models/connection/connection-schema";
import { refreshConnection } from "~/models/connection/refresh.server";

export { clientAction, default, loader } from "~/forms/button-route";

export async function action({ request, params }: ActionFunctionArgs) {
  const refresh = async (member: { id: number }, form: FormData) => {
    const { period } = parseInput(refreshInput, { period: form.get("period") ?? undefined });
    const service = await refreshConnection(member.id, params.id ?? "", period);
    return { flash: connectionMessages.refreshed(service) };
  };
  return submitButton(request, { page: CONNECTIONS_PATH, errorTitle: connectionErrors.title }, refresh);
}
