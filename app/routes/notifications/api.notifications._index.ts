import { apiRoute, listResponse, operation } from "~/http/api.server";
import { numberedPage } from "~/models/cursor";
import { listNotifications } from "~/models/notification/notification.server";

export const loader = apiRoute({
  GET: operation(numberedPage, async (member, { cursor }, { request }) => {
    const { notifications, next } = await listNotifications(member.id, { after: cursor });
    return listResponse(request, notifications, next);
  }),
});
export const action = loader;
