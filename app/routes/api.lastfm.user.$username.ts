import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiRead, apiWrite } from "~/http/api.server";
import { NO_LISTENER } from "~/models/connection";
import { lookUpListener } from "~/models/connection.server";

/** A name that nobody has is an answer of its own (200), not a failure: that is what the client reads. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return apiRead(request, async (member) => {
    const listener = await lookUpListener(member.id, params.username ?? "");
    if (!listener) return { error: NO_LISTENER };
    return { id: listener.name, username: listener.name, playCount: listener.playCount };
  });
}

export async function action({ request }: ActionFunctionArgs) {
  return apiWrite(request, {}, { reads: true });
}
