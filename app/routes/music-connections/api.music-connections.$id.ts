import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiWrite } from "~/http/api.server";
import { removeConnection } from "~/models/connection/connection.server";

export async function loader(session: LoaderFunctionArgs) {
  return action(session);
}

export async function action({ request, params }: ActionFunctionArgs) {
  return apiWrite(request, {
    DELETE: { run: (member) => removeConnection(member.id, params.id ?? ""), status: 204 },
  });
}
