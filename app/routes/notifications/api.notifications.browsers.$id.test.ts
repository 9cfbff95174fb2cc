import { apiRoute } from "~/http/api.server";
import { testPushBrowser } from "~/models/notification/push-browser.server";

export const loader = apiRoute({
  POST: { status: 204, run: (member, _: never, { params }) => testPushBrowser(member.id, params.id ?? "") },
});
export const action = loader;
