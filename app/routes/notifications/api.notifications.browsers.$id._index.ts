import { apiRoute } from "~/http/api.server";
import { removePushBrowser } from "~/models/notification/push-browser.server";

export const loader = apiRoute({
  DELETE: {
    status: 204,
    run: (member, _: never, { params }) => removePushBrowser(member.id, params.id ?? ""),
  },
});
export const action = loader;
