import { apiRoute, operation } from "~/http/api.server";
import { orNotFound } from "~/http/page.server";
import { readMarkerInput } from "~/models/conversation/conversation-schema";
import { markRead } from "~/models/conversation/read-marker.server";

export async function loader() {
  return orNotFound(undefined);
}

export const action = apiRoute({
  POST: operation(
    readMarkerInput,
    (member, { sequence }, { params: { id = "" } }) => markRead(member.id, id, sequence),
    204,
  ),
});
