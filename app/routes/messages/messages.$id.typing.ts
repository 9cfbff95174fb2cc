import type { ActionFunctionArgs } from "@remix-run/node";
import { apiWrite } from "~/http/api.server";
import { orNotFound } from "~/http/page.server";
import { showTyping } from "~/models/conversation/typing.server";

export async function loader() {
  return orNotFound(undefined);
}

export async function action({ request, params }: ActionFunctionArgs) {
  return apiWrite(request, {
    POST: { run: (member) => showTyping(member.id, params.id ?? ""), status: 204 },
  });
}
