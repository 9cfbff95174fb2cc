import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite } from "~/http/api.server";
import { NO_LISTENER } from "~/models/connection/connection";
import { findLastfmUser } from "~/models/connection/connection.server";

/** An unknown name is a result (200), not a failure, because the client expects that. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return apiRead(request, async (member) => {
    const listener = await findLastfmUser(member.id, params.username ?? "");
    if (!listener) return { error: NO_LISTENER };
    return { id: listener.name, username: listener.name, playCount: listener.playCount };
  });
}

export async function action({ request }: ActionFunctionArgs) {
  return apiWrite(request, {}, { reads: true });
}
