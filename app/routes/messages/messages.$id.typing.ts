import { apiRoute } from "~/http/api.server";
import { orNotFound } from "~/http/page.server";
import { showTyping } from "~/models/conversation/typing.server";

export async function loader() {
  return orNotFound(undefined);
}

export const action = apiRoute({
  POST: { run: (member, _, { params: { id = "" } }) => showTyping(member.id, id), status: 204 },
});
