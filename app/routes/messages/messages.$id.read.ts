import type { ActionFunctionArgs } from "@remix-run/node";
import { apiWrite, operation } from "~/http/api.server";
import { orNotFound } from "~/http/page.server";
import { readMarkerInput } from "~/models/conversation/conversation-schema";
import { markRead } from "~/models/conversation/read-marker.server";

export async function loader() {
  return orNotFound(undefined);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const read = operation(
    readMarkerInput,
    (member, input) => markRead(member.id, params.id ?? "", input.sequence),
    204,
  );
  return apiWrite(request, { POST: read });
}
