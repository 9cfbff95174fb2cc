import { apiRoute, operation } from "~/http/api.server";
import { markNotificationsRead } from "~/models/notification/notification-reading.server";
import { readInput } from "~/models/notification/notification-schema";

export const loader = apiRoute({
  POST: operation(readInput, (member, which) => markNotificationsRead(member.id, which), 204),
});
export const action = loader;
