import { apiRoute } from "~/http/api.server";
import { removePushBrowser } from "~/models/notification/push-browser.server";

export const { loader, action, operations } = apiRoute({
  DELETE: {
    status: 204,
    run: (member, _: never, { params }) => removePushBrowser(member.id, params.id ?? ""),
  },
});
