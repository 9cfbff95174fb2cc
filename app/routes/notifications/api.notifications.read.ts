import { apiRoute, operation } from "~/http/api.server";
import { markNotificationsRead } from "~/live/notification-rows.server";
import { readInput } from "~/models/notification/notification-schema";

export const { loader, action, operations } = apiRoute({
  POST: operation(readInput, (member, which) => markNotificationsRead(member.id, which), 204),
});
